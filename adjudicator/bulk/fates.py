"""The outcome of every set of a bulk, read off its columns; what the equations leave open, one by one."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from sys import byteorder

from adjudicator.battle import Battle
from adjudicator.bulk.equations import Equations
from adjudicator.bulk.field import BulkField
from adjudicator.bulk.slate import Slate
from adjudicator.compiled_orders import NO_ORDER, compiled_order
from adjudicator.decisions import dislodged
from adjudicator.errors import OrderError
from adjudicator.legality import holding
from adjudicator.movement import adjudicate_movement
from adjudicator.orders import Hold, Move, MovementOrder
from adjudicator.paradoxes import resolve
from adjudicator.position import Position
from adjudicator.results import Result
from adjudicator.units import Power

BYTE = 256
TURN = bytes(range(BYTE)) * 2
"""Cut at k, a table that subtracts -k from bytes, and counts on from the other end."""
PLANES = [bytes(ord("01"[value >> place & 1]) for value in range(BYTE)) for place in range(8)]
"""For each binary place, a table that turns bytes into that digit of theirs."""
DIGITS = bytes(value - ord("0") if value in b"01" else value for value in range(BYTE))
"""Turns the digits of a binary number into the bytes 0 and 1."""
LOW, HIGH = (0, 1) if byteorder == "little" else (1, 0)


def columns_of(ranges: Sequence[range], sets: Sequence[Sequence[int]]) -> dict[int, int]:
    """The columns of sets; those with one order for every unit, in the order of the units, are quickest."""
    if set(map(len, sets)) == {len(ranges)}:
        found = _aligned(ranges, sets)
        if found is not None:
            return found
    members: dict[int, list[int]] = {}
    for index, numbers in enumerate(sets):
        for number in numbers:
            if number in members:
                members[number].append(index)
            else:
                members[number] = [index]
    return {number: _mask(indices, len(sets)) for number, indices in members.items()}


def _mask(indices: Sequence[int], count: int) -> int:
    digits = bytearray(b"0" * count)
    for index in indices:
        digits[-1 - index] = ord("1")
    return int(digits, 2)


def _aligned(ranges: Sequence[range], sets: Sequence[Sequence[int]]) -> dict[int, int] | None:
    """The columns of sets that hold an order of each unit in its place; None when these do not."""
    try:
        numbers = array("H", list(chain.from_iterable(sets))).tobytes()
    except OverflowError:
        return None
    columns: dict[int, int] = {}
    step = 2 * len(ranges)
    for unit, orders in enumerate(ranges):
        low, high = numbers[2 * unit + LOW :: step], numbers[2 * unit + HIGH :: step]
        nth = low.translate(TURN[-orders.start % BYTE :][:BYTE])
        if len(orders) > BYTE or nth.translate(None, TURN[: len(orders)]) or high != _high(orders, nth):
            return None
        digits = nth[::-1]
        places = [int(digits.translate(plane), 2) for plane in PLANES[: (len(orders) - 1).bit_length()]]
        _split(columns, orders.start, (1 << len(sets)) - 1, places)
    return columns


def _high(orders: range, nth: bytes) -> bytes:
    """The higher bytes of the numbers of the orders that are the nth of a range."""
    high, low = divmod(orders.start, BYTE)
    return nth.translate(bytes([high]) * (BYTE - low) + bytes([high + 1 & BYTE - 1]) * low)


def _split(columns: dict[int, int], number: int, mask: int, places: Sequence[int]) -> None:
    """Share the sets of a mask among `number` and those after it, by the digits of what each adds to it."""
    if not mask:
        return
    if not places:
        columns[number] = mask
        return
    ones = mask & places[-1]
    _split(columns, number + (1 << len(places) - 1), ones, places[:-1])
    _split(columns, number, mask ^ ones, places[:-1])


def check(columns: Mapping[int, int], orders: int, count: int) -> None:
    """Raise OrderError for a number that no order has, and for a mask of more sets than `count`."""
    if columns:
        if any(mask >> count for mask in columns.values()):
            raise OrderError("columns", f"there are {count} sets, and bits of others")
        for number in (min(columns), max(columns)):
            if not 0 <= number < orders:
                raise OrderError("order", f"{number} is the number of no order")


def resolve_singly(
    slate: Slate, columns: Mapping[int, int], sets: int, arrived: dict[int, int], beaten: list[int]
) -> None:
    """Judge the sets of a mask one by one, and write them over what `arrived` and `beaten` say of them."""
    for number, mask in arrived.items():
        arrived[number] = mask ^ (mask & sets)
    for unit, mask in enumerate(beaten):
        beaten[unit] = mask ^ (mask & sets)
    for bit in _bits(sets):
        numbers = [number for number, column in columns.items() if column & bit]
        battle = _judged(slate, numbers)
        for number in numbers:
            home = slate.lanes.provinces[slate.unit_of[number]]
            if isinstance(slate.orders[number], Move) and battle.verdict[home]:
                arrived[number] |= bit
        for unit, home in enumerate(slate.lanes.provinces):
            if dislodged(battle, home):
                beaten[unit] |= bit


def _judged(slate: Slate, numbers: list[int]) -> Battle:
    homes, board = slate.lanes.provinces, slate.position.board
    compiled = [NO_ORDER] * len(slate.scene.units)
    for home, unit in zip(homes, slate.units, strict=True):
        compiled[home] = compiled_order(board, holding(unit))
    for number in numbers:
        compiled[homes[slate.unit_of[number]]] = compiled_order(board, slate.orders[number])
    battle = Battle(slate.scene, compiled)
    resolve(battle)
    return battle


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


class Column:
    """A mask as numpy takes it: `numpy.asarray(column)` is an array of bool with a place for each set."""

    def __init__(self, mask: int, count: int) -> None:
        self._sets = _spread(mask, count) if count else b""

    def __repr__(self) -> str:
        """How many sets there are, and how many are in it."""
        return f"<Column: {self._sets.count(1)} of {len(self._sets)} sets>"

    def __len__(self) -> int:
        """The number of sets."""
        return len(self._sets)

    @property
    def __array_interface__(self) -> dict[str, object]:
        """What numpy asks for (its array interface, version 3)."""
        return {"shape": (len(self._sets),), "typestr": "|b1", "data": self._sets, "version": 3}


def _spread(mask: int, count: int) -> bytes:
    """The bits of a mask as bytes of 0 and 1, the first set first."""
    return f"{mask:0{count}b}"[::-1].encode().translate(DIGITS)


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

    def __repr__(self) -> str:
        """How many sets there are, of how many units."""
        return f"<Fates: {self.count} sets of {len(self.slate.units)} units>"

    def column(self, mask: int) -> Column:
        """A mask for numpy: `numpy.asarray(fates.column(fates.arrived[number]))` is an array of bool."""
        return Column(mask, self.count)

    def packed(self, mask: int) -> bytes:
        """A mask as bytes, eight sets in each, the first set the lowest bit of the first byte."""
        return mask.to_bytes((self.count + 7) // 8, "little")

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
    field = BulkField(slate, fates.columns, count)
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
    for there in {field.lanes.targets[lane] for lane in circling}:
        equations.reckon(there)
    failed = 0
    for lane in circling:
        sure, _ = equations.verdict(lane, field.lanes.defenders[lane])
        failed |= tried & field.yes[lane] & ~sure
    return left ^ (tried ^ (tried & failed))


def _note(fates: Fates, field: BulkField) -> None:
    """Write down who arrived and who was dislodged."""
    lanes, lane_of, yes = field.lanes, field.lanes.lane_of, field.yes
    for number in lanes.moves:
        won = yes[lane_of[number]]
        if won:
            fates.arrived[number] = won & fates.columns.get(number, 0)
    for unit, home in enumerate(lanes.provinces):
        struck = 0
        for lane in field.into.get(home, ()):
            struck |= yes[lane]
        fates.dislodged[unit] = struck ^ (struck & field.left[unit])
