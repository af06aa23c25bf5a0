"""Who had what against whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.tournament.values import Decision, Entry, Meeting


@dataclass(frozen=True, slots=True)
class Cell:
    """One meeting as one of its two sees it; opponent: none in a bye. points: none while they play."""

    round: int
    opponent: int | None
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class Row:
    """The meetings of one entry, by opponent and by round; more than one where they met more than once."""

    entry: int
    against: Mapping[int, tuple[Cell, ...]]
    rounds: Mapping[int, tuple[Cell, ...]]


def _cells(meeting: Meeting) -> Iterable[tuple[int, Cell]]:
    mine, theirs = meeting.points or (None, None)
    yield meeting.first, Cell(meeting.round, meeting.second, mine)
    if meeting.second is not None:
        yield meeting.second, Cell(meeting.round, meeting.first, theirs)


def crosstable(entries: Sequence[Entry], meetings: Iterable[Meeting]) -> tuple[Row, ...]:
    """Lay out all meetings, a row for each entry in the order given; annulled ones are left out."""
    cells = defaultdict[int, list[Cell]](list)
    for meeting in sorted(meetings, key=lambda meeting: meeting.round):
        if meeting.decision is not Decision.ANNULLED:
            for entry, cell in _cells(meeting):
                cells[entry].append(cell)
    return tuple(_row(entry.id, cells[entry.id]) for entry in entries)


def _row(entry: int, cells: Sequence[Cell]) -> Row:
    against, rounds = defaultdict[int, tuple[Cell, ...]](tuple), defaultdict[int, tuple[Cell, ...]](tuple)
    for cell in cells:
        rounds[cell.round] += (cell,)
        if cell.opponent is not None:
            against[cell.opponent] += (cell,)
    return Row(entry, dict(against), dict(rounds))
