"""The kinds of phases, each with three answers: whom it awaits, whether an entry is allowed, what follows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from adjudicator import Power, adjudicate_movement, adjudicate_retreats, standard
from adjudicator.results import Outcomes
from intimate.auction import Auction, hold_auction
from intimate.commands import commanded, copied, remove_at_once, worth_telling
from intimate.duel import Duel
from intimate.entries import Orders, PlainEntry, homes_list, orders, sheet
from intimate.homes import Lots, choose_homes
from intimate.players import Player
from intimate.rules import BothOverbid
from intimate.seasons import starting_credits
from intimate.winter import awaited, resolve_winter

NO_ORDERS = Orders({})


class Resolved(NamedTuple):
    """The duel after a phase, before the calendar moves on, and what happened in it."""

    duel: Duel
    outcomes: Outcomes
    auction: Auction | None = None


class Stage(Protocol):
    """A kind of phase."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The players without whom it cannot be resolved before the deadline."""

    def check(self, duel: Duel, player: Player, entry: PlainEntry) -> Any:  # noqa: ANN401  # read by resolve
        """The entry as a value; raises EntryError when it breaks the rules of entry."""

    def resolve(self, duel: Duel, entries: Mapping[Player, Any], lots: Lots) -> Resolved:
        """What follows from the checked entries; a player without entry handed in nothing."""


class ChoiceOfHomes:
    """Both players rank the seven powers (section 2)."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Both."""
        return frozenset(() if duel.homes else Player)

    def check(self, duel: Duel, player: Player, entry: PlainEntry) -> tuple[Power, ...] | None:  # noqa: ARG002
        """A list must name all seven powers."""
        return homes_list(entry)

    def resolve(self, duel: Duel, entries: Mapping[Player, tuple[Power, ...] | None], lots: Lots) -> Resolved:
        """Home powers and the reserves that go with them."""
        return Resolved(starting_credits(replace(duel, homes=choose_homes(entries, lots))), {})


class AuctionOfMercenaries:
    """Sealed sheets for the mercenaries (section 4)."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Both, while a mercenary owns a centre."""
        return frozenset(Player if duel.for_hire else ())

    def check(self, duel: Duel, player: Player, entry: PlainEntry) -> Mapping[Power, int]:
        """Bids are whole numbers for powers that can be hired."""
        return sheet(duel, player, entry)

    def resolve(self, duel: Duel, entries: Mapping[Player, Mapping[Power, int]], lots: Lots) -> Resolved:  # noqa: ARG002
        """Payments and commands for the year; both overbid may end the duel (`both_overbid`)."""
        if not duel.for_hire:
            return Resolved(duel, {})
        auction = hold_auction(duel, {player: entries.get(player, {}) for player in Player})
        reserves = {player: duel.credits[player] - auction.paid[player] for player in Player}
        duel = replace(duel, credits=reserves, control=auction.control)
        if len(auction.overbid) == len(Player) and duel.rules.both_overbid is not BothOverbid.BOTH_RUINED:
            both_lose = duel.rules.both_overbid is BothOverbid.BOTH_LOSE
            duel = duel.ended(None, "both_overbid" if both_lose else "draw")
        return Resolved(duel, {}, auction)


@dataclass(frozen=True, slots=True)
class _Ordering:
    """What phases of orders have in common: nothing an entry orders is refused, only void."""

    def check(self, duel: Duel, player: Player, entry: PlainEntry) -> Orders:  # noqa: ARG002
        """The orders as they stand."""
        return orders(entry)


def _commanders(duel: Duel, powers: set[Power]) -> frozenset[Player]:
    return frozenset(player for player in map(duel.commander, powers) if player)


class Movement(_Ordering):
    """Moves of spring and autumn."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Who commands a power with a unit."""
        return _commanders(duel, set(duel.position.units.values()))

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], lots: Lots) -> Resolved:  # noqa: ARG002
        """Units move; the dislodged of nobody, and those with nowhere to go, are removed."""
        result = adjudicate_movement(duel.position, commanded(duel, entries), standard(), duel.edition)
        fates = copied(result.outcomes)
        position = remove_at_once(duel, result.position, fates)
        return Resolved(replace(duel, position=position), worth_telling(duel, fates))


class Retreats(_Ordering):
    """Retreats of the dislodged."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Who commands a dislodged unit with a place to go."""
        able = {routed.power for routed in duel.position.dislodged.values() if routed.retreats}
        return _commanders(duel, able)

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], lots: Lots) -> Resolved:  # noqa: ARG002
        """Units retreat or are disbanded."""
        result = adjudicate_retreats(duel.position, commanded(duel, entries), duel.edition)
        return Resolved(replace(duel, position=result.position), result.outcomes)


class Winter(_Ordering):
    """Builds and removals."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Who commands a power with a removal due or a build possible."""
        return _commanders(duel, {power for power in standard().powers if awaited(duel, power)})

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], lots: Lots) -> Resolved:  # noqa: ARG002
        """Units are built and removed, by order or by default."""
        position, fates = resolve_winter(duel, entries)
        return Resolved(replace(duel, position=position), fates)


STAGES: Mapping[str, Stage] = {
    "H": ChoiceOfHomes(),
    "B": AuctionOfMercenaries(),
    "M": Movement(),
    "R": Retreats(),
    "A": Winter(),
}
"""The kinds of phases by their letter in the calendar."""
