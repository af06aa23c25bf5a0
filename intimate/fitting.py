"""Entries left beforehand, when their phase has come: what is left of them, by what is then legal."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator import Order, PhaseKind, Power, Province, Retreat, Unreadable, province_of
from intimate.auction import may_be_overbid
from intimate.desk import Desk, check_strictly
from intimate.duel import Duel
from intimate.entries import NO_SHEET, Entry, GivenOrder, Orders, Sheet, check
from intimate.errors import EntryError, OrderRefused
from intimate.players import Player


class Fitting(NamedTuple):
    """What is left of an entry when its phase has come, and whether that decides all that is asked."""

    entry: Entry
    complete: bool


def fitting(duel: Duel, player: Player, entry: Entry, *, overbid_accepted: bool = False) -> Fitting:
    """Return what is left of an entry that was left for the phase which the duel now awaits.

    overbid_accepted: the player said that a sheet may be overbid. Raises EntryError for an entry that the
    phase does not take.
    """
    if isinstance(entry, Sheet):
        return _fitting_sheet(duel, player, entry, overbid_accepted=overbid_accepted)
    check(duel, player, entry)
    if not isinstance(entry, Orders) or duel.kind is PhaseKind.MOVEMENT:
        raise EntryError("not_ahead", "phase", f"{duel.phase} takes nothing beforehand")
    return _fitting_orders(Desk(duel, player), entry)


def _fitting_sheet(duel: Duel, player: Player, sheet: Sheet, *, overbid_accepted: bool) -> Fitting:
    """Drop the bids for powers that cannot be hired any more; a sheet that may not be at all bids nothing."""
    for_hire = duel.for_hire
    left = Sheet({power: bid for power, bid in sheet.bids.items() if power in for_hire})
    try:
        check_strictly(duel, player, left)
    except EntryError:
        check_strictly(duel, player, NO_SHEET)
        return Fitting(NO_SHEET, complete=False)
    return Fitting(left, overbid_accepted or not may_be_overbid(duel, player, left.bids))


def _fitting_orders(desk: Desk, entry: Orders) -> Fitting:
    """Take the orders that are legal now, in their sequence, as far as they are due."""
    taken: dict[Power, list[Order]] = {}
    for given in _accepted(desk, entry):
        orders = taken.setdefault(given.power, [])
        is_due = desk.kind is PhaseKind.RETREATS or len(orders) < desk.most_winter_orders(given.power)
        if is_due and _place(given.order) not in {_place(order) for order in orders if order.unit}:
            orders.append(given.order)
    left = Orders({power: orders for power, orders in taken.items() if orders})
    return Fitting(left, _is_complete(desk, left))


def _accepted(desk: Desk, entry: Orders) -> Iterator[GivenOrder]:
    for power, orders in entry.by_power.items():
        for order in orders:
            if isinstance(order, Unreadable):
                continue
            try:
                yield desk.accept(order, power)
            except OrderRefused:
                continue


def _place(order: Order) -> Province | None:
    return order.unit.province if order.unit else None


def _is_complete(desk: Desk, orders: Orders) -> bool:
    """Tell whether each dislodged unit has an order of its own place, and each power all that is due."""
    if desk.kind is PhaseKind.RETREATS:
        ordered = {order.unit for order in orders.all}
        everyone = all(choice.unit in ordered for choice in desk.choices.units)
        return everyone and _are_apart(orders.all)
    winters = desk.choices.winters
    return all(len(orders.by_power.get(winter.power, ())) == winter.number for winter in winters)


def _are_apart(orders: Iterable[Order | Unreadable]) -> bool:
    """Tell whether no two retreats lead to one province (1971 XI.2)."""
    goals = [province_of(order.to) for order in orders if isinstance(order, Retreat)]
    return len(set(goals)) == len(goals)
