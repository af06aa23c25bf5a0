"""Past chapters of a duel, as values."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from adjudicator import Phase
from intimate.chapter import Chapter
from intimate.codec import read_chapter, read_duel
from intimate.duel import Duel
from intimate.events import EventKind
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


def load_chapter(session: Session, stored: StoredDuel, ordinal: int) -> Past:
    """Load one chapter by one statement; raises UnknownChapter."""
    if not 0 <= ordinal < stored.ordinal:  # it may be larger than any number of a database
        raise UnknownChapter
    query = (
        select(StoredChapter)
        .where(StoredChapter.duel_id == stored.id, StoredChapter.ordinal.in_((ordinal - 1, ordinal)))
        .order_by(StoredChapter.ordinal)
        .options(undefer(StoredChapter.entries), undefer(StoredChapter.line), undefer(StoredChapter.state))
    )
    *earlier, found = session.scalars(query).all()
    if found.ordinal != ordinal:
        raise UnknownChapter
    rules = stored.rules
    before = read_duel(earlier[0].state, rules) if earlier else None
    after = read_duel(found.state, rules)
    return Past(ordinal, read_chapter(found.line, found.entries, found.lots, before, after), before)
