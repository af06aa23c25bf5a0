"""From order sets to columns: by number of an order, the mask of the sets that hold it."""

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from sys import byteorder

from adjudicator.errors import OrderError

BYTE = 256
TURN = bytes(range(BYTE)) * 2
"""Cut at k, a table that subtracts -k from bytes, and counts on from the other end."""
PLANES = [bytes(ord("01"[value >> place & 1]) for value in range(BYTE)) for place in range(8)]
"""For each binary place, a table that turns bytes into that digit of theirs."""
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
