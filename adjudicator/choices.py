"""All that can be ordered in a phase, by unit or, in winter, by power."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.adjustments import builds_possible, due, legal_builds
from adjudicator.editions import STANDARD, Edition
from adjudicator.offers import legal_orders
from adjudicator.orders import Disband, Order, Retreat
from adjudicator.phases import PhaseKind
from adjudicator.position import Position, power_on
from adjudicator.units import Power, Unit


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


def _movement(position: Position, powers: Iterable[Power], edition: Edition) -> list[UnitChoice]:
    """List every unit of the powers with its legal orders; hold comes first."""
    units = {unit: power for power in powers for unit in position.units_of(power)}
    legal = legal_orders(position, units, edition)
    return [UnitChoice(power, unit, legal[unit]) for unit, power in units.items()]


def _retreats(position: Position, powers: Iterable[Power]) -> list[UnitChoice]:
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


def legal_choices(
    position: Position, kind: PhaseKind, powers: Iterable[Power] | None = None, edition: Edition = STANDARD
) -> Choices:
    """List all legal orders of one side in a phase of the base game: of some powers, or of all when left out.

    Nothing in a phase that the base game does not have. Builds may always be waived; `WAIVE` is not listed.
    Raises PositionError for a power that is not on the board.
    """
    board = position.board
    side = board.powers if powers is None else tuple(power_on(board, power, "powers") for power in powers)
    match kind:
        case PhaseKind.MOVEMENT:
            return Choices(_movement(position, side, edition))
        case PhaseKind.RETREATS:
            return Choices(_retreats(position, side))
        case PhaseKind.ADJUSTMENTS:
            found = (_winter(position, power) for power in side)
            return Choices(winters=[choice for choice in found if choice.number])
    return Choices()


def _winter(position: Position, power: Power) -> WinterChoice:
    return removal_choice(position, power) if due(position, power) < 0 else build_choice(position, power)
