"""The desk takes a player's orders: impossible ones are refused with a reason, not left void."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from adjudicator import (
    STANDARD,
    Build,
    Cause,
    Disband,
    Edition,
    Kind,
    Location,
    Move,
    Order,
    PhaseKind,
    Position,
    Power,
    Province,
    Reason,
    Retreat,
    Unit,
    Unreadable,
    Waive,
    adjudicate_adjustments,
    builds_possible,
    closed_goal,
    due,
    examine,
    province_of,
    same_unit,
    standard,
)
from intimate.duel import Duel
from intimate.entries import Entry, GivenOrder, Orders, check
from intimate.errors import EntryError, OrderRefused, refuse_for
from intimate.options import Choices, choices_of
from intimate.players import Player


class Desk:
    """Takes the orders of one player in the awaited phase, in any spelling of a possible order."""

    def __init__(self, duel: Duel, player: Player) -> None:
        self.duel = duel
        self.kind = duel.kind
        self.commanded = duel.commands(player)
        self._player = player

    @property
    def edition(self) -> str | None:
        """The edition whose abbreviations the players use; None for today's."""
        return spelt_by(self.duel.edition)

    @cached_property
    def choices(self) -> Choices:
        """All that the player can order, listed when it is first needed."""
        return choices_of(self.duel, self._player)

    def unit_at(self, province: Province) -> Unit | None:
        """Find the unit that an order about a province means in the awaited phase."""
        return unit_meant(self.duel.position, self.kind, province)

    def can(self, order: Order) -> bool:
        """Tell whether the player can give an order."""
        try:
            self.accept(order)
        except OrderRefused:
            return False
        return True

    def accept(self, order: Order, named: Power | None = None) -> GivenOrder:
        """Return the order in its stored form with its power; raises OrderRefused.

        named: the power that the order was written for, if any; it matters only for a waive.
        """
        if self.kind is PhaseKind.RETREATS and isinstance(order, Move):
            order = Retreat(order.unit, order.to)
        power = self._power(order, named)
        if power is None:
            raise OrderRefused(self._not_theirs(order))
        if self.kind is PhaseKind.MOVEMENT:
            legal = examine(self.duel.position, power, order, self.duel.edition)
            if isinstance(legal, Reason):
                raise OrderRefused(legal)
            if goal := closed_goal(legal, self.duel.closed):
                raise OrderRefused(Reason(Cause.CLOSED, place=goal))
            return GivenOrder(power, legal)
        return self._offered(power, order)

    def _offered(self, power: Power, order: Order) -> GivenOrder:
        """Find the listed order that is meant, in retreats or winter."""
        listed = self.choices.by_power.get(power, ())
        alike = [order] if order in listed else [other for other in listed if _alike(other, order)]
        if len(alike) != 1:
            raise OrderRefused(self._refusal(power, order, several=len(alike) > 1))
        return GivenOrder(power, alike[0])

    def check_count(self, power: Power, given: int) -> None:
        """Raise OrderRefused if a power already has all its orders in winter."""
        if self.kind is PhaseKind.ADJUSTMENTS and given >= self.most_winter_orders(power):
            raise OrderRefused(Reason(Cause.NOTHING_DUE))

    def most_winter_orders(self, power: Power) -> int:
        """Count the removals due or builds possible, the most that can be ordered."""
        return max(-due(self.duel.position, power), builds_possible(self.duel.position, power))

    def judged(self, power: Power, order: Order | Unreadable) -> Order | Reason:
        """Return an order of a power in its stored form, or why it cannot be given."""
        if isinstance(order, Unreadable):
            return Reason(Cause.UNREADABLE)
        try:
            given = self.accept(order, power)
        except OrderRefused as refused:
            return refused.reason
        if given.power != power:
            return Reason(Cause.FOREIGN_UNIT, (order.unit,) if order.unit else ())
        return given.order

    def is_as_stored(self, power: Power, order: Order | Unreadable) -> bool:
        """Tell whether a power can give an order, and the order is already in its stored form."""
        return self.judged(power, order) == order

    def alternatives(self, power: Power, order: Order | Unreadable) -> Sequence[Order]:
        """List what could be ordered in place of an order: of its unit or, in winter, of its power."""
        listed = self.choices.by_power.get(power, ())
        if self.kind is PhaseKind.ADJUSTMENTS:
            return listed
        place = order.unit.province if order.unit else None
        return [other for other in listed if other.unit and other.unit.province == place]

    def _power(self, order: Order, named: Power | None) -> Power | None:
        """Find the commanded power of an order; for a waive, the one named or the only one possible."""
        if isinstance(order, Waive):
            waiving = [power for power, listed in self.choices.by_power.items() if Waive() in listed]
            if named is not None:
                return named if named in waiving else None
            return waiving[0] if len(waiving) == 1 else None
        if isinstance(order, Build):
            space = standard().spaces.get(order.unit.province)
            return space.home if space and space.home in self.commanded else None
        unit = self.unit_at(order.unit.province)
        owner = owner_of(self.duel.position, unit) if unit and same_unit(unit, order.unit) else None
        return owner if owner in self.commanded else None

    def _not_theirs(self, order: Order) -> Reason:
        if isinstance(order, Waive):
            return self._no_waive()
        if isinstance(order, Build):
            return Reason(Cause.NOT_A_HOME_CENTRE, place=order.unit.province)
        position = self.duel.position
        on_board = position.occupants().get(order.unit.province)
        found = [unit for unit in (self.unit_at(order.unit.province), on_board) if unit]
        meant = next((unit for unit in found if same_unit(unit, order.unit)), None)
        if meant is None:
            return Reason(Cause.NO_UNIT, (order.unit,))
        own = owner_of(position, meant) in self.commanded
        return Reason(Cause.NOTHING_DUE) if own else Reason(Cause.FOREIGN_UNIT, (meant,))

    def _no_waive(self) -> Reason:
        if self.kind is not PhaseKind.ADJUSTMENTS:
            return Reason(Cause.WRONG_PHASE)
        builds = any(not choice.removes for choice in self.choices.winters)
        return Reason(Cause.MUST_BUILD if builds else Cause.NOTHING_DUE)

    def _refusal(self, power: Power, order: Order, *, several: bool) -> Reason:
        if isinstance(order, Retreat) and self.kind is PhaseKind.RETREATS:
            cause = Cause.COAST_NEEDED if several else Cause.RETREAT_BARRED
            return Reason(cause, (order.unit,), order.to)
        if isinstance(order, Build | Disband) and self.kind is PhaseKind.ADJUSTMENTS:
            orders = {power: [order]}
            outcomes = adjudicate_adjustments(self.duel.position, orders, self.duel.edition).outcomes[power]
            return next(iter(outcomes.values())).reason or Reason(Cause.NOTHING_DUE)
        return Reason(Cause.WRONG_PHASE)


def spelt_by(edition: Edition) -> str | None:
    """Return the name of an edition, since it decides the abbreviations; None for today's."""
    return None if edition.name == STANDARD.name else edition.name


def unit_meant(position: Position, kind: PhaseKind | None, province: Province) -> Unit | None:
    """Find the unit that an order about a province means: in retreats a dislodged one."""
    units = position.dislodged if kind is PhaseKind.RETREATS else position.units
    return next((unit for unit in units if unit.province == province), None)


def owner_of(position: Position, unit: Unit) -> Power:
    """Find the power of a unit; of two alike, that of the dislodged one, since it gets the orders."""
    dislodged = position.dislodged.get(unit)
    return dislodged.power if dislodged else position.units[unit]


def _alike(offered: Order, order: Order) -> bool:
    """Compare orders, ignoring a missing coast, or one named for an army (DATC 4.B.6)."""
    if isinstance(offered, Retreat) and isinstance(order, Retreat):
        return same_unit(offered.unit, order.unit) and _same_place(offered.unit.at(offered.to), order.to)
    if isinstance(offered, Build) and isinstance(order, Build):
        return same_unit(offered.unit, order.unit) and _same_place(offered.unit, order.unit.location)
    if isinstance(offered, Disband) and isinstance(order, Disband):
        return same_unit(offered.unit, order.unit)
    return False


def _same_place(unit: Unit, named: Location) -> bool:
    if unit.kind is Kind.ARMY:
        return province_of(named) == unit.province
    return named in {unit.location, Location(unit.province)}


def check_strictly(duel: Duel, player: Player, entry: Entry) -> None:
    """Raise EntryError for an entry that `check` refuses, or that holds an order that would be void.

    Every order must be possible, each unit ordered once, and no winter order too many.
    """
    check(duel, player, entry)
    if isinstance(entry, Orders):
        check_orders(Desk(duel, player), entry)


def check_orders(desk: Desk, entry: Orders) -> None:
    """Raise EntryError unless a desk takes all these orders together, exactly as they are."""
    refuse_for(fault for power, orders in entry.by_power.items() for fault in _faults(desk, power, orders))


def _faults(desk: Desk, power: Power, orders: Sequence[Order | Unreadable]) -> Iterator[EntryError]:
    field = f"orders.{power}"
    for order in orders:
        found = desk.judged(power, order)
        if found != order:
            reason = found if isinstance(found, Reason) else None
            # Only bots read the alternatives, so they are listed on demand.
            others = partial(list, [found]) if reason is None else partial(desk.alternatives, power, order)
            words = f"{str(order)!r} cannot be ordered"
            yield EntryError("illegal_order", field, words, order=order, reason=reason, alternatives=others)
    places = [order.unit.province for order in orders if order.unit]
    if len(set(places)) != len(places):
        yield EntryError("ordered_twice", field, "a place is ordered twice", power=power)
    is_winter = desk.kind is PhaseKind.ADJUSTMENTS and power in desk.commanded
    if is_winter and len(orders) > desk.most_winter_orders(power):
        yield EntryError("too_many", field, "more orders than are due", power=power)
