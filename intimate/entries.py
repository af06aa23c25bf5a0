"""Entries: a list of powers, a sheet of bids, or orders; and how the rules check them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator import Order, PhaseKind, Power, Unreadable, standard
from intimate.duel import Duel
from intimate.errors import EntryError, refuse_for
from intimate.players import Player
from intimate.rules import Overbid

Bids = Mapping[Power, int]
HIGHEST_BID = 10**6
"""Far beyond any reserve; longer numbers are not bids."""
SHARE = re.compile("[0-9a-f]{16,64}")


@dataclass(frozen=True, slots=True)
class HomesList:
    """The seven powers in the order in which a player wants them (section 2).

    share: the player's part of the source of draws, 16 to 64 hex digits; empty for none.
    """

    powers: tuple[Power, ...]
    share: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The positive bids of a player for mercenaries, in credits (section 4); a bid of 0 is none."""

    bids: Bids = field(default_factory=dict)

    def __post_init__(self) -> None:
        if 0 in self.bids.values():
            object.__setattr__(self, "bids", {power: bid for power, bid in self.bids.items() if bid != 0})

    @property
    def total(self) -> int:
        """Add up all bids."""
        return sum(self.bids.values())


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders by power, in the sequence of entry; unreadable text stays as it was written."""

    by_power: Mapping[Power, Sequence[Order | Unreadable]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # With lists, equal orders would not be equal.
        tuples = {power: tuple(orders) for power, orders in self.by_power.items()}
        object.__setattr__(self, "by_power", tuples)

    @property
    def all(self) -> list[Order | Unreadable]:
        """List the orders of all powers."""
        return [order for orders in self.by_power.values() for order in orders]


class GivenOrder(NamedTuple):
    """An order in its stored form, and its power."""

    power: Power
    order: Order


NO_SHEET, NO_ORDERS = Sheet(), Orders()
Entry = HomesList | Sheet | Orders
"""An entry of any kind of phase."""
Entries = Mapping[Player, Entry]
"""The entries of both players; a player left out handed in nothing."""


def sheets_of(entries: Entries) -> dict[Player, Sheet]:
    """Return the sheet of each player; without one a player bids nothing (section 4)."""
    given = {player: entries.get(player, NO_SHEET) for player in Player}
    return {player: entry for player, entry in given.items() if isinstance(entry, Sheet)}


ENTRY_TYPES: Mapping[PhaseKind, type[HomesList | Sheet | Orders]] = {
    PhaseKind.HOMES: HomesList,
    PhaseKind.AUCTION: Sheet,
    PhaseKind.MOVEMENT: Orders,
    PhaseKind.RETREATS: Orders,
    PhaseKind.ADJUSTMENTS: Orders,
}
"""The type of entry that each kind of phase takes."""


def default_entry(kind: PhaseKind) -> Entry:
    """Return an entry that every position allows: no bids, no orders."""
    if kind is PhaseKind.HOMES:
        return HomesList(standard().powers)
    return Sheet() if kind is PhaseKind.AUCTION else Orders()


def check(duel: Duel, player: Player, entry: Entry) -> None:
    """Raise EntryError when an entry breaks the rules of entry of the awaited phase."""
    if duel.phase is None:
        raise EntryError("ended", "phase", "the duel is over")
    if player not in tuple(Player):
        raise EntryError("no_such_player", "entries", f"there is no player {player!r}")
    if not isinstance(entry, ENTRY_TYPES[duel.phase.kind]):
        raise EntryError("wrong_kind", "entry", f"{duel.phase} takes another kind of entry")
    if isinstance(entry, HomesList):
        check_list(entry)
    elif isinstance(entry, Sheet):
        check_sheet(duel, player, entry)


def check_list(entry: HomesList) -> None:
    """Raise EntryError unless the list names each of the seven powers once (section 2)."""
    powers = standard().powers
    if sorted(entry.powers) != sorted(powers):
        raise EntryError("not_a_permutation", "homes", f"must name each of {', '.join(powers)} once")
    if entry.share and not SHARE.fullmatch(entry.share):
        raise EntryError("share_shape", "share", "must be 16 to 64 digits of hex, in lower case")


def check_sheet(duel: Duel, player: Player, sheet: Sheet) -> None:
    """Raise EntryError for a bid that cannot be made, or a forbidden overbid (section 4)."""
    refuse_for(fault for power in sheet.bids if (fault := _fault_of_bid(duel, power, sheet.bids[power])))
    reserve = duel.credits[player]
    if duel.rules.overbid is Overbid.FORBIDDEN and sheet.total > reserve:
        raise EntryError(
            "sheet_over_reserve",
            "bids",
            f"the total of {sheet.total} exceeds the reserve of {reserve}",
            total=sheet.total,
            reserve=reserve,
        )


def check_bid(power: Power, bid: object) -> int:
    """Return a bid; raises EntryError unless it is a whole number of credits, 0 or more."""
    if isinstance(bid, bool) or not isinstance(bid, int) or not 0 <= bid <= HIGHEST_BID:
        message = f"{bid!r} is not a whole number from 0 to {HIGHEST_BID}"
        raise EntryError("bid_not_whole", f"bids.{power}", message, bid=bid)
    return bid


def _fault_of_bid(duel: Duel, power: Power, bid: int) -> EntryError | None:
    try:
        check_bid(power, bid)
    except EntryError as error:
        return error
    field = f"bids.{power}"
    if power in duel.homes.values():
        return EntryError("bid_for_home", field, "a home power cannot be hired", power=power)
    if power not in standard().powers:
        return EntryError("bid_for_unknown", field, "there is no such power", power=power)
    if power not in duel.for_hire:
        return EntryError("bid_for_dead", field, "it owns no supply centre", power=power)
    return None
