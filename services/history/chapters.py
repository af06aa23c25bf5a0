"""Past chapters of a duel, as values."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from adjudicator import Phase
from intimate.chapter import Chapter
from intimate.codec import read_chapter, read_duel, read_ruling
from intimate.duel import Duel, begin
from intimate.events import UNDOING, Event, EventKind
from intimate.start import set_up
from intimate.undoing import in_force
from models import StoredChapter, StoredDuel


class UnknownChapter(Exception):
    """There is no such chapter in this duel."""


@dataclass(frozen=True, slots=True)
class Past:
    """A chapter of the past with its number, from 0, and the duel before it; None before the first."""

    ordinal: int
    chapter: Chapter
    before: Duel | None

    @property
    def phase(self) -> Phase | None:
        """The resolved phase, None for an event."""
        return self.chapter.phase

    @property
    def event(self) -> EventKind | None:
        """The kind of event, None for a phase."""
        return self.chapter.event.kind if self.chapter.event else None


def list_chapters(session: Session, stored: StoredDuel) -> Sequence[StoredChapter]:
    """List all chapters in order, without their contents."""
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id)
    return session.scalars(query.order_by(StoredChapter.ordinal)).all()


def page_of_chapters(session: Session, stored: StoredDuel, since: int, most: int) -> Sequence[StoredChapter]:
    """List chapters in order, from a number on, with what went into them and what became of them."""
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id, StoredChapter.ordinal >= since)
    heavy = undefer(StoredChapter.entries), undefer(StoredChapter.line)
    return session.scalars(query.order_by(StoredChapter.ordinal).limit(most).options(*heavy)).all()


def kept_after(chapter: StoredChapter) -> int | None:
    """Return after how many chapters the duel goes on by a ruling that undoes some; None for all else."""
    return int(chapter.ruling["to"]) if chapter.ruling and chapter.event in UNDOING else None


def list_in_force(chapters: Sequence[StoredChapter]) -> Sequence[StoredChapter]:
    """List those of all chapters of a duel that no ruling has undone."""
    counts = in_force([kept_after(chapter) for chapter in chapters])
    return [chapter for chapter, is_so in zip(chapters, counts, strict=True) if is_so]


def event_of(chapter: StoredChapter) -> Event | None:
    """Return the event of a chapter with its ruling; None for a phase."""
    if chapter.event is None:
        return None
    ruling = read_ruling(chapter.event, chapter.ruling) if chapter.ruling else None
    return Event(chapter.event, chapter.player, ruling)


def last_ruling(chapters: Sequence[StoredChapter]) -> StoredChapter | None:
    """Find the last ruling, while no phase was resolved since but the one that it had corrected."""
    for place in range(len(chapters) - 1, -1, -1):
        chapter = chapters[place]
        if chapter.ruling is not None:
            return chapter
        was_corrected = place > 0 and chapters[place - 1].event is EventKind.CORRECTED
        if chapter.phase is not None and not was_corrected:
            return None
    return None


def load_duel(session: Session, stored: StoredDuel, number: int) -> Duel:
    """Load a duel as it was after so many chapters, 0 for its beginning; raises UnknownChapter."""
    if number:
        return load_chapter(session, stored, number - 1).chapter.after
    return begin(stored.rules) if stored.start is None else set_up(stored.rules, stored.start)


def load_chapter(session: Session, stored: StoredDuel, ordinal: int) -> Past:
    """Load one chapter by one statement; raises UnknownChapter."""
    if not 0 <= ordinal < stored.ordinal:  # it may be larger than any number of a database
        raise UnknownChapter
    *earlier, found = _whole_chapters(session, stored, ordinal - 1, ordinal)
    if found.ordinal != ordinal:
        raise UnknownChapter
    before = read_duel(earlier[0].state, stored.rules) if earlier else None
    return _past(stored, found, before)


def load_latest(session: Session, stored: StoredDuel, most: int) -> Sequence[tuple[datetime, Past]]:
    """Load the last chapters in order, each with the instant of its resolution, by one statement."""
    first = max(0, stored.ordinal - most)
    before, loaded = None, []
    for found in _whole_chapters(session, stored, first - 1, stored.ordinal - 1):
        if found.ordinal < first:
            before = read_duel(found.state, stored.rules)
            continue
        past = _past(stored, found, before)
        loaded.append((found.resolved_at, past))
        before = past.chapter.after
    return loaded


def _whole_chapters(session: Session, stored: StoredDuel, first: int, last: int) -> Sequence[StoredChapter]:
    query = (
        select(StoredChapter)
        .where(StoredChapter.duel_id == stored.id, StoredChapter.ordinal.between(first, last))
        .order_by(StoredChapter.ordinal)
        .options(undefer(StoredChapter.entries), undefer(StoredChapter.line), undefer(StoredChapter.state))
    )
    return session.scalars(query).all()


def _past(stored: StoredDuel, found: StoredChapter, before: Duel | None) -> Past:
    after = read_duel(found.state, stored.rules)
    return Past(found.ordinal, read_chapter(found.line, found.entries, found.lots, before, after), before)
