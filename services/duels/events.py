"""Events: draws, stalemates and concessions."""

from datetime import datetime

from sqlalchemy import func, or_, select

from adjudicator import Phase
from intimate.chapter import Chapter
from intimate.errors import EventError
from intimate.events import BY_PLAYERS, UNDOING, Event, EventKind, as_recorded, happen
from models import StoredChapter, StoredDuel
from services.duels.resolving import store_chapter
from services.duels.tables import Seat

MOST_ACTS = 6
"""The acts that a player may repeat in one phase: enough to change one's mind, too few to fill a record."""
REPEATABLE = frozenset(
    {
        EventKind.DRAW_OFFERED,
        EventKind.DRAW_DECLINED,
        EventKind.DRAW_WITHDRAWN,
        EventKind.STALEMATE_CLAIMED,
        EventKind.STALEMATE_WITHDRAWN,
    }
)
UNANSWERED = frozenset({EventKind.DRAW_OFFERED, EventKind.END_ASKED})
"""What the site's own opponent gives no answer to, so that nobody asks it in practice."""


class ChangedMeanwhile(Exception):
    """The duel has moved on since the page was shown."""


class TooManyActs(Exception):
    """The player has offered, claimed and withdrawn often enough in this phase."""


def may_be_done(stored: StoredDuel, kind: EventKind) -> bool:
    """Tell whether an event is for players of this duel at all, whether or not it could happen now."""
    return kind in BY_PLAYERS and not (stored.level is not None and kind in UNANSWERED)


def store_event(seat: Seat, kind: EventKind, phase: Phase | None, now: datetime) -> None:
    """Let a player concede, ask for an end or answer, or bring about or take back a draw or a stalemate.

    phase: the phase that the player saw awaited. An offer or a claim that stands already makes no
    second chapter. Raises EventError when it is not possible, ChangedMeanwhile when another phase
    is awaited by now, and TooManyActs.
    """
    if seat.stored.phase is not None and (seat.stored.phase != phase or seat.is_due(now)):
        raise ChangedMeanwhile
    if not may_be_done(seat.stored, kind):
        code = "in_practice" if kind in BY_PLAYERS else "not_by_players"
        raise EventError(code, "event", "players of this duel do not do this themselves")
    event = Event(kind, seat.player)
    after = happen(seat.duel, event)
    if after == seat.duel:
        return
    if kind in REPEATABLE and _acts(seat) >= MOST_ACTS:
        raise TooManyActs
    store_chapter(seat, Chapter(after, event=as_recorded(event)), {}, now)


def _acts(seat: Seat) -> int:
    """Count what the player has done beside the entries since a phase was resolved last."""
    of_duel = StoredChapter.duel_id == seat.stored.id
    begins = or_(StoredChapter.phase.is_not(None), StoredChapter.event.in_(UNDOING))
    last = select(func.max(StoredChapter.ordinal)).where(of_duel, begins)
    since = StoredChapter.ordinal > func.coalesce(last.scalar_subquery(), -1)
    query = select(func.count()).where(of_duel, since, StoredChapter.player == seat.player)
    return seat.session.scalar(query) or 0
