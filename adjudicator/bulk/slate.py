"""All legal orders of a position, numbered, and what can be read from them before any are given."""

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
"""Stands for "no lane" and for "no unit"."""


class NumberedSupport:
    """A support order in numbers.

    unit, supported: the indices of the supporting and of the supported unit.
    lane: the lane of the supported move; NONE for a support to hold.
    aim: the province where the support counts, which is the target of the supported move, or the province
        of the unit supported to hold.
    moves: the numbers of the supported moves if the support names a coast and so fits only some moves of
        the lane; else empty.
    by_defender: whether the support comes from the power of the unit in the target.
    """

    __slots__ = ("aim", "by_defender", "lane", "moves", "supported", "unit")

    def __init__(
        self, unit: int, supported: int, lane: int, aim: int, moves: Sequence[int], *, by_defender: bool
    ) -> None:
        self.unit = unit
        self.supported = supported
        self.lane = lane
        self.aim = aim
        self.moves = moves
        self.by_defender = by_defender


class NumberedConvoy:
    """A convoy order in numbers.

    number: the number of the order.
    fleet: the index of the fleet.
    lane: the lane of the army's move.
    same_power: whether fleet and army belong to one power.
    """

    __slots__ = ("fleet", "lane", "number", "same_power")

    def __init__(self, number: int, fleet: int, lane: int, *, same_power: bool) -> None:
        self.number = number
        self.fleet = fleet
        self.lane = lane
        self.same_power = same_power


class Lanes:
    """The orders of a slate, laid out by lane. A lane is all moves of one unit to one province, on any coast.

    By lane:
        units: the unit that moves.
        origins: the province it comes from.
        targets: the province it moves to.
        defenders: the unit that stands in the target, or NONE.
        same_power: whether that unit belongs to the power of the moving one.
        opposites: the lane of the defender back to the origin, or NONE.

    By number of an order:
        lane_of: the lane of a move; NONE for any other order.
        support_of: the support as a `NumberedSupport`; None for other orders, and if no legal move matches.

    By unit:
        provinces: the province it stands in.
        powers: its power.

    occupant, by province: the unit that stands in it, or NONE.
    moves: the numbers of all moves; `via` and `trades` say for each of these whether it asks for a convoy
        and whether it agrees to trade places.
    convoys: all convoy orders.
    """

    def __init__(self, scene: Scene, orders: Sequence[MovementOrder], unit_of: Sequence[int]) -> None:
        number = scene.board.number
        self.scene = scene
        self.orders = orders
        self.unit_of = unit_of
        self.powers: list[Power] = list(scene.position.units.values())
        self.provinces: list[int] = [number[unit.location] for unit in scene.position.units]
        self.occupant: list[int] = [NONE] * len(scene.board.codes)
        for unit, province in enumerate(self.provinces):
            self.occupant[province] = unit
        self.units: list[int] = []
        self.origins: list[int] = []
        self.targets: list[int] = []
        self.defenders: list[int] = []
        self.same_power: list[bool] = []
        self.lane_of: list[int] = [NONE] * len(orders)
        self.moves: list[int] = []
        self.via: list[bool] = []
        self.trades: list[bool] = []
        self.support_of: list[NumberedSupport | None] = [None] * len(orders)
        self.convoys: list[NumberedConvoy] = []
        self._lane_to: dict[tuple[int, int], int] = {}
        self._moves_to: dict[tuple[int, Location], list[int]] = {}
        for at, order in enumerate(orders):
            if isinstance(order, Move):
                self._add_move(at, order, number[order.to])
        self.opposites: list[int] = [
            self._lane_to.get((defender, origin), NONE)
            for defender, origin in zip(self.defenders, self.origins, strict=True)
        ]
        for at, order in enumerate(orders):
            if isinstance(order, Support):
                self.support_of[at] = self._support(at, order)
            elif isinstance(order, Convoy):
                self.convoys.append(self._convoy(at, order))

    def _add_move(self, at: int, order: Move, target: int) -> None:
        unit = self.unit_of[at]
        lane = self._lane_to.setdefault((unit, target), len(self.units))
        if lane == len(self.units):
            defender = self.occupant[target]
            self.units.append(unit)
            self.origins.append(self.provinces[unit])
            self.targets.append(target)
            self.defenders.append(defender)
            self.same_power.append(defender != NONE and self.powers[defender] == self.powers[unit])
        self.lane_of[at] = lane
        self.moves.append(at)
        self.via.append(order.via)
        self.trades.append(order.trade)
        self._moves_to.setdefault((unit, order.to), []).append(at)
        province = Location(province_of(order.to))
        if province != order.to:
            self._moves_to.setdefault((unit, province), []).append(at)

    def _support(self, at: int, order: Support) -> NumberedSupport | None:
        unit, number = self.unit_of[at], self.scene.board.number
        supported = self.occupant[number[order.supported.location]]
        if order.to is None:
            return NumberedSupport(unit, supported, NONE, self.provinces[supported], (), by_defender=False)
        target = number[order.to]
        moves = self._moves_to.get((supported, order.to), [])
        if not moves:
            return None
        lane = self._lane_to[supported, target]
        defender = self.defenders[lane]
        by_defender = defender != NONE and self.powers[defender] == self.powers[unit]
        fits_all = len(moves) == len(self._moves_to[supported, Location(province_of(order.to))])
        return NumberedSupport(
            unit, supported, lane, target, () if fits_all else moves, by_defender=by_defender
        )

    def _convoy(self, at: int, order: Convoy) -> NumberedConvoy:
        number = self.scene.board.number
        fleet, army = self.unit_of[at], self.occupant[number[order.army.location]]
        lane = self._lane_to.get((army, number[order.to]), NONE)
        return NumberedConvoy(at, fleet, lane, same_power=self.powers[fleet] == self.powers[army])


class Slate:
    """All legal orders of a position, numbered unit by unit, hold first.

    orders: the orders by number.
    unit_of: the index of the ordered unit by number.
    units, powers: the units in the order of the position, and the power of each.
    ranges: the numbers of the orders of each unit.
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

        # No cached properties: compiled classes would compute them at every access.
        self._lanes: Lanes | None = None
        self._numbers: dict[MovementOrder, int] = {}

    def __repr__(self) -> str:
        """The number of orders and of units."""
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
            raise OrderError("order", f"{order} is not a legal order of this position")
        return found

    @property
    def lanes(self) -> Lanes:
        """The orders laid out for the equations, built on first use."""
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
