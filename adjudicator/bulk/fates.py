"""What becomes of every set of a bulk."""

from collections.abc import Mapping, Sequence

from adjudicator.bulk.columns import check, columns_of
from adjudicator.bulk.equations import Equations
from adjudicator.bulk.field import Field
from adjudicator.bulk.single import resolve_singly
from adjudicator.bulk.slate import Slate
from adjudicator.movement import adjudicate_movement
from adjudicator.orders import Hold, MovementOrder
from adjudicator.position import Position
from adjudicator.results import Result
from adjudicator.units import Power


class Fates:
    """What becomes of every set: `arrived` by number of a move and `dislodged` by index of a unit.

    Each is a mask whose bit s is set where the move was carried out, or the unit dislodged, in set s.
    `singly` are the sets that the resolver of single phases had to judge: paradoxes and the like.
    """

    def __init__(self, slate: Slate, columns: Mapping[int, int], count: int) -> None:
        self.slate = slate
        self.columns = dict(columns)
        self.count = count
        self.arrived: dict[int, int] = dict.fromkeys(slate.lanes.moves, 0)
        self.dislodged: list[int] = [0] * len(slate.units)
        self.singly = 0

    def orders(self, s: int) -> dict[Power, list[MovementOrder]]:
        """The orders of one set, one for each unit; raises IndexError for a set that there is not."""
        slate = self.slate
        if not 0 <= s < self.count:
            raise IndexError(f"there is no set {s} among {self.count}")
        found: list[MovementOrder] = [Hold(unit) for unit in slate.units]
        for number, column in self.columns.items():
            if column >> s & 1:
                found[slate.unit_of[number]] = slate.orders[number]
        given: dict[Power, list[MovementOrder]] = {}
        for power, order in zip(slate.powers, found, strict=True):
            given.setdefault(power, []).append(order)
        return given

    def result(self, s: int) -> Result:
        """The result of one set, with outcomes and reasons."""
        return adjudicate_movement(self.slate.position, self.orders(s), self.slate.edition)

    def position(self, s: int) -> Position:
        """The position after one set."""
        return self.result(s).position


def adjudicate_many(slate: Slate, sets: Sequence[Sequence[int]]) -> Fates:
    """Adjudicate many sets of order numbers, one for each unit at most; a unit without one holds.

    Raises OrderError for a number that no order has.
    """
    return adjudicate_columns(slate, columns_of(slate.ranges, sets), len(sets))


def adjudicate_columns(slate: Slate, columns: Mapping[int, int], count: int) -> Fates:
    """Adjudicate `count` sets of orders by columns: bit s of `columns[number]`: set s holds that order.

    A set holds one order of a unit at most, which is not looked at; a unit without one holds. Raises
    OrderError for a number that no order has, and for bits of more sets.
    """
    check(columns, len(slate.orders), count)
    fates = Fates(slate, columns, count)
    field = Field(slate, fates.columns, count)
    equations = Equations(field)
    equations.propagate()
    left = field.handed
    for lane in field.active:
        left |= field.yes[lane] ^ field.may[lane]
    if left:
        left = _go_round(equations, left)
    _note(fates, field)
    fates.singly = left
    if left:
        resolve_singly(slate, fates.columns, left, fates.arrived, fates.dislodged)
    return fates


def _go_round(equations: Equations, left: int) -> int:
    """Let moves in circles go where that satisfies all equations; return the sets that are left.

    Where only moves and supports are open, an answer by which all open moves succeed makes more moves than
    any other, and so is the one that `paradoxes` takes.
    """
    field = equations.field
    closed = field.handed
    for lane in field.active:
        closed |= field.by_sea[lane] ^ field.stands[lane] ^ field.falls[lane]
    tried = left ^ (left & closed)
    if not tried:
        return left
    circling = [lane for lane in field.active if (field.yes[lane] ^ field.may[lane]) & tried]
    for lane in circling:
        field.yes[lane] |= field.may[lane] & tried
        field.left[field.lanes.units[lane]] |= field.yes[lane]
    for there in {field.lanes.ends[lane] for lane in circling}:
        equations.reckon(there)
    failed = 0
    for lane in circling:
        sure, _ = equations.verdict(lane, field.lanes.facing[lane])
        failed |= tried & field.yes[lane] & ~sure
    return left ^ (tried ^ (tried & failed))


def _note(fates: Fates, field: Field) -> None:
    """Write down who arrived and who was dislodged."""
    lanes, lane_of, yes = field.lanes, field.lanes.lane_of, field.yes
    for number in lanes.moves:
        won = yes[lane_of[number]]
        if won:
            fates.arrived[number] = won & fates.columns.get(number, 0)
    for unit, home in enumerate(lanes.homes):
        struck = 0
        for lane in field.into.get(home, ()):
            struck |= yes[lane]
        fates.dislodged[unit] = struck ^ (struck & field.left[unit])
