"""All legal orders of a phase, by unit or, in winter, by power."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.adjustments import builds_possible, due, legal_builds
from adjudicator.board import Board
from adjudicator.convoys import crossings
from adjudicator.editions import STANDARD, Edition
from adjudicator.errors import PositionError
from adjudicator.legality import lacks_coast
from adjudicator.orders import Convoy, Disband, Hold, Move, MovementOrder, Order, Retreat, Support
from adjudicator.phases import PhaseKind
from adjudicator.position import Position, power_on
from adjudicator.scene import Scene
from adjudicator.units import Kind, Location, Power, Province, Unit


@lru_cache(maxsize=1024)
def _by_itself(board: Board, unit: Unit) -> tuple[Hold | Move, ...]:
    """A unit's hold and its moves without convoy: the same in every position."""
    return Hold(unit), *(Move(unit, place) for place in board.borders[unit.kind][unit.location])


@lru_cache(maxsize=32768)
def _shared(board: Board, unit: Unit, other: Unit) -> tuple[Location, ...]:
    """The provinces, sorted, that both units could move to on their own."""
    reaches = board.reach
    both = reaches[unit.kind][unit.location] & reaches[other.kind][other.location]
    return tuple(map(Location, sorted(both)))


@lru_cache(maxsize=32768)
def _supports_by_land(board: Board, unit: Unit, other: Unit) -> tuple[Support, ...]:
    """Supports of another unit to hold or to move without convoy: the same in every position."""
    holds = other.province in board.reach[unit.kind][unit.location]
    moves = [Support(unit, other, end) for end in _shared(board, unit, other)]
    return (Support(unit, other), *moves) if holds else tuple(moves)


class LegalOrders:
    """All legal movement orders in one position."""

    def __init__(self, scene: Scene) -> None:
        """Compute what several units share."""
        self.scene = scene
        self.board = scene.board
        self.units = sorted(scene.position.units)
        self.overseas = {unit: self._crossings(unit) for unit in self.units}

    def of(self, unit: Unit) -> tuple[MovementOrder, ...]:
        """The legal orders of a unit on the board; hold comes first."""
        by_sea = (Move(unit, Location(end), via=True) for end in sorted(self.overseas[unit]))
        return (*_by_itself(self.board, unit), *by_sea, *self._supports(unit), *self._convoys(unit))

    def _supports(self, unit: Unit) -> Iterator[Support]:
        reach = self.board.reach[unit.kind][unit.location]
        without_coasts = self.scene.edition.support_coast == "may"
        for other in self.units:
            if other == unit:
                continue
            if without_coasts and reach.isdisjoint(self.overseas[other]):
                yield from _supports_by_land(self.board, unit, other)
            else:
                yield from self._supports_of(unit, other, reach)

    def _supports_of(self, unit: Unit, other: Unit, reach: frozenset[Province]) -> Iterator[Support]:
        """Supports of a unit that could be convoyed, or for which a coast may have to be named."""
        if other.province in reach:
            yield Support(unit, other)
        for end in self._targets(unit, other, reach):
            order = Support(unit, other, end)
            if not lacks_coast(self.scene, order, other, end):
                yield order
                continue
            for location in self.board.landings(other, order.target):
                yield Support(unit, other, location)

    def _targets(self, unit: Unit, other: Unit, reach: frozenset[Province]) -> Sequence[Location]:
        """The provinces, sorted, into which the unit could support the other one."""
        near = _shared(self.board, unit, other)
        if reach.isdisjoint(self.overseas[other]):
            return near
        by_sea = self._crossings(other, without=unit.province) & reach
        return sorted({*near, *map(Location, by_sea)})

    def _crossings(self, army: Unit, without: Province | None = None) -> frozenset[Province]:
        return frozenset(self.board.places(crossings(self.board, self.scene.fleets, army, without)))

    def _convoys(self, unit: Unit) -> Iterator[Convoy]:
        if not self.board.bits[unit.province] & self.scene.fleets:
            return
        for army in self.units:
            if army.kind is Kind.FLEET:
                continue
            yield from self._convoys_of(unit, army)

    def _convoys_of(self, unit: Unit, army: Unit) -> Iterator[Convoy]:
        """The legal convoys of an army by a fleet, sorted by the code of the destination."""
        board = self.board
        ends = self.scene.convoyers(board.number[army.location])
        for end in sorted(ends, key=board.codes.__getitem__):
            if ends[end] & board.bits[unit.province]:
                yield Convoy(unit, army, Location(board.codes[end]))


def legal_orders(
    position: Position, units: Iterable[Unit], edition: Edition = STANDARD
) -> Mapping[Unit, Sequence[MovementOrder]]:
    """The legal orders of each unit in a movement phase; hold comes first.

    Raises PositionError for a unit that is not on the board.
    """
    units = list(units)
    given: Sequence[object] = units
    for unit in given:
        if not isinstance(unit, Unit):
            raise PositionError("units", f"{unit!r} is not a unit: use Unit.parse")
        if unit not in position.units:
            raise PositionError("units", f"{unit} is not on the board")
    offers = LegalOrders(Scene(position, edition))
    return {unit: offers.of(unit) for unit in units}


class UnitChoice(NamedTuple):
    """A unit and its legal orders; the first is what it does without an order."""

    power: Power
    unit: Unit
    orders: Sequence[Order]

    def __repr__(self) -> str:
        """The unit, and how many orders it has."""
        return f"<{self.unit} of {self.power}: {len(self.orders)} orders>"


class WinterChoice(NamedTuple):
    """A power's winter: the `number` of builds possible or removals due, and the legal orders.

    `by_default` are the builds made if nothing is ordered.
    """

    power: Power
    number: int
    removes: bool
    orders: Sequence[Order]
    by_default: Sequence[Unit]

    def __repr__(self) -> str:
        """The number of builds or removals, and of legal orders."""
        what = "removals" if self.removes else "builds"
        return f"<{self.power}: {self.number} {what} of {len(self.orders)} orders>"


class Choices(NamedTuple):
    """All legal orders of a phase; one of the two fields is empty."""

    units: Sequence[UnitChoice] = ()
    winters: Sequence[WinterChoice] = ()

    def __repr__(self) -> str:
        """The number of units, or the winters."""
        what = ", ".join(map(str, self.winters)) if self.winters else f"{len(self.units)} units"
        return f"<Choices: {what}>"

    @property
    def every(self) -> Sequence[UnitChoice | WinterChoice]:
        """The choices of units and of winters."""
        return [*self.units, *self.winters]

    @property
    def powers(self) -> Sequence[Power]:
        """The powers with something to order, in the order of their choices."""
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
    """Return the removals of a power with too many units."""
    removals = [Disband(unit) for unit in position.units_of(power)]
    return WinterChoice(power, -due(position, power), removes=True, orders=removals, by_default=())


def build_choice(
    position: Position, power: Power, extra: Sequence[Order] = (), by_default: Sequence[Unit] = ()
) -> WinterChoice:
    """Return the builds of a power with too few units; `number` is 0 if none is possible."""
    number = builds_possible(position, power)
    orders = [*legal_builds(position, power), *extra]
    return WinterChoice(power, number, removes=False, orders=orders, by_default=by_default[:number])


def legal_choices(
    position: Position, kind: PhaseKind, powers: Iterable[Power] | None = None, edition: Edition = STANDARD
) -> Choices:
    """List all legal orders of some powers in a phase of the base game; of all powers by default.

    Phases outside the base game have none. Builds may always be waived; `WAIVE` is not listed.
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
