"""What the legal orders of a position say, by number, before it is known which of them are given."""

from collections.abc import Sequence

from adjudicator.orders import Convoy, Move, MovementOrder, Support
from adjudicator.scene import Scene
from adjudicator.units import Location, Power, province_of

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
