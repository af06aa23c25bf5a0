"""The Baf score of one player of an ordinary game (seed 004, VII and annex)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

SOLO = 18
"""With so many centres a game on the ordinary board is won; the last row and column of the table."""
EVERYTHING, NOTHING = Fraction(100), Fraction(0)
LEAST: Mapping[int, Fraction] = {
    1: Fraction(50),
    2: Fraction("36.413"),
    3: Fraction("29.891"),
    4: Fraction("26.630"),
    5: Fraction("25.543"),
}
"""What a first place is worth at least, by how many share it."""
LEAST_OF_MANY = Fraction(25)
"""What it is worth when six or seven share it."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Scores by own centres and the most of another one; of a shared first place by how many share it."""

    cells: Mapping[tuple[int, int], Fraction]
    shared: Mapping[tuple[int, int], Fraction]


def _cells(lines: list[list[str]]) -> dict[tuple[int, int], Fraction]:
    """Read lines of which the first names the columns, and each other one its row."""
    columns = [int(column) for column in lines[0][1:]]
    return {
        (int(row), column): Fraction(cell)
        for row, *cells in lines[1:]
        for column, cell in zip(columns, cells, strict=True)
        if cell not in ("-", "shared")
    }


@cache
def _table() -> _Table:
    text = files(__package__).joinpath("baf.txt").read_text("utf-8")
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    middle = lines.index([])
    cells, shared = _cells(lines[:middle]), _cells(lines[middle + 1 :])
    twos = {(own, 2): score for (own, other), score in cells.items() if own == other}
    return _Table(cells, twos | shared)


def _as_given(own: int, other: int, sharing: int) -> Fraction:
    """Look a cell up; one that is not given has the value of the first one given on its right."""
    table = _table()
    if own == other and (own, sharing) in table.shared:
        return table.shared[own, sharing]
    columns = range(other + (own == other), SOLO + 1)
    return next((table.cells[own, column] for column in columns if (own, column) in table.cells), NOTHING)


def baf_score(
    own: int, other: int, sharing: int = 1, *, eliminated: bool = False, solo: int = SOLO
) -> Fraction:
    """Return the points of a player, from 0 to 100.

    own: their centres. other: those of the other player who has most. sharing: how many share the first
    place, them included. eliminated: without centres, or without units and home centres. solo: the centres
    that win a game of the variant, at most 18. Raises ValueError when the numbers contradict each other.
    """
    if not 0 < solo <= SOLO or own < 0 or other < 0 or sharing < 1 or min(own, other) >= solo:
        raise ValueError("there is no such game")
    if eliminated or own == 0 or other >= solo:
        return NOTHING
    if own >= solo:
        return EVERYTHING
    if own < other:
        return _as_given(own, other, 1)
    if (own == other) != (sharing > 1):
        raise ValueError("who shares the first place has as many centres as another one")
    return max(_as_given(own, other, sharing), LEAST.get(sharing, LEAST_OF_MANY))
