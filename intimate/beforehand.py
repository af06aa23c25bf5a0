"""Entries in advance: for which phases, what they may hold, and what fits once the phase comes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from adjudicator import (
    Build,
    Cause,
    Disband,
    Dislodged,
    Kind,
    Location,
    Order,
    Phase,
    PhaseKind,
    Position,
    Power,
    Province,
    Reason,
    Retreat,
    Season,
    Unit,
    Unreadable,
    Waive,
    province_of,
    same_unit,
)
from intimate.auction import may_be_overbid
from intimate.desk import Desk, check_orders, check_strictly
from intimate.duel import Duel
from intimate.entries import ENTRY_TYPES, NO_SHEET, Entry, GivenOrder, Orders, Sheet, check
from intimate.errors import EntryError, OrderRefused
from intimate.players import Player
from intimate.rules import Overbid
from intimate.seasons import pay_income, service_after_this_year

MOST_IN_WINTER = 34
"""The most orders of a power in a winter: the number of centres."""


def phases_ahead(duel: Duel, player: Player) -> tuple[Phase, ...]:
    """List the phases that a player may prepare: those that can come before their next moves."""
    if duel.phase is None or duel.kind in {PhaseKind.HOMES, PhaseKind.AUCTION}:
        return ()
    return tuple(phase for phase in _until_moves(duel, player) if _can_come(duel, player, phase))


def _until_moves(duel: Duel, player: Player) -> Iterator[Phase]:
    """Yield the phases that follow, up to the first one for which the player may have a unit to move."""
    assert duel.phase is not None  # noqa: S101  # asked of running duels only
    calendar, commanded = duel.rules.calendar, duel.commands(player)
    phase = duel.phase.following(calendar)
    has_units = any(_units_of(duel.position, power) for power in commanded)
    while phase.kind is not PhaseKind.MOVEMENT or not (has_units or phase.year > duel.phase.year):
        yield phase
        phase = phase.following(calendar)


def _units_of(position: Position, power: Power) -> list[Unit]:
    """List the units of a power, on the board and dislodged."""
    return [*position.units_of(power), *position.dislodged_of(power)]


def _can_come(duel: Duel, player: Player, phase: Phase) -> bool:
    commanded, position = duel.commands(player), duel.position
    match phase.kind:
        case PhaseKind.RETREATS:
            return any(position.units_of(power) for power in commanded)
        case PhaseKind.ADJUSTMENTS:
            return any(_units_of(position, power) or position.centres_of(power) for power in commanded)
        case PhaseKind.AUCTION:
            limit = duel.rules.year_limit
            return bool(duel.for_hire) and (limit is None or phase.year <= limit)
    return False


def duel_at_auction(duel: Duel) -> Duel:
    """Return a duel as it will be at its next auction if no centre changes owner."""
    assert duel.phase is not None  # noqa: S101  # asked of running duels only
    auction = Phase(Season.SPRING, duel.phase.year + 1, PhaseKind.AUCTION)
    paid = pay_income(duel) if _income_is_to_come(duel) else duel
    return replace(paid, phase=auction, control={}, service=service_after_this_year(duel))


def _income_is_to_come(duel: Duel) -> bool:
    return duel.phase is not None and duel.phase.season is not Season.WINTER


def reserve_is_known(duel: Duel) -> bool:
    """Tell whether the reserves of the next auction are certain: no centre can change them any more."""
    return duel.rules.income.fixed or not _income_is_to_come(duel)


def desk_ahead(duel: Duel, player: Player, phase: Phase) -> Desk:
    """Return the desk that takes the orders for a phase ahead; raises ValueError for an auction."""
    if phase.kind is PhaseKind.RETREATS:
        return Desk(_with_all_dislodged(duel, player, phase), player)
    if phase.kind is PhaseKind.ADJUSTMENTS:
        return _WinterDesk(duel, player, phase)
    raise ValueError(f"{phase} takes no orders beforehand")


def _with_all_dislodged(duel: Duel, player: Player, phase: Phase) -> Duel:
    """Return a duel in which each unit of a player must retreat, to any adjacent place."""
    position, commanded = duel.position, duel.commands(player)
    borders = position.board.borders
    dislodged = {
        unit: Dislodged(power, borders[unit.kind][unit.location])
        for unit, power in position.units.items()
        if power in commanded
    }
    others = {unit: power for unit, power in position.units.items() if unit not in dislodged}
    return replace(duel, phase=phase, position=replace(position, units=others, dislodged=dislodged))


def _with_all_vacant(duel: Duel, phase: Phase) -> Duel:
    """Return a duel in which every power owns its home centres and may build in each."""
    board = duel.position.board
    owners = {centre: power for power in board.powers for centre in board.homes[power]}
    return replace(duel, phase=phase, position=Position({}, {}, owners, board=board))


class _WinterDesk(Desk):
    """Takes builds in the home centres of commanded powers, and removals of units that may exist by then."""

    def __init__(self, duel: Duel, player: Player, phase: Phase) -> None:
        super().__init__(_with_all_vacant(duel, phase), player)
        self._present = duel.position

    def unit_at(self, province: Province) -> Unit | None:
        """Find the unit that stands in a province now."""
        return self._present.occupants().get(province)

    def accept(self, order: Order, named: Power | None = None) -> GivenOrder:
        """Return the order in its stored form with its power; raises OrderRefused."""
        if isinstance(order, Disband):
            return self._removal(order.unit, named)
        if isinstance(order, Build | Waive):
            return super().accept(order, named)
        raise OrderRefused(Reason(Cause.WRONG_PHASE))

    def most_winter_orders(self, power: Power) -> int:  # noqa: ARG002  # the same for all
        """Return how many orders may be listed, since it is not known how many will be due."""
        return MOST_IN_WINTER

    def _removal(self, unit: Unit, named: Power | None) -> GivenOrder:
        """Take the removal of a unit; its power is looked up in winter."""
        space = self._present.board.spaces.get(unit.province)
        if unit.kind is Kind.ARMY:
            unit = unit.at(Location(unit.province))
        places = {unit.province, *space.locations} if space and space.admits(unit.kind) else set()
        if unit.location not in places:
            raise OrderRefused(Reason(Cause.NO_SUCH_BUILD, place=unit.province))
        if named in self.commanded:
            return GivenOrder(named, Disband(unit))
        standing = self.unit_at(unit.province)
        owner = self._present.units[standing] if standing and same_unit(standing, unit) else None
        return GivenOrder(owner if owner in self.commanded else self.commanded[0], Disband(unit))


def check_ahead(duel: Duel, player: Player, phase: Phase, entry: Entry) -> None:
    """Raise EntryError for an entry that could never be used in a phase ahead."""
    if phase not in phases_ahead(duel, player):
        raise EntryError("not_ahead", "phase", f"{phase} takes nothing beforehand")
    if not isinstance(entry, ENTRY_TYPES[phase.kind]):
        raise EntryError("wrong_kind", "entry", f"{phase} takes another kind of entry")
    if isinstance(entry, Orders):
        check_orders(desk_ahead(duel, player, phase), entry)
        return
    then = duel_at_auction(duel)
    if not reserve_is_known(duel):
        then = replace(then, rules=replace(then.rules, overbid=Overbid.ALLOWED))
    check_strictly(then, player, entry)


class Fitting(NamedTuple):
    """The part of an entry that fits when its phase comes; complete: whether nothing is left to decide."""

    entry: Entry
    complete: bool


def fitting(duel: Duel, player: Player, entry: Entry, *, overbid_accepted: bool = False) -> Fitting:
    """Return the part that fits of an entry that was prepared for the phase now awaited.

    overbid_accepted: the player has accepted that the sheet may be an overbid. Raises EntryError for an
    entry that the phase does not take.
    """
    if isinstance(entry, Sheet):
        return _fitting_sheet(duel, player, entry, overbid_accepted=overbid_accepted)
    check(duel, player, entry)
    if not isinstance(entry, Orders) or duel.kind is PhaseKind.MOVEMENT:
        raise EntryError("not_ahead", "phase", f"{duel.phase} takes nothing beforehand")
    return _fitting_orders(Desk(duel, player), entry)


def _fitting_sheet(duel: Duel, player: Player, sheet: Sheet, *, overbid_accepted: bool) -> Fitting:
    """Drop the bids for powers that cannot be hired any more; replace a forbidden sheet by an empty one."""
    for_hire = duel.for_hire
    left = Sheet({power: bid for power, bid in sheet.bids.items() if power in for_hire})
    try:
        check_strictly(duel, player, left)
    except EntryError:
        check_strictly(duel, player, NO_SHEET)
        return Fitting(NO_SHEET, complete=False)
    return Fitting(left, overbid_accepted or not may_be_overbid(duel, player, left.bids))


def _fitting_orders(desk: Desk, entry: Orders) -> Fitting:
    """Take the orders that are legal now, in sequence, up to the number due."""
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
    """Tell whether all dislodged units have orders, to different places, and all powers those due."""
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
