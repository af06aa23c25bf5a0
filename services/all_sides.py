"""All that the base game lets all sides order at a moment, whoever commands them in a duel."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator import (
    Build,
    Cause,
    Disband,
    Edition,
    Kind,
    Location,
    Move,
    Order,
    Position,
    Power,
    Province,
    Reason,
    Retreat,
    Unit,
    Unreadable,
    Waive,
    builds_possible,
    due,
    legal_builds,
    legal_orders,
    standard,
)
from adjudicator.units import same_unit
from intimate.calendar import Phase
from intimate.options import UnitChoice, WinterChoice


class Moment(NamedTuple):
    """A phase in which something can be decided, and the position in which it is played."""

    phase: Phase
    position: Position


class AllSides:
    """All that can be ordered at a moment, and whose order an order is."""

    def __init__(self, moment: Moment, edition: Edition) -> None:
        self.phase, self.position = moment
        self.rules = edition
        self.kind = self.phase.kind

    @property
    def edition(self) -> str | None:
        """The edition whose abbreviations may be written; None for those of today."""
        return None if self.rules.name == "standard" else self.rules.name

    def unit_at(self, province: Province) -> Unit | None:
        """The unit that an order about a province means."""
        units = self.position.dislodged if self.kind == "R" else self.position.units
        return next((unit for unit in units if unit.province == province), None)

    def settle(self, order: Order, _: Power | None = None) -> tuple[Power, Order] | Reason:
        """The order with the power that it is an order of, or why there is none; legal it need not be."""
        if isinstance(order, Waive):
            return Reason(Cause.NOTHING_DUE)
        if isinstance(order, Build) and self.kind == "A":
            return _of_home(order)
        if self.kind == "R" and isinstance(order, Move):
            order = Retreat(order.unit, order.to)
        found = self._found(order.unit)
        return found if isinstance(found, Reason) else (found[0], order._replace(unit=found[1]))

    def keep(self, text: Unreadable) -> tuple[Power, Unreadable] | Reason:
        """The same for what is no order: it is void, if a unit can be told for which it was meant."""
        found = self._found(text.unit) if text.unit else Reason(Cause.UNREADABLE)
        return found if isinstance(found, Reason) else (found[0], text._replace(unit=found[1]))

    def _found(self, named: Unit) -> tuple[Power, Unit] | Reason:
        """The unit that is meant, and its power."""
        unit = self.unit_at(named.province)
        if unit is None or not same_unit(unit, named):
            return Reason(Cause.NO_UNIT, (named,))
        retreating = self.kind == "R"
        power = self.position.dislodged[unit].power if retreating else self.position.units[unit]
        return power, unit

    def surplus(self, _: Power, __: int) -> Reason | None:
        """Nothing is too much to be tried."""
        return None

    @property
    def units(self) -> Sequence[UnitChoice]:
        """Every unit that can be ordered, by power, with its legal orders; the default comes first."""
        if self.kind == "R":
            return sorted(
                UnitChoice(power, unit, (Disband(unit), *(Retreat(unit, place) for place in retreats)))
                for unit, (power, retreats) in self.position.dislodged.items()
            )
        owners = self.position.units
        legal = legal_orders(standard(), self.position, owners, self.rules)
        return sorted(UnitChoice(power, unit, legal[unit]) for unit, power in owners.items())

    @property
    def orderable_powers(self) -> Sequence[Power]:
        """The powers that have such a unit."""
        found = self.position.dislodged.values() if self.kind == "R" else ()
        return sorted({routed.power for routed in found} or set(self.position.units.values()))

    def winter_choices(self) -> Sequence[WinterChoice]:
        """The builds and removals of every power that has any."""
        powers = (power for power in sorted(standard().powers) if number_due(self.position, power))
        return [self._winter(power) for power in powers]

    def _winter(self, power: Power) -> WinterChoice:
        removes = due(self.position, power) < 0
        removals = [Disband(unit) for unit in self.position.units_of(power)]
        orders = removals if removes else legal_builds(standard(), self.position, power)
        return WinterChoice(power, number_due(self.position, power), removes, orders, ())


def _of_home(order: Build) -> tuple[Power, Order] | Reason:
    """A build belongs to the power whose home centre it is made in."""
    unit = order.unit
    space = standard().spaces.get(unit.province)
    if space is None or space.home is None:
        return Reason(Cause.NOT_A_HOME_CENTRE, place=unit.province)
    return space.home, Build(unit.at(Location(unit.province)) if unit.kind is Kind.ARMY else unit)


def number_due(position: Position, power: Power) -> int:
    """How many builds are possible, or removals due."""
    return max(-due(position, power), builds_possible(standard(), position, power))
