"""Knock-out: winners go on, until one is left."""

from collections.abc import Iterable, Sequence

from competition.tournament.errors import NothingLeftToDraw
from competition.tournament.results import bye
from competition.tournament.swiss import strength
from competition.tournament.values import Decision, Entry, Meeting, Plan


def advances(meeting: Meeting) -> int | None:
    """Tell who goes on: the winner; of a draw whom a match's rule or an arbiter names, else the higher seed.

    In a knock-out the first of a meeting is the higher seed. None while they play, when the meeting was
    annulled, and when both lost it by default: the next opponent then has a bye.
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
    """List those who began, the best first; whoever joins later is not drawn."""
    began = (entry for entry in entries if entry.plays_in(1))
    return [entry.id for entry in sorted(began, key=strength)]


def rounds_of_knockout(entries: Sequence[Entry]) -> int:
    """Count the rounds after which one is left."""
    return (max(1, len(_seeds(entries))) - 1).bit_length()


def _bracket(rounds: int) -> list[int]:
    """List the seeds, from 1, in the order of the bracket: the best two can meet in the last round only."""
    order = [1]
    for _ in range(rounds):
        order = [seed for better in order for seed in (better, 2 * len(order) + 1 - better)]
    return order


def _slots(entries: Sequence[Entry], meetings: Iterable[Meeting], number: int) -> list[int | None]:
    """List who stands where in the bracket before a round, None where nobody has come through."""
    seeds, rounds = _seeds(entries), rounds_of_knockout(entries)
    if number == 1:
        return [seeds[seed - 1] if seed <= len(seeds) else None for seed in _bracket(rounds)]
    boards = {meeting.board: meeting for meeting in meetings if meeting.round == number - 1}
    past = range(1, 2 ** (rounds - number + 1) + 1)
    return [advances(boards[board]) if board in boards else None for board in past]


def draw_knockout(
    plan: Plan,  # noqa: ARG001  # the field alone decides
    entries: Sequence[Entry],
    meetings: Sequence[Meeting],
    number: int,
) -> tuple[Meeting, ...]:
    """Draw a round of the bracket: its boards are numbered from above, the higher seed is first.

    Those who have left go no further. An empty half of the bracket leaves its board out.
    """
    if number > rounds_of_knockout(entries):
        raise NothingLeftToDraw("one is left")
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
