"""Drawing a round, Swiss, all-play-all or knock-out, and its home powers."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from adjudicator import Power
from competition.tournament.matching import cheapest_pairs
from competition.tournament.results import bye
from competition.tournament.swiss import draw_swiss, met, strength
from competition.tournament.values import (
    Decision,
    DrawError,
    Entry,
    Meeting,
    NothingLeftToDraw,
    RoundUnfinished,
    System,
    TooFew,
    TournamentPlan,
)

__all__ = [
    "DrawError",
    "NothingLeftToDraw",
    "RoundUnfinished",
    "TooFew",
    "advances",
    "draw_round",
    "rounds_to_play",
]

Pair = tuple[int | None, int | None]


def _circle(entries: Sequence[Entry]) -> list[int | None]:
    """List the entries of the first round by lot, with None for the bye if their number is odd."""
    began = sorted((entry for entry in entries if entry.first_round == 1), key=lambda entry: entry.lot)
    return [*(entry.id for entry in began), *([None] if len(began) % 2 else [])]


def rounds_of_all(entries: Sequence[Entry]) -> int:
    """Count the rounds that it takes until all entries of the first round have met each other."""
    return max(0, len(_circle(entries)) - 1)


def _turned(circle: Sequence[int | None], number: int) -> list[Pair]:
    """Pair a circle for a round: one entry stays, the others move one place per round."""
    turning = len(circle) - 1
    still = circle[number % turning], circle[-1]
    others: list[Pair] = [
        (circle[(number + step) % turning], circle[(number - step) % turning])
        for step in range(1, len(circle) // 2)
    ]
    return [still if number % 2 else still[::-1], *others]


def _unmet(present: Sequence[Entry], meetings: Sequence[Meeting]) -> list[Pair]:
    """Pair as many players as possible who have not met; the others rest, without a bye."""
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
    assert free is not None  # noqa: S101  # draw_all_play_all leaves out empty pairs
    return bye(number, board, free)


def draw_all_play_all(
    plan: TournamentPlan,  # noqa: ARG001  # the signature of a draw
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    number: int,
) -> tuple[Meeting, ...]:
    """Draw a round of the circle; once somebody has joined late, pair players who have not met.

    A player whose opponent has left has a bye.
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


def advances(meeting: Meeting) -> int | None:
    """Return the entry that goes on: the winner; after a draw, by a match's rule, an arbiter, or the seeding.

    The first of a meeting is the higher seed. None while they play, and if the meeting was annulled or both
    lost it by default: the next opponent then has a bye.
    """
    if meeting.through is not None:
        return meeting.through
    if not meeting.counts or meeting.points is None:
        return None
    mine, theirs = meeting.points
    if meeting.second is None or mine > theirs:
        return meeting.first
    if theirs > mine:
        return meeting.second
    return None if meeting.decision is Decision.FORFEIT and not mine else meeting.first


def _seeds(entries: Sequence[Entry]) -> list[int]:
    """List the entries of the first round, the best first; players who join later are not drawn."""
    began = (entry for entry in entries if entry.plays_in(1))
    return [entry.id for entry in sorted(began, key=strength)]


def rounds_of_knockout(entries: Sequence[Entry]) -> int:
    """Count the rounds until one player is left."""
    return (max(1, len(_seeds(entries))) - 1).bit_length()


def _bracket(rounds: int) -> list[int]:
    """List the seeds, from 1, in the order of the bracket, where the best two can only meet in the final."""
    order = [1]
    for _ in range(rounds):
        order = [seed for better in order for seed in (better, 2 * len(order) + 1 - better)]
    return order


def _slots(entries: Sequence[Entry], meetings: Iterable[Meeting], number: int) -> list[int | None]:
    """List the entries in the order of the bracket before a round, None for an empty place."""
    seeds, rounds = _seeds(entries), rounds_of_knockout(entries)
    if number == 1:
        return [seeds[seed - 1] if seed <= len(seeds) else None for seed in _bracket(rounds)]
    boards = {meeting.board: meeting for meeting in meetings if meeting.round == number - 1}
    past = range(1, 2 ** (rounds - number + 1) + 1)
    return [advances(boards[board]) if board in boards else None for board in past]


def draw_knockout(
    plan: TournamentPlan,  # noqa: ARG001  # the signature of a draw
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    number: int,
) -> tuple[Meeting, ...]:
    """Draw a round of the bracket; boards are numbered from the top, and the higher seed is first.

    Players who have left are not drawn. A board without players is left out.
    """
    if number > rounds_of_knockout(entries):
        raise NothingLeftToDraw("one player is left")
    places = {seed: place for place, seed in enumerate(_seeds(entries))}
    playing = {entry.id for entry in entries if entry.plays_in(number)}
    slots = _slots(entries, meetings, number)
    drawn = []
    for board, start in enumerate(range(0, len(slots), 2), 1):
        pair = [entry for entry in slots[start : start + 2] if entry is not None and entry in playing]
        pair.sort(key=places.__getitem__)
        if pair:
            alone = bye(number, board, pair[0])
            drawn.append(Meeting(number, board, pair[0], pair[1]) if pair[1:] else alone)
    if not drawn:
        raise NothingLeftToDraw("nobody is left")
    return tuple(drawn)


_Draw = Callable[[TournamentPlan, Sequence[Entry], Sequence[Meeting], int], tuple[Meeting, ...]]
_DRAWN: Mapping[System, _Draw] = {
    System.SWISS: draw_swiss,
    System.ALL: draw_all_play_all,
    System.KNOCKOUT: draw_knockout,
    System.ORDINARY: draw_swiss,
}


def draw_round(
    plan: TournamentPlan, entries: Sequence[Entry], meetings: Sequence[Meeting], number: int
) -> tuple[Meeting, ...]:
    """Draw the meetings of a round, from 1, board by board; a bye is decided at once.

    meetings: those of earlier rounds (later ones are ignored). The same arguments give the same draw.
    Raises RoundUnfinished, NothingLeftToDraw, TooFew.
    """
    before = [meeting for meeting in meetings if meeting.round < number]
    for meeting in before:
        if not meeting.is_decided:
            raise RoundUnfinished(meeting.round)
    if sum(entry.plays_in(number) for entry in entries) < 2 and not before:  # noqa: PLR2004  # a pair
        raise TooFew("fewer than two take part")
    return _DRAWN[plan.system](plan, entries, before, number)


def rounds_to_play(plan: TournamentPlan, entries: Sequence[Entry]) -> int:
    """Count the rounds of a tournament: those agreed, or as many as the number of players needs."""
    if plan.system is System.ALL:
        return rounds_of_all(entries)
    return rounds_of_knockout(entries) if plan.system is System.KNOCKOUT else len(plan.rounds)


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
    """Count the players who would have a power again, and how often they have had it."""
    before = [had[first, homes[0]], had[second, homes[1]]]
    return sum(count > 0 for count in before), sum(before)


def draw_homes(
    round_meetings: Sequence[Meeting],
    meetings_before: Iterable[Meeting],
    order: Sequence[tuple[Power, Power]],
    *,
    matches: bool = False,
) -> tuple[Meeting, ...]:
    """Draw a pair of powers for each meeting of a round that has none yet.

    order: all ordered pairs of two powers, shuffled; a pair that was used goes to the end. matches: whether
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
