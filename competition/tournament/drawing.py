"""Who meets whom in a round."""

from collections.abc import Callable, Mapping, Sequence

from competition.tournament.all_play_all import draw_all_play_all, rounds_of_all
from competition.tournament.errors import DrawError, NothingLeftToDraw, RoundUnfinished, TooFew
from competition.tournament.knockout import advances, draw_knockout, rounds_of_knockout
from competition.tournament.swiss import draw_swiss
from competition.tournament.values import Entry, Meeting, Plan, System

__all__ = [
    "DrawError",
    "NothingLeftToDraw",
    "RoundUnfinished",
    "TooFew",
    "advances",
    "draw_round",
    "rounds_to_play",
]

_Draw = Callable[[Plan, Sequence[Entry], Sequence[Meeting], int], tuple[Meeting, ...]]

_DRAWN: Mapping[System, _Draw] = {
    System.SWISS: draw_swiss,
    System.ALL: draw_all_play_all,
    System.KNOCKOUT: draw_knockout,
    System.ORDINARY: draw_swiss,
}


def draw_round(
    plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting], number: int
) -> tuple[Meeting, ...]:
    """Draw the meetings of a round, from 1, board by board; a bye is decided at once.

    meetings: those of earlier rounds (later ones are left aside). The same arguments give the same draw.
    Raises RoundUnfinished, NothingLeftToDraw, TooFew.
    """
    before = [meeting for meeting in meetings if meeting.round < number]
    for meeting in before:
        if not meeting.is_decided:
            raise RoundUnfinished(meeting.round)
    if sum(entry.plays_in(number) for entry in entries) < 2 and not before:  # noqa: PLR2004  # a pair
        raise TooFew("fewer than two take part")
    return _DRAWN[plan.system](plan, entries, before, number)


def rounds_to_play(plan: Plan, entries: Sequence[Entry]) -> int:
    """Count the rounds of a tournament: those agreed, or what the field asks for."""
    if plan.system is System.ALL:
        return rounds_of_all(entries)
    return rounds_of_knockout(entries) if plan.system is System.KNOCKOUT else len(plan.rounds)
