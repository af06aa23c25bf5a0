"""What each one has from their meetings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.tournament.values import Decision, Entry, Meeting, Plan

WIN, NOTHING = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Result:
    """What one has from a meeting; opponent: none in a bye, which counts as a win."""

    round: int
    opponent: int | None
    points: Fraction
    against: Fraction


def bye(number: int, board: int, entry: int) -> Meeting:
    """Make the bye of somebody in a round: decided, and a win."""
    return Meeting(number, board, entry, None, points=(WIN, NOTHING), decision=Decision.BYE)


def _both_sides(meeting: Meeting) -> Iterator[tuple[int, Result]]:
    assert meeting.points is not None  # noqa: S101  # it counts
    mine, theirs = meeting.points
    if meeting.second is None:
        yield meeting.first, Result(meeting.round, None, WIN, NOTHING)
    else:
        yield meeting.first, Result(meeting.round, meeting.second, mine, theirs)
        yield meeting.second, Result(meeting.round, meeting.first, theirs, mine)


def results_of(meetings: Iterable[Meeting]) -> Mapping[int, list[Result]]:
    """List the results of each entry, by its number; annulled meetings and those being played give none."""
    results = defaultdict[int, list[Result]](list)
    for meeting in meetings:
        if meeting.counts:
            for entry, result in _both_sides(meeting):
                results[entry].append(result)
    return results


def scores_of(plan: Plan, entries: Sequence[Entry], meetings: Iterable[Meeting]) -> dict[int, Fraction]:
    """Sum up the points of each entry, every round with its coefficient."""
    results = results_of(meetings)
    return {
        entry.id: sum(
            (result.points * plan.of_round(result.round).coefficient for result in results.get(entry.id, ())),
            NOTHING,
        )
        for entry in entries
    }
