"""Taking back a year of practice: the duel continues from the auction before, and its record says so."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import Phase, PhaseKind
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.errors import EventError
from intimate.events import Event, EventKind, Ruling
from intimate.players import Player
from intimate.replay import undo
from models import StoredChapter, StoredDuel
from services.arbiters.rulings import delete_entries_from
from services.duels.access import LockedDuel
from services.duels.refusals import DuelRefusal, DuelRefused
from services.duels.resolving import store_chapter
from services.history.chapters import list_chapters, list_in_force, load_duel

REASON = "practice"
"""The reason in the record."""


def year_to_go_back_to(chapters: Sequence[StoredChapter], stored: StoredDuel) -> tuple[int, Phase] | None:
    """Find how many chapters precede the last year that can be replayed, and the phase then awaited.

    chapters: all of the duel. A year begins with its auction, or with its first phase where none was held.
    None if the duel is over or in the first phase of its first year.
    """
    return None if stored.phase is None else last_year(chapters)


def last_year(chapters: Sequence[StoredChapter]) -> tuple[int, Phase] | None:
    """Find how many chapters precede the last year that was played, and the phase then awaited."""
    began: dict[int, tuple[int, Phase]] = {}
    for chapter in list_in_force(chapters):
        if chapter.phase is not None and chapter.phase.kind is not PhaseKind.HOMES:
            began.setdefault(chapter.phase.year, (chapter.ordinal, chapter.phase))
    return began[max(began)] if began else None


def take_year_back(locked: LockedDuel, phase: Phase, now: datetime) -> None:
    """Continue a practice duel from the beginning of a year; phase: the one awaited on the player's page.

    Entries from there on are deleted; the chapters stay in the record, undone. Raises DuelRefused as
    between people, EventError if there is nothing to take back.
    """
    stored = locked.stored
    if stored.level is None or locked.player is not Player.FIRST:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    if stored.phase != phase:
        raise DuelRefused(DuelRefusal.DUEL_MOVED_ON)
    found = year_to_go_back_to(list_chapters(locked.session, stored), stored)
    if found is None:
        raise EventError("no_such_chapter", "event", "nothing has been played that could be taken back")
    event = Event(EventKind.TAKEN_BACK, ruling=Ruling(REASON, to=found[0]))
    after = undo(lambda number: _past(locked.session, locked, number), stored.ordinal, event)
    assert after.phase is not None  # noqa: S101  # a year that began awaits somebody
    delete_entries_from(locked, after.phase)
    stored.stuck_at = stored.stuck_by = None
    store_chapter(locked, Chapter(after, event=event), {}, now)


def _past(session: Session, locked: LockedDuel, number: int) -> Duel:
    return locked.duel if number == locked.stored.ordinal else load_duel(session, locked.stored, number)
