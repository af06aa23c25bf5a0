"""Events: draws, stalemates and concessions."""

from datetime import datetime

from adjudicator import Phase
from intimate.chapter import Chapter
from intimate.events import Event, EventKind, happen
from services.duels.resolving import store_chapter
from services.duels.tables import Seat


class ChangedMeanwhile(Exception):
    """The duel has moved on since the page was shown."""


def store_event(seat: Seat, kind: EventKind, phase: Phase | None, now: datetime) -> None:
    """Let a player concede, offer or agree to a draw, claim or agree to a stalemate.

    phase: the phase that the player saw awaited. An offer or a claim that stands already makes no
    second chapter. Raises EventError when it is not possible, and ChangedMeanwhile when another phase
    is awaited by now.
    """
    if seat.stored.phase is not None and (seat.stored.phase != phase or seat.is_due(now)):
        raise ChangedMeanwhile
    event = Event(kind, seat.player)
    after = happen(seat.duel, event)
    if after != seat.duel:
        store_chapter(seat, Chapter(after, event=event), {}, now)
