"""Home powers drawn by lot: nobody has the same one twice while that can be avoided (seed 004, III)."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from adjudicator import Power
from competition.tournament.values import Meeting

_Had = Counter[tuple[int, Power]]


def _had(meetings: Iterable[Meeting], *, matches: bool) -> _Had:
    had = _Had()
    for meeting in meetings:
        if meeting.homes is not None and meeting.second is not None:
            home, away = meeting.homes
            had.update([(meeting.first, home), (meeting.second, away)])
            if matches:
                had.update([(meeting.first, away), (meeting.second, home)])
    return had


def _repeated(had: _Had, first: int, second: int, homes: tuple[Power, Power]) -> tuple[int, int]:
    """Count who of the two would have a power again, and how often they have had it."""
    before = [had[first, homes[0]], had[second, homes[1]]]
    return sum(count > 0 for count in before), sum(before)


def draw_homes(
    round_meetings: Sequence[Meeting],
    meetings_before: Iterable[Meeting],
    order: Sequence[tuple[Power, Power]],
    *,
    matches: bool = False,
) -> tuple[Meeting, ...]:
    """Give a pair of powers to each meeting of a round that has none yet.

    order: all ordered pairs of two powers, shuffled; a pair that was given goes to its end. matches: whether
    each meeting is a match, in which both play both powers. Raises ValueError when the order is empty.
    """
    had, left = _had(meetings_before, matches=matches), deque(order)
    if not left:
        raise ValueError("there are no powers to draw")

    def drawn(meeting: Meeting) -> Meeting:
        first, second = meeting.first, meeting.second
        if second is None or meeting.homes is not None:
            return meeting

        def cost(homes: tuple[Power, Power]) -> tuple[int, int]:
            there = _repeated(had, first, second, homes)
            back = _repeated(had, first, second, homes[::-1]) if matches else (0, 0)
            return there[0] + back[0], there[1] + back[1]

        homes = min(left, key=cost)
        left.remove(homes)
        left.append(homes)
        return replace(meeting, homes=homes)

    return tuple(drawn(meeting) for meeting in round_meetings)
