"""Points by entry, and the crosstable."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.tournament.values import Decision, Entry, Meeting, TournamentPlan

WIN, NOTHING = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class MeetingResult:
    """One entry's result of a meeting; opponent: None for a bye, which counts as a win."""

    round: int
    opponent: int | None
    points: Fraction
    against: Fraction


def bye(number: int, board: int, entry: int) -> Meeting:
    """Return a bye: a decided meeting, and a win."""
    return Meeting(number, board, entry, None, points=(WIN, NOTHING), decision=Decision.BYE)


def _both_sides(meeting: Meeting) -> Iterator[tuple[int, MeetingResult]]:
    assert meeting.points is not None  # noqa: S101  # asked of meetings that count
    mine, theirs = meeting.points
    if meeting.second is None:
        yield meeting.first, MeetingResult(meeting.round, None, WIN, NOTHING)
    else:
        yield meeting.first, MeetingResult(meeting.round, meeting.second, mine, theirs)
        yield meeting.second, MeetingResult(meeting.round, meeting.first, theirs, mine)


def results_of(meetings: Iterable[Meeting]) -> Mapping[int, list[MeetingResult]]:
    """List the results of each entry, by its id, without annulled and undecided meetings."""
    results = defaultdict[int, list[MeetingResult]](list)
    for meeting in meetings:
        if meeting.counts:
            for entry, result in _both_sides(meeting):
                results[entry].append(result)
    return results


def scores_of(
    plan: TournamentPlan, entries: Sequence[Entry], meetings: Iterable[Meeting]
) -> dict[int, Fraction]:
    """Sum up the points of each entry, every round with its coefficient."""
    results = results_of(meetings)
    return {
        entry.id: sum(
            (result.points * plan.of_round(result.round).coefficient for result in results.get(entry.id, ())),
            NOTHING,
        )
        for entry in entries
    }


@dataclass(frozen=True, slots=True)
class Cell:
    """A meeting seen from one entry; opponent: None for a bye. points: None while they play."""

    round: int
    opponent: int | None
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """The meetings of one entry, by opponent and by round."""

    entry: int
    against: Mapping[int, tuple[Cell, ...]]
    rounds: Mapping[int, tuple[Cell, ...]]


def _cells(meeting: Meeting) -> Iterable[tuple[int, Cell]]:
    mine, theirs = meeting.points or (None, None)
    yield meeting.first, Cell(meeting.round, meeting.second, mine)
    if meeting.second is not None:
        yield meeting.second, Cell(meeting.round, meeting.first, theirs)


def crosstable(entries: Sequence[Entry], meetings: Iterable[Meeting]) -> tuple[CrosstableRow, ...]:
    """Return a row for each entry, in the given order, without annulled meetings."""
    cells = defaultdict[int, list[Cell]](list)
    for meeting in sorted(meetings, key=lambda meeting: meeting.round):
        if meeting.decision is not Decision.ANNULLED:
            for entry, cell in _cells(meeting):
                cells[entry].append(cell)
    return tuple(_row(entry.id, cells[entry.id]) for entry in entries)


def _row(entry: int, cells: Sequence[Cell]) -> CrosstableRow:
    against, rounds = defaultdict[int, tuple[Cell, ...]](tuple), defaultdict[int, tuple[Cell, ...]](tuple)
    for cell in cells:
        rounds[cell.round] += (cell,)
        if cell.opponent is not None:
            against[cell.opponent] += (cell,)
    return CrosstableRow(entry, dict(against), dict(rounds))
