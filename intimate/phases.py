"""The kinds of phase, each with two answers: the players awaited and the resolution."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from adjudicator import Outcomes, PhaseKind, Power, standard
from intimate.auction import Auction, hold_auction
from intimate.command import editable, noteworthy, orders_that_count, remove_uncommanded
from intimate.duel import Duel, Ending
from intimate.entries import HomesList, Orders, Sheet, sheets_of
from intimate.homes import choose_homes
from intimate.lots import Lots
from intimate.players import Player
from intimate.rules import BothOverbid
from intimate.seasons import starting_credits
from intimate.winter import adjusts, resolve_winter


class Resolved(NamedTuple):
    """The duel after a phase, before the calendar moves on, and what happened in it."""

    duel: Duel
    outcomes: Outcomes
    auction: Auction | None = None


class Stage(Protocol):
    """A kind of phase."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The players without whom it cannot be resolved before the deadline."""

    def resolve(self, duel: Duel, entries: Mapping[Player, Any], lots: Lots) -> Resolved:
        """Resolve entries of the phase's own type; a player without one handed in nothing."""


class ChoiceOfHomes:
    """Both players rank the seven powers (section 2)."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Both, until home powers are known."""
        return frozenset(() if duel.homes else Player)

    def resolve(self, duel: Duel, entries: Mapping[Player, HomesList], lots: Lots) -> Resolved:
        """Give out home powers, unless they are known, and the reserves with them; raises LotMissing."""
        homes = duel.homes or choose_homes(entries, lots)
        return Resolved(starting_credits(replace(duel, homes=homes)), {})


class AuctionOfMercenaries:
    """Sealed sheets for the mercenaries (section 4)."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """Both, while a mercenary owns a centre."""
        return frozenset(Player if duel.for_hire else ())

    def resolve(self, duel: Duel, entries: Mapping[Player, Sheet], lots: Lots) -> Resolved:  # noqa: ARG002
        """Charge the bids and assign commands; both overbid may end the duel (`both_overbid`)."""
        if not duel.for_hire:
            return Resolved(duel, {})
        auction = hold_auction(duel, sheets_of(entries))
        reserves = {player: duel.credits[player] - auction.paid[player] for player in Player}
        duel = replace(duel, credits=reserves, control=auction.control)
        if len(auction.overbid) == len(Player) and duel.rules.both_overbid is not BothOverbid.BOTH_RUINED:
            both_lose = duel.rules.both_overbid is BothOverbid.BOTH_LOSE
            duel = duel.ended(None, Ending.BOTH_OVERBID if both_lose else Ending.DRAW)
        return Resolved(duel, {}, auction)


def _commanders(duel: Duel, powers: frozenset[Power]) -> frozenset[Player]:
    return frozenset(player for player in map(duel.commander, powers) if player)


class Movement:
    """Moves of spring and autumn."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The commanders of powers with a unit."""
        return _commanders(duel, duel.game.awaited)

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], lots: Lots) -> Resolved:  # noqa: ARG002
        """Move units; the dislodged of nobody, and those with nowhere to go, are removed."""
        game, result = duel.game.resolve(orders_that_count(duel, entries))
        outcomes = editable(result.outcomes)
        position = remove_uncommanded(duel, game.position, outcomes)
        return Resolved(replace(duel, position=position), noteworthy(duel, outcomes))


class Retreats:
    """Retreats of the dislodged."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The commanders of dislodged units with a place to go."""
        return _commanders(duel, duel.game.awaited)

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], lots: Lots) -> Resolved:  # noqa: ARG002
        """Retreat or disband units; in autumn supply centres change owner."""
        game, result = duel.game.resolve(orders_that_count(duel, entries))
        return Resolved(replace(duel, position=game.position), result.outcomes)


class Winter:
    """Builds and removals."""

    def awaits(self, duel: Duel) -> frozenset[Player]:
        """The commanders of powers with a removal due or a build possible."""
        powers = frozenset(power for power in standard().powers if adjusts(duel, power))
        return _commanders(duel, powers)

    def resolve(self, duel: Duel, entries: Mapping[Player, Orders], lots: Lots) -> Resolved:  # noqa: ARG002
        """Build and remove units, by order or by default."""
        position, outcomes = resolve_winter(duel, entries)
        return Resolved(replace(duel, position=position), outcomes)


STAGES: Mapping[PhaseKind, Stage] = {
    PhaseKind.HOMES: ChoiceOfHomes(),
    PhaseKind.AUCTION: AuctionOfMercenaries(),
    PhaseKind.MOVEMENT: Movement(),
    PhaseKind.RETREATS: Retreats(),
    PhaseKind.ADJUSTMENTS: Winter(),
}
