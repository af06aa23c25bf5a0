"""The hash of a position in saved games: a number for each thing on the board, all of them combined by XOR.

The numbers come from a seed by the Mersenne Twister, the same in every program that reads such files.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import xor
from typing import NamedTuple

from adjudicator.board import Board
from adjudicator.position import Position
from adjudicator.units import Kind, Location

Row = tuple[int, ...]
_SIZE, _MIDDLE, _WORD = 624, 397, 0xFFFFFFFF
_UPPER, _LOWER = 0x80000000, 0x7FFFFFFF
_HIGHEST = 2**63 - 1
_SALT, _FACTOR = 12345, 7


def _first_state(seed: int) -> list[int]:
    state = [seed & _WORD]
    for place in range(1, _SIZE):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + place) & _WORD)
    return state


def _seeded(key: int) -> list[int]:
    """The state of the generator that is seeded with a number of 32 bits."""
    state, place = _first_state(19650218), 1
    for step in range(2 * _SIZE - 1):
        before = state[place - 1] ^ (state[place - 1] >> 30)
        mixed = state[place] ^ (before * (1664525 if step < _SIZE else 1566083941))
        state[place] = (mixed + key if step < _SIZE else mixed - place) & _WORD
        place += 1
        if place == _SIZE:
            state[0], place = state[-1], 1
    state[0] = _UPPER
    return state


def _tempered(word: int) -> int:
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ (word >> 18)


def _words(seed: int) -> Iterator[int]:
    """The words of 32 bits that the generator yields."""
    state = _seeded(seed)
    while True:
        for place in range(_SIZE):
            mixed = (state[place] & _UPPER) | (state[(place + 1) % _SIZE] & _LOWER)
            odd = 0x9908B0DF if mixed & 1 else 0
            state[place] = state[(place + _MIDDLE) % _SIZE] ^ (mixed >> 1) ^ odd
        yield from map(_tempered, state)


def _numbers(seed: int) -> Iterator[int]:
    """Whole numbers from 1 to the highest of 63 bits."""
    words = _words(seed)
    for low in words:
        number = (next(words) >> 1 << 32) | low
        if number < _HIGHEST:
            yield number + 1


class _Tables(NamedTuple):
    """The numbers by kind or power and by location, both in the order of the alphabet."""

    kinds: tuple[Row, ...]
    units: tuple[Row, ...]
    dislodged_kinds: tuple[Row, ...]
    dislodged_units: tuple[Row, ...]
    centres: tuple[Row, ...]
    homes: tuple[Row, ...]


@lru_cache(maxsize=8)
def _tables(board: Board) -> _Tables:
    places, powers = len(board.number), len(board.powers)
    centres = "-".join(sorted(board.centres))
    seed = _SALT + places + sum(ord(letter) * _FACTOR**at for at, letter in enumerate(centres))
    numbers = _numbers(seed % 2**32)

    def rows(count: int) -> tuple[Row, ...]:
        return tuple(tuple(next(numbers) for _ in range(places)) for _ in range(count))

    return _Tables(*(rows(count) for count in (len(Kind), powers, len(Kind), powers, powers, powers)))


def _parts(position: Position) -> Iterator[int]:
    """The numbers of all that is in a position; home centres are those of the board."""
    board, tables = position.board, _tables(position.board)
    at = {place: number for number, place in enumerate(sorted(board.number))}
    row = {power: number for number, power in enumerate(board.powers)}
    kind = {kind: number for number, kind in enumerate(Kind)}
    for unit, power in position.units.items():
        yield tables.kinds[kind[unit.kind]][at[unit.location]]
        yield tables.units[row[power]][at[unit.location]]
    for unit, (power, _) in position.dislodged.items():
        yield tables.dislodged_kinds[kind[unit.kind]][at[unit.location]]
        yield tables.dislodged_units[row[power]][at[unit.location]]
    for province, power in position.owners.items():
        yield tables.centres[row[power]][at[Location(province)]]
    for power, homes in board.homes.items():
        yield from (tables.homes[row[power]][at[Location(home)]] for home in homes)


def hash_of(position: Position) -> int:
    """Return the hash of a position: its units, dislodged ones, owners of centres, and home centres."""
    return reduce(xor, _parts(position), 0)
