"""What a player hands in, read from plain data; every refusal names the field."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator import Power, standard
from intimate.duel import Duel
from intimate.errors import EntryError
from intimate.players import Player
from intimate.rules import Overbid

PlainEntry = Mapping[str, object]
"""An entry as records hold it: `homes`, `bids` or `orders`; other keys are ignored."""
Bids = Mapping[Power, int]
HIGHEST_BID = 10**6
"""Far beyond any reserve; longer figures are not bids."""


class Orders(NamedTuple):
    """Orders in the canonical notation by power, in the sequence of entry."""

    by_power: Mapping[Power, Sequence[str]]


def homes_list(entry: PlainEntry) -> tuple[Power, ...] | None:
    """The list of all seven powers, or None when nothing was handed in; raises EntryError (section 2)."""
    listed = entry.get("homes")
    if listed is None:
        return None
    powers = standard().powers
    if not isinstance(listed, list | tuple) or sorted(map(str, listed)) != sorted(powers):
        raise EntryError("not_a_permutation", "homes", f"must name each of {', '.join(powers)} once")
    return tuple(Power(str(power)) for power in listed)


def _bid(power: str, bid: object) -> int:
    if isinstance(bid, bool) or not isinstance(bid, int) or not 0 <= bid <= HIGHEST_BID:
        raise EntryError(
            "bid_not_whole",
            f"bids.{power}",
            f"{bid!r} is not a whole number from 0 to {HIGHEST_BID}",
            bid=bid,
        )
    return bid


def _check_hireable(duel: Duel, power: str) -> None:
    if power in duel.homes.values():
        raise EntryError("bid_for_home", f"bids.{power}", "a home power cannot be hired", power=power)
    if power not in standard().powers:
        raise EntryError("bid_for_unknown", f"bids.{power}", "there is no such power", power=power)
    if power not in duel.for_hire:
        raise EntryError("bid_for_dead", f"bids.{power}", "it owns no supply centre", power=power)


def sheet(duel: Duel, player: Player, entry: PlainEntry) -> Bids:
    """The positive bids of a sheet; 0 and no bid are the same; raises EntryError (section 4)."""
    given = entry.get("bids")
    if not isinstance(given, Mapping | None):
        raise EntryError("sheet_shape", "bids", "must give a number of credits to each power")
    bids = {str(power): _bid(str(power), bid) for power, bid in (given or {}).items()}
    for power, bid in bids.items():
        if bid:
            _check_hireable(duel, power)
    total, reserve = sum(bids.values()), duel.credits[player]
    if duel.rules.overbid is Overbid.FORBIDDEN and total > reserve:
        raise EntryError(
            "sheet_over_reserve",
            "bids",
            f"the total of {total} exceeds the reserve of {reserve}",
            total=total,
            reserve=reserve,
        )
    return {Power(power): bid for power, bid in bids.items() if bid}


def orders(entry: PlainEntry) -> Orders:
    """The orders of an entry as they stand; those that cannot be carried out will be void."""
    given = entry.get("orders")
    if not isinstance(given, Mapping | None):
        raise EntryError("orders_shape", "orders", "must list the orders of each power")
    for power, listed in (given or {}).items():
        if not isinstance(listed, list | tuple) or not all(isinstance(text, str) for text in listed):
            raise EntryError("orders_shape", f"orders.{power}", "must be a list of orders")
    return Orders({Power(str(power)): tuple(listed) for power, listed in (given or {}).items()})
