"""The site's own absence: it notes that it answers, and gives back the time during which it did not.

Whoever serves pages beats. A longer silence was an outage: nobody could play, so every running time, and
that of answers on ladders, is moved by its length, before anything is resolved.
"""

import logging
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from models import Database, Heartbeat, StoredDuel
from models.connections import BRIEF
from models.heartbeat import BEAT
from models.inserting import unless_there
from services.giving_back import give_all_back, given_until

log = logging.getLogger(__name__)
BEAT_EVERY = timedelta(seconds=5)
LONGEST_SILENCE = timedelta(seconds=20)
"""A silence up to this may come of a beat that had to wait, and is no outage."""


class Ahead:
    """A last beat that is later than now, as one process has seen it.

    Somebody whose clock is ahead beats again and again: to follow both would give the difference back each
    time. Once they are gone, their beat was one of a clock that was set back.
    """

    def __init__(self) -> None:
        self._seen: tuple[datetime, datetime] | None = None

    def is_left(self, before: datetime, now: datetime) -> bool:
        """Tell whether a beat is to be left as it is, because somebody may still be there who beats so."""
        if before <= now:
            self._seen = None
            return False
        if self._seen is None or self._seen[0] != before:
            self._seen = (before, now)
        return now - self._seen[1] <= LONGEST_SILENCE


def beat(
    database: Database, now: datetime, *, at_once: bool = False, ahead: Ahead | None = None
) -> timedelta | None:
    """Note that pages can be had now; return the length of the outage that this ends, if one does.

    at_once: even if that was noted a moment ago, as when a deadline has passed since.

    Of any number of processes that end an outage, one gives its time back. An instant before the last beat
    means that the system's clock was set back: nothing is taken from anybody.
    """
    with database.reading() as session:
        before = last_beat(session)
    if before is not None and before <= now < before + BEAT_EVERY and not at_once:
        return None
    if before is not None and ahead is not None and ahead.is_left(before, now):
        return None
    with database.writing(BRIEF) as session:
        if before is None:
            session.execute(unless_there(session, Heartbeat).values(id=BEAT, beat_at=now))
            return None
        return _next_beat(session, before, now)


def last_seen(session: Session, now: datetime) -> datetime:
    """Return the last instant, up to now, at which pages could be had; now where nothing beats."""
    beat_at = last_beat(session)
    return now if beat_at is None else min(now, beat_at)


def last_beat(session: Session) -> datetime | None:
    """Return when it was noted last that pages can be had; None where nothing beats."""
    return session.scalar(select(Heartbeat.beat_at).where(Heartbeat.id == BEAT))


def is_waited_for(database: Database, now: datetime) -> bool:
    """Tell whether a deadline has passed since the last beat, so that the next one should come at once."""
    with database.reading() as session:
        since = last_seen(session, now)
        waits = StoredDuel.deadline_at.between(since, now) & StoredDuel.stuck_at.is_(None)
        return session.scalar(select(StoredDuel.id).where(waits).limit(1)) is not None


def _next_beat(session: Session, before: datetime, now: datetime) -> timedelta | None:
    """Set the beat if nobody else has since it was read; who has set it gives the time back."""
    claimed = session.execute(
        update(Heartbeat)
        .where(Heartbeat.id == BEAT, Heartbeat.beat_at == before)
        .values(beat_at=now)
        .returning(Heartbeat.id),
        execution_options={"synchronize_session": False},
    ).scalar()
    if claimed is None or now - before <= LONGEST_SILENCE:
        return None
    since = max(before, given_until(session) or before)  # a keeper may have given some of it back
    silence = now - since
    if silence <= LONGEST_SILENCE:
        return None
    moved = give_all_back(session, since, now)
    log.warning("the site did not answer for %s: the time of %d duels was moved", silence, moved.duels)
    return silence
