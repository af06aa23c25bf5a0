"""The outcome of every set of a bulk. Sets that the equations leave open are resolved one by one."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from sys import byteorder

from adjudicator.battle import Battle
from adjudicator.bulk.equations import Equations
from adjudicator.bulk.field import BulkField
from adjudicator.bulk.slate import Slate
from adjudicator.compiled_orders import NO_ORDER, compiled_order
from adjudicator.decisions import dislodged as is_dislodged
from adjudicator.errors import OrderError
from adjudicator.legality import holding
from adjudicator.movement import adjudicate_movement
from adjudicator.orders import Hold, Move, MovementOrder
from adjudicator.paradoxes import resolve
from adjudicator.position import Position
from adjudicator.results import Result
from adjudicator.units import Power

BYTE = 256
ALL_BYTES_TWICE = bytes(range(BYTE)) * 2
"""`ALL_BYTES_TWICE[k:][:BYTE]` is a translation table that adds k to a byte, modulo 256."""
BIT_TABLES = [bytes(ord("01"[value >> place & 1]) for value in range(BYTE)) for place in range(8)]
"""For each bit of a byte, a translation table from the byte to the digit "0" or "1" of that bit."""
DIGIT_VALUES = bytes(value - ord("0") if value in b"01" else value for value in range(BYTE))
"""A translation table from the digits "0" and "1" to the bytes 0 and 1."""
LOW, HIGH = (0, 1) if byteorder == "little" else (1, 0)
"""The places of the low and the high byte of a 16-bit number in this machine's memory."""


def columns_of(ranges: Sequence[range], sets: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the columns of sets.

    It is fastest if every set has one order for each unit, in the order of the units.
    """
    if set(map(len, sets)) == {len(ranges)}:
        found = _aligned_columns(ranges, sets)
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


def _aligned_columns(ranges: Sequence[range], sets: Sequence[Sequence[int]]) -> dict[int, int] | None:
    """Return the columns if every set has the order of each unit in that unit's place, else None."""
    try:
        numbers = array("H", list(chain.from_iterable(sets))).tobytes()
    except OverflowError:
        return None
    columns: dict[int, int] = {}
    step = 2 * len(ranges)
    for unit, orders in enumerate(ranges):
        low, high = numbers[2 * unit + LOW :: step], numbers[2 * unit + HIGH :: step]
        nth = low.translate(ALL_BYTES_TWICE[-orders.start % BYTE :][:BYTE])
        if (
            len(orders) > BYTE
            or nth.translate(None, ALL_BYTES_TWICE[: len(orders)])
            or high != _high_bytes(orders, nth)
        ):
            return None
        digits = nth[::-1]
        tables = BIT_TABLES[: (len(orders) - 1).bit_length()]
        bits = [int(digits.translate(table), 2) for table in tables]
        _split(columns, orders.start, (1 << len(sets)) - 1, bits)
    return columns


def _high_bytes(orders: range, nth: bytes) -> bytes:
    """Return the high bytes of order numbers; nth: the place of each number in the range, a byte each."""
    high, low = divmod(orders.start, BYTE)
    return nth.translate(bytes([high]) * (BYTE - low) + bytes([high + 1 & BYTE - 1]) * low)


def _split(columns: dict[int, int], number: int, mask: int, bits: Sequence[int]) -> None:
    """Split the sets of a mask into columns of order numbers, from `number` on.

    bits: for each binary digit, lowest first, the sets in which the offset from `number` has a 1 there.
    """
    if not mask:
        return
    if not bits:
        columns[number] = mask
        return
    ones = mask & bits[-1]
    _split(columns, number + (1 << len(bits) - 1), ones, bits[:-1])
    _split(columns, number, mask ^ ones, bits[:-1])


def check(columns: Mapping[int, int], orders: int, count: int) -> None:
    """Raise OrderError for a number that no order has, and for a mask with bits beyond `count` sets."""
    if columns:
        if any(mask >> count for mask in columns.values()):
            raise OrderError("columns", f"there are {count} sets, and bits of others")
        for number in (min(columns), max(columns)):
            if not 0 <= number < orders:
                raise OrderError("order", f"{number} is the number of no order")


def resolve_one_by_one(
    slate: Slate, columns: Mapping[int, int], sets: int, arrived: dict[int, int], dislodged: list[int]
) -> None:
    """Resolve each set of a mask by itself, and replace its bits in `arrived` and `dislodged`."""
    for number, mask in arrived.items():
        arrived[number] = mask ^ (mask & sets)
    for unit, mask in enumerate(dislodged):
        dislodged[unit] = mask ^ (mask & sets)
    for bit in _bits(sets):
        numbers = [number for number, column in columns.items() if column & bit]
        battle = _resolved(slate, numbers)
        for number in numbers:
            province = slate.lanes.provinces[slate.unit_of[number]]
            if isinstance(slate.orders[number], Move) and battle.verdict[province]:
                arrived[number] |= bit
        for unit, province in enumerate(slate.lanes.provinces):
            if is_dislodged(battle, province):
                dislodged[unit] |= bit


def _resolved(slate: Slate, numbers: list[int]) -> Battle:
    provinces, board = slate.lanes.provinces, slate.position.board
    compiled = [NO_ORDER] * len(slate.scene.units)
    for province, unit in zip(provinces, slate.units, strict=True):
        compiled[province] = compiled_order(board, holding(unit))
    for number in numbers:
        compiled[provinces[slate.unit_of[number]]] = compiled_order(board, slate.orders[number])
    battle = Battle(slate.scene, compiled)
    resolve(battle)
    return battle


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


class Column:
    """A mask for numpy: `numpy.asarray(column)` is an array of bool with one element for each set."""

    def __init__(self, mask: int, count: int) -> None:
        self._sets = _as_bytes(mask, count) if count else b""

    def __repr__(self) -> str:
        """The number of sets in the mask, and of all sets."""
        return f"<Column: {self._sets.count(1)} of {len(self._sets)} sets>"

    def __len__(self) -> int:
        """The number of sets."""
        return len(self._sets)

    @property
    def __array_interface__(self) -> dict[str, object]:
        """NumPy's array interface, version 3."""
        return {"shape": (len(self._sets),), "typestr": "|b1", "data": self._sets, "version": 3}


def _as_bytes(mask: int, count: int) -> bytes:
    """The bits of a mask as bytes of 0 and 1, the first set first."""
    return f"{mask:0{count}b}"[::-1].encode().translate(DIGIT_VALUES)


class Fates:
    """The outcomes of all sets, as masks: bit s is set if something is so in set s.

    arrived: for each number of a move, the sets in which that move was ordered and succeeded.
    dislodged: for each index of a unit, the sets in which that unit was dislodged.
    one_by_one: the sets that the resolver of single phases had to decide: paradoxes and the like.
    columns: for each number of an order, the sets that hold it.
    count: the number of sets.
    """

    def __init__(self, slate: Slate, columns: Mapping[int, int], count: int) -> None:
        self.slate = slate
        self.columns = dict(columns)
        self.count = count
        self.arrived: dict[int, int] = dict.fromkeys(slate.lanes.moves, 0)
        self.dislodged: list[int] = [0] * len(slate.units)
        self.one_by_one = 0

    def __repr__(self) -> str:
        """The number of sets and of units."""
        return f"<Fates: {self.count} sets of {len(self.slate.units)} units>"

    def column(self, mask: int) -> Column:
        """Wrap a mask for numpy: `numpy.asarray(fates.column(fates.arrived[number]))` is an array of bool."""
        return Column(mask, self.count)

    def packed(self, mask: int) -> bytes:
        """Pack a mask into bytes of eight sets each; the first set is the lowest bit of the first byte."""
        return mask.to_bytes((self.count + 7) // 8, "little")

    def orders(self, s: int) -> dict[Power, list[MovementOrder]]:
        """The orders of one set, one for each unit; raises IndexError for a set that does not exist."""
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
    """Adjudicate many sets of order numbers, each with at most one for a unit; a unit without one holds.

    Raises OrderError for a number that no order has.
    """
    return adjudicate_columns(slate, columns_of(slate.ranges, sets), len(sets))


def adjudicate_columns(slate: Slate, columns: Mapping[int, int], count: int) -> Fates:
    """Adjudicate `count` sets of orders, given as columns: bit s of `columns[number]` is 1 if set s holds it.

    A unit without an order in a set holds. At most one order of a unit may be in a set, which is not checked.
    Raises OrderError for a number that no order has, and for bits beyond `count`.
    """
    check(columns, len(slate.orders), count)
    fates = Fates(slate, columns, count)
    field = BulkField(slate, fates.columns, count)
    equations = Equations(field)
    equations.propagate()
    unresolved = field.not_covered
    for lane in field.active:
        unresolved |= field.succeeds[lane] ^ field.may_succeed[lane]
    if unresolved:
        unresolved = _resolve_circles(equations, unresolved)
    _read_off(fates, field)
    fates.one_by_one = unresolved
    if unresolved:
        resolve_one_by_one(slate, fates.columns, unresolved, fates.arrived, fates.dislodged)
    return fates


def _resolve_circles(equations: Equations, unresolved: int) -> int:
    """Let circular movement succeed where all equations allow it; return the sets that are still unresolved.

    Where only moves and supports are open, the answer by which all open moves succeed makes more moves than
    any other, so `paradoxes` takes it too.
    """
    field = equations.field
    excluded = field.not_covered
    for lane in field.active:
        excluded |= field.by_sea[lane] ^ field.convoy_holds[lane] ^ field.convoy_fails[lane]
    tried = unresolved ^ (unresolved & excluded)
    if not tried:
        return unresolved
    open_lanes = [lane for lane in field.active if (field.succeeds[lane] ^ field.may_succeed[lane]) & tried]
    for lane in open_lanes:
        field.succeeds[lane] |= field.may_succeed[lane] & tried
        field.leaves[field.lanes.units[lane]] |= field.succeeds[lane]
    for province in {field.lanes.targets[lane] for lane in open_lanes}:
        equations.compare(province)
    failed = 0
    for lane in open_lanes:
        sure, _ = equations.verdict(lane, field.lanes.defenders[lane])
        failed |= tried & field.succeeds[lane] & ~sure
    return unresolved ^ (tried ^ (tried & failed))


def _read_off(fates: Fates, field: BulkField) -> None:
    """Read from the field which moves arrived and which units were dislodged."""
    lanes, lane_of, succeeds = field.lanes, field.lanes.lane_of, field.succeeds
    for number in lanes.moves:
        mask = succeeds[lane_of[number]]
        if mask:
            fates.arrived[number] = mask & fates.columns.get(number, 0)
    for unit, province in enumerate(lanes.provinces):
        entered = 0
        for lane in field.lanes_into.get(province, ()):
            entered |= succeeds[lane]
        fates.dislodged[unit] = entered ^ (entered & field.leaves[unit])
