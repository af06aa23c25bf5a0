"""All legal orders of a position, numbered, and what they say before it is known which are given."""

from collections.abc import Sequence
from itertools import chain

from adjudicator.choices import LegalOrders
from adjudicator.editions import STANDARD, Edition
from adjudicator.errors import OrderError
from adjudicator.orders import Convoy, Move, MovementOrder, Support
from adjudicator.position import Position
from adjudicator.scene import Scene
from adjudicator.units import Location, Power, Unit, province_of

NONE = -1
"""The number of no lane, and the index of no unit."""


class Aiding:
    """A support: the indices of its unit and of the supported one, and the lane of the supported move.

    The lane of a support to hold is NONE. `moves` lists the numbers of the supported moves where a
    coast leaves others of the lane out. `kin` says that it comes from the power of the unit in the
    target; `aim` is the province that it is aimed at.
    """

    __slots__ = ("aim", "kin", "lane", "moves", "supported", "unit")

    def __init__(
        self, unit: int, supported: int, lane: int, aim: int, moves: Sequence[int], *, kin: bool
    ) -> None:
        self.unit = unit
        self.supported = supported
        self.lane = lane
        self.aim = aim
        self.moves = moves
        self.kin = kin


class Carrying:
    """A convoy: its number, the index of its fleet, the lane of the army, whether both are of one power."""

    __slots__ = ("fleet", "kin", "lane", "number")

    def __init__(self, number: int, fleet: int, lane: int, *, kin: bool) -> None:
        self.number = number
        self.fleet = fleet
        self.lane = lane
        self.kin = kin


class Lanes:
    """A lane is all moves of one unit to one province, on whatever coast it ends.

    By lane: `units` its unit, `ends` the province it leads to, `starts` where it comes from, `facing` the
    unit in its end, `kin` whether that is of the same power, `back` the lane that leads the other way.
    By number of an order: `lane_of` its lane if it is a move, `aiding_of` what it supports; `moves` are the
    numbers of all moves, `via` says which of them ask for a convoy.
    By unit: `homes` the province it stands in, `powers` its power.
    """

    def __init__(self, scene: Scene, orders: Sequence[MovementOrder], unit_of: Sequence[int]) -> None:
        number = scene.board.number
        self.scene = scene
        self.orders = orders
        self.unit_of = unit_of
        self.powers: list[Power] = list(scene.position.units.values())
        self.homes: list[int] = [number[unit.location] for unit in scene.position.units]
        self.occupant: list[int] = [NONE] * len(scene.board.codes)
        for unit, home in enumerate(self.homes):
            self.occupant[home] = unit
        self.units: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.facing: list[int] = []
        self.kin: list[bool] = []
        self.lane_of: list[int] = [NONE] * len(orders)
        self.moves: list[int] = []
        self.via: list[bool] = []
        self.trades: list[bool] = []
        self.aiding_of: list[Aiding | None] = [None] * len(orders)
        self.carryings: list[Carrying] = []
        self._between: dict[tuple[int, int], int] = {}
        self._named: dict[tuple[int, Location], list[int]] = {}
        for at, order in enumerate(orders):
            if isinstance(order, Move):
                self._add(at, order, number[order.to])
        self.back: list[int] = [
            self._between.get((facing, start), NONE)
            for facing, start in zip(self.facing, self.starts, strict=True)
        ]
        for at, order in enumerate(orders):
            if isinstance(order, Support):
                self.aiding_of[at] = self._aiding(at, order)
            elif isinstance(order, Convoy):
                self.carryings.append(self._carrying(at, order))

    def _add(self, at: int, order: Move, end: int) -> None:
        unit = self.unit_of[at]
        lane = self._between.setdefault((unit, end), len(self.units))
        if lane == len(self.units):
            facing = self.occupant[end]
            self.units.append(unit)
            self.starts.append(self.homes[unit])
            self.ends.append(end)
            self.facing.append(facing)
            self.kin.append(facing != NONE and self.powers[facing] == self.powers[unit])
        self.lane_of[at] = lane
        self.moves.append(at)
        self.via.append(order.via)
        self.trades.append(order.trade)
        self._named.setdefault((unit, order.to), []).append(at)
        whole = Location(province_of(order.to))
        if whole != order.to:
            self._named.setdefault((unit, whole), []).append(at)

    def _aiding(self, at: int, order: Support) -> Aiding | None:
        unit, number = self.unit_of[at], self.scene.board.number
        supported = self.occupant[number[order.supported.location]]
        if order.to is None:
            return Aiding(unit, supported, NONE, self.homes[supported], (), kin=False)
        end = number[order.to]
        moves = self._named.get((supported, order.to), [])
        if not moves:
            return None
        lane = self._between[supported, end]
        facing = self.facing[lane]
        kin = facing != NONE and self.powers[facing] == self.powers[unit]
        whole = len(moves) == len(self._named[supported, Location(province_of(order.to))])
        return Aiding(unit, supported, lane, end, () if whole else moves, kin=kin)

    def _carrying(self, at: int, order: Convoy) -> Carrying:
        number = self.scene.board.number
        fleet, army = self.unit_of[at], self.occupant[number[order.army.location]]
        lane = self._between.get((army, number[order.to]), NONE)
        return Carrying(at, fleet, lane, kin=self.powers[fleet] == self.powers[army])


class Slate:
    """All legal orders of a position, numbered unit by unit, hold first.

    `units` are in the order of the position, `powers` theirs; `ranges` holds the numbers of the orders
    of each unit, `unit_of` the index of the unit of each number.
    """

    def __init__(self, scene: Scene) -> None:
        offers = LegalOrders(scene)
        self.scene = scene
        self.position = scene.position
        self.edition = scene.edition
        self.units: tuple[Unit, ...] = tuple(scene.position.units)
        self.powers: tuple[Power, ...] = tuple(scene.position.units.values())
        offered = [offers.of(unit) for unit in self.units]
        self.orders: tuple[MovementOrder, ...] = tuple(chain.from_iterable(offered))
        self.ranges: tuple[range, ...] = _numbered(offered)
        self.unit_of: tuple[int, ...] = tuple(
            chain.from_iterable([index] * len(orders) for index, orders in enumerate(offered))
        )

        # Not as cached properties, which compiled classes work out at every look.
        self._lanes: Lanes | None = None
        self._numbers: dict[MovementOrder, int] = {}

    def __repr__(self) -> str:
        """How many orders there are, of how many units."""
        return f"<Slate: {len(self.orders)} orders of {len(self.units)} units>"

    @classmethod
    def of(cls, position: Position, edition: Edition = STANDARD) -> "Slate":
        """The legal orders of a position, judged by an edition."""
        return cls(Scene(position, edition))

    def __contains__(self, order: MovementOrder) -> bool:
        """True if an order is legal in this position."""
        self._read_numbers()
        return order in self._numbers

    def _read_numbers(self) -> None:
        if not self._numbers:
            self._numbers.update({order: number for number, order in enumerate(self.orders)})

    def number(self, order: MovementOrder) -> int:
        """The number of an order; raises OrderError for one that is not legal here."""
        self._read_numbers()
        found = self._numbers.get(order)
        if found is None:
            raise OrderError("order", f"{order} is no legal order of this position")
        return found

    @property
    def lanes(self) -> Lanes:
        """The orders laid out for the equations, when they are first needed."""
        if self._lanes is None:
            self._lanes = Lanes(self.scene, self.orders, self.unit_of)
        return self._lanes


def _numbered(offered: Sequence[Sequence[MovementOrder]]) -> tuple[range, ...]:
    ranges: list[range] = []
    first = 0
    for orders in offered:
        ranges.append(range(first, first + len(orders)))
        first += len(orders)
    return tuple(ranges)
