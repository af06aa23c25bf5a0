"""Past chapters, and the record of a whole duel."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from intimate.record import FORMAT
from models import StoredChapter, StoredDuel

Plain = dict[str, Any]


class UnknownChapter(Exception):
    """There is no such chapter in this duel."""


def chapters(session: Session, stored: StoredDuel) -> Sequence[StoredChapter]:
    """All chapters in order, without what they hold."""
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id)
    return session.scalars(query.order_by(StoredChapter.ordinal)).all()


def chapter(session: Session, stored: StoredDuel, ordinal: int) -> StoredChapter:
    """One chapter with all that it holds; raises UnknownChapter."""
    if ordinal >= stored.ordinal:  # it may be larger than any number of a database
        raise UnknownChapter
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id, StoredChapter.ordinal == ordinal)
    found = session.scalar(
        query.options(
            undefer(StoredChapter.entries), undefer(StoredChapter.line), undefer(StoredChapter.state)
        )
    )
    if found is None:
        raise UnknownChapter
    return found


def line_before(session: Session, stored: StoredDuel, ordinal: int) -> Plain | None:
    """What the chapter before an ordinal resolved to, None before the first."""
    query = select(StoredChapter.line).where(
        StoredChapter.duel_id == stored.id, StoredChapter.ordinal == ordinal - 1
    )
    return session.scalar(query)


def _plain(stored: StoredChapter) -> Plain:
    if stored.phase is None:
        return {"event": stored.event} | ({"player": stored.player} if stored.player else {})
    lots = {"lots": stored.lots} if stored.lots else {}
    return {"phase": stored.phase, "entries": stored.entries, **lots}


def record(session: Session, stored: StoredDuel) -> Plain:
    """The public record (docs/formats.md): resolved chapters only, so that nothing sealed is in it."""
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id)
    told = session.scalars(query.order_by(StoredChapter.ordinal).options(undefer(StoredChapter.entries)))
    opened = {"lots_secret": stored.lots_secret} if stored.lots_opened else {}
    return {
        "format": FORMAT,
        "duel": stored.token,
        "preset": stored.preset,
        "settings": stored.settings,
        "edition": stored.edition,
        "players": {"first": stored.first.name, "second": stored.second.name},
        "lots_seal": stored.lots_seal,
        **opened,
        "chapters": [_plain(chapter) for chapter in told],
    }
