"""The orders that can be given: unit by unit, and power by power in winter."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator import (
    STANDARD,
    Disband,
    Edition,
    Order,
    PhaseKind,
    Position,
    Power,
    Retreat,
    Unit,
    Waive,
    builds_possible,
    due,
    legal_builds,
    legal_orders,
)
from intimate.duel import Duel
from intimate.players import Player
from intimate.winter import default_builds, may_waive, must_build


class UnitChoice(NamedTuple):
    """A unit that can be ordered, and its legal orders; the first is what it does without order."""

    power: Power
    unit: Unit
    orders: Sequence[Order]


class WinterChoice(NamedTuple):
    """The winter of a power: `number` builds possible or removals due, and the legal orders.

    `by_default` are the builds that are made when nothing is ordered.
    """

    power: Power
    number: int
    removes: bool
    orders: Sequence[Order]
    by_default: Sequence[Unit]


class Choices(NamedTuple):
    """All that can be ordered in a phase; one of the two is empty."""

    units: Sequence[UnitChoice] = ()
    winters: Sequence[WinterChoice] = ()

    @property
    def every(self) -> Sequence[UnitChoice | WinterChoice]:
        """The choices of units and of winters."""
        return [*self.units, *self.winters]

    @property
    def powers(self) -> Sequence[Power]:
        """The powers that have something to order, in the order of their choices."""
        return list(dict.fromkeys(choice.power for choice in self.every))

    @property
    def by_power(self) -> Mapping[Power, Sequence[Order]]:
        """All legal orders by power."""
        found: dict[Power, list[Order]] = {}
        for choice in self.every:
            found.setdefault(choice.power, []).extend(choice.orders)
        return found


def movement_choices(
    position: Position, powers: Iterable[Power], edition: Edition = STANDARD
) -> list[UnitChoice]:
    """List every unit of the powers with its legal orders; hold comes first."""
    units = {unit: power for power in powers for unit in position.units_of(power)}
    legal = legal_orders(position, units, edition)
    return [UnitChoice(power, unit, legal[unit]) for unit, power in units.items()]


def retreat_choices(position: Position, powers: Sequence[Power]) -> list[UnitChoice]:
    """List every dislodged unit of the powers with its retreats; disbanding comes first."""
    return [
        UnitChoice(power, unit, (Disband(unit), *(Retreat(unit, place) for place in dislodged.retreats)))
        for power in powers
        for unit, dislodged in sorted(position.dislodged.items())
        if dislodged.power == power
    ]


def removal_choice(position: Position, power: Power) -> WinterChoice:
    """List the removals of a power that has too many units."""
    removals = [Disband(unit) for unit in position.units_of(power)]
    return WinterChoice(power, -due(position, power), removes=True, orders=removals, by_default=())


def build_choice(
    position: Position, power: Power, extra: Sequence[Order] = (), by_default: Sequence[Unit] = ()
) -> WinterChoice:
    """List the builds of a power that has too few units; `number` is 0 where none is possible."""
    number = builds_possible(position, power)
    orders = [*legal_builds(position, power), *extra]
    return WinterChoice(power, number, removes=False, orders=orders, by_default=by_default[:number])


def winter_choices(duel: Duel, player: Player) -> list[WinterChoice]:
    """List every power of a player with a removal due or a build possible."""
    choices = (_winter_choice(duel, power) for power in duel.commands(player))
    return [choice for choice in choices if choice.number]


def _winter_choice(duel: Duel, power: Power) -> WinterChoice:
    if due(duel.position, power) < 0:
        return removal_choice(duel.position, power)
    by_default = default_builds(duel, power) if must_build(duel, power) else ()
    return build_choice(duel.position, power, [Waive()] if may_waive(duel, power) else [], by_default)


def orderable_units(duel: Duel, player: Player) -> list[tuple[Power, Unit]]:
    """List the units that a player can order in movement or retreats, without what they could be ordered."""
    powers = duel.commands(player)
    if duel.kind is PhaseKind.MOVEMENT:
        return [(power, unit) for power in powers for unit in duel.position.units_of(power)]
    if duel.kind is PhaseKind.RETREATS:
        return [(choice.power, choice.unit) for choice in retreat_choices(duel.position, powers)]
    return []


def choices_of(duel: Duel, player: Player) -> Choices:
    """List all that a player can order in the awaited phase; nothing where it takes no orders."""
    powers = duel.commands(player)
    match duel.kind:
        case PhaseKind.MOVEMENT:
            return Choices(movement_choices(duel.position, powers, duel.edition))
        case PhaseKind.RETREATS:
            return Choices(retreat_choices(duel.position, powers))
        case PhaseKind.ADJUSTMENTS:
            return Choices(winters=winter_choices(duel, player))
    return Choices()


def all_choices(position: Position, kind: PhaseKind, edition: Edition = STANDARD) -> Choices:
    """List all that all powers could order in a phase of the base game, nobody forcing or waiving builds."""
    powers = position.board.powers
    match kind:
        case PhaseKind.MOVEMENT:
            return Choices(movement_choices(position, powers, edition))
        case PhaseKind.RETREATS:
            return Choices(retreat_choices(position, powers))
    found = (
        removal_choice(position, power) if due(position, power) < 0 else build_choice(position, power)
        for power in powers
    )
    return Choices(winters=[choice for choice in found if choice.number])
