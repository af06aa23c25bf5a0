"""All-play-all: every pair meets exactly once, by the circle method."""

from collections.abc import Sequence

from competition.tournament.errors import NothingLeftToDraw, TooFew
from competition.tournament.matching import cheapest_pairs
from competition.tournament.results import bye
from competition.tournament.swiss import met
from competition.tournament.values import Entry, Meeting, Plan

Pair = tuple[int | None, int | None]


def _circle(entries: Sequence[Entry]) -> list[int | None]:
    """List those who began, by lot; with an odd number somebody has a bye in each round."""
    began = sorted((entry for entry in entries if entry.first_round == 1), key=lambda entry: entry.lot)
    return [*(entry.id for entry in began), *([None] if len(began) % 2 else [])]


def rounds_of_all(entries: Sequence[Entry]) -> int:
    """Count the rounds in which all who began meet each other."""
    return max(0, len(_circle(entries)) - 1)


def _turned(circle: Sequence[int | None], number: int) -> list[Pair]:
    """Pair a circle for a round: one stays, the others move on by one place from round to round."""
    turning = len(circle) - 1
    still = circle[number % turning], circle[-1]
    others: list[Pair] = [
        (circle[(number + step) % turning], circle[(number - step) % turning])
        for step in range(1, len(circle) // 2)
    ]
    return [still if number % 2 else still[::-1], *others]


def _unmet(present: Sequence[Entry], meetings: Sequence[Meeting]) -> list[Pair]:
    """Pair as many as possible of those who have not met; the others rest, without a bye."""
    order = sorted(present, key=lambda entry: entry.lot)
    before = met(meetings)
    size = len(order) + len(order) % 2

    def cost(one: int, other: int) -> int:
        odd = max(one, other) == len(order)
        return 0 if odd else int(frozenset((order[one].id, order[other].id)) in before)

    costs = [[cost(one, other) if one != other else 0 for other in range(size)] for one in range(size)]
    return [
        (order[one].id, order[other].id)
        for one, other in cheapest_pairs(costs)
        if other < len(order) and not costs[one][other]
    ]


def _meeting(number: int, board: int, pair: Pair) -> Meeting:
    one, other = pair
    if one is not None and other is not None:
        return Meeting(number, board, one, other)
    free = one if one is not None else other
    assert free is not None  # noqa: S101  # pairs of nobody are left out
    return bye(number, board, free)


def draw_all_play_all(
    plan: Plan,  # noqa: ARG001  # the field alone decides
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    number: int,
) -> tuple[Meeting, ...]:
    """Draw a round of the circle; once somebody has joined late, pair those who have not met.

    Whoever should have met somebody that has left has a bye.
    """
    present = [entry for entry in entries if entry.plays_in(number)]
    if len(present) < 2:  # noqa: PLR2004  # a pair
        raise TooFew("fewer than two take part")
    circle = _circle(entries)
    if any(1 < entry.first_round <= number for entry in entries):
        pairs = _unmet(present, meetings)
    else:
        pairs = _turned(circle, number) if number < len(circle) else []
    if not pairs:
        raise NothingLeftToDraw("all who take part have met")
    playing = {entry.id for entry in present}
    pairs = [(one if one in playing else None, other if other in playing else None) for one, other in pairs]
    boards = sorted((pair for pair in pairs if pair != (None, None)), key=lambda pair: None in pair)
    return tuple(_meeting(number, board, pair) for board, pair in enumerate(boards, 1))
