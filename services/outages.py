"""Outages: the site records that it answers, and gives back the time in which it did not.

Processes that serve pages record a heartbeat. A long silence was an outage in which nobody could play, so
all running deadlines, those of answers on ladders too, move by its length before anything is resolved. A
stored instant says until when time was given back; so neither two processes nor an administrator can give it
twice.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from clocks.running import give_back
from clocks.times import Times
from models import Database, Heartbeat, LadderChallenge, StoredChapter, StoredDuel, Unavailable
from models.base import unless_there
from models.connections import BRIEF
from models.ids import DuelId
from models.jobs import BEAT, GIVEN_BACK
from services.keys import try_keys

log = logging.getLogger(__name__)


class GivenBackAlready(Exception):
    """Some of the time was given back already; `until` says until when."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class Given(NamedTuple):
    """How many duels and ladder challenges got time back."""

    duels: int
    answers: int


def give_all_back(session: Session, since: datetime, until: datetime) -> Given:
    """Give the time of an outage back to everybody whose clock ran, and note that.

    A phase that began during the outage gets only the time since then.

    A duel that cannot be read is logged and stops no other. Raises KeyMissing while none could be resolved.
    """
    try_keys(session)
    running = select(StoredDuel.id).where(StoredDuel.deadline_at.is_not(None), StoredDuel.stuck_at.is_(None))
    numbers = session.scalars(running.order_by(StoredDuel.id)).all()
    duels = sum(_give_back(session, number, since, until) for number in numbers)
    session.merge(Heartbeat(id=GIVEN_BACK, beat_at=max(until, given_until(session) or until)))
    session.flush()
    return Given(duels, _give_answers_time(session, since, until))


def give_back_by_hand(session: Session, since: datetime, until: datetime, *, again: bool = False) -> Given:
    """Give back an outage that an administrator reports; raises GivenBackAlready if it was given in part.

    again: give it anyway, because the first time did not reach everybody.
    """
    # A process that ends an outage at this moment holds this row; wait for it.
    session.execute(select(Heartbeat.beat_at).where(Heartbeat.id == BEAT).with_for_update())
    given = given_until(session)
    if given is not None and given > since and not again:
        raise GivenBackAlready(given)
    return give_all_back(session, since, until)


def given_until(session: Session) -> datetime | None:
    """Return the end of the last outage that was given back."""
    return session.scalar(select(Heartbeat.beat_at).where(Heartbeat.id == GIVEN_BACK))


def resolved_meanwhile(session: Session, since: datetime, until: datetime) -> Sequence[str]:
    """List the duels in which a phase ended meanwhile; those phases are not undone automatically."""
    lasted = or_(StoredDuel.ended_at.is_(None), StoredDuel.ended_at >= since)
    query = select(StoredDuel.token).join(StoredChapter, StoredChapter.duel_id == StoredDuel.id)
    ended = query.where(lasted, StoredChapter.resolved_at.between(since, until))
    return session.scalars(ended.distinct().order_by(StoredDuel.token)).all()


def _give_back(session: Session, duel_id: DuelId, since: datetime, until: datetime) -> bool:
    try:
        with session.begin_nested():
            duel = session.get_one(StoredDuel, duel_id, with_for_update=True)
            start = max(since, _began(duel.times) or since)
            if start >= until:
                return False
            duel.times = give_back(duel.clock, duel.times, start, until)
    except (Unavailable, SQLAlchemyError):
        raise
    except Exception:
        log.exception("duel %d: its deadlines could not be moved", duel_id)
        return False
    return True


def _began(times: Times) -> datetime | None:
    """Return the beginning of the running pause or phase."""
    return times.pause.since if times.pause else times.began


def _give_answers_time(session: Session, since: datetime, until: datetime) -> int:
    """Move the answer times of waiting ladder challenges by the time they lost; return how many."""
    waits = (LadderChallenge.state == "waiting", LadderChallenge.made_at < until)
    query = select(LadderChallenge.id, LadderChallenge.answer_by, LadderChallenge.made_at).where(*waits)
    found = session.execute(query.order_by(LadderChallenge.id)).all()
    for number, answer_by, made_at in found:
        session.execute(
            update(LadderChallenge)
            .where(LadderChallenge.id == number, *waits)
            .values(answer_by=answer_by + (until - max(since, made_at))),
            execution_options={"synchronize_session": False},
        )
    return len(found)


HEARTBEAT_EVERY = timedelta(seconds=5)
LONGEST_SILENCE = timedelta(seconds=20)
"""A silence up to this long may be a delayed heartbeat, and is no outage."""


class Ahead:
    """A last heartbeat in the future, as seen by one process.

    A process whose clock is ahead keeps recording heartbeats: following both clocks would give the
    difference back each time. A heartbeat that is not renewed came from a clock that was set back.
    """

    def __init__(self) -> None:
        self._seen: tuple[datetime, datetime] | None = None

    def is_left(self, before: datetime, now: datetime) -> bool:
        """Tell whether to leave a future heartbeat alone, because its process may still be running."""
        if before <= now:
            self._seen = None
            return False
        if self._seen is None or self._seen[0] != before:
            self._seen = (before, now)
        return now - self._seen[1] <= LONGEST_SILENCE


def record_heartbeat(
    database: Database, now: datetime, *, at_once: bool = False, ahead: Ahead | None = None
) -> timedelta | None:
    """Record that the site answers now; return the length of the outage that this ends, if any.

    at_once: even if one was recorded a moment ago, as when a deadline has passed since.

    If several processes end an outage, one gives its time back. If the present instant is before the last
    heartbeat, the system's clock was set back: nobody loses time. Raises KeyMissing while sealed values
    cannot be opened, since nobody can play then.
    """
    with database.reading() as session:
        before = last_heartbeat(session)
    if before is not None and before <= now < before + HEARTBEAT_EVERY and not at_once:
        return None
    if before is not None and ahead is not None and ahead.is_left(before, now):
        return None
    with database.reading() as session:
        try_keys(session)
    with database.writing(BRIEF) as session:
        if before is None:
            session.execute(unless_there(session, Heartbeat).values(id=BEAT, beat_at=now))
            return None
        return _next_heartbeat(session, before, now)


def last_seen(session: Session, now: datetime) -> datetime:
    """Return the last instant, up to now, at which the site answered; now if there is no heartbeat."""
    beat_at = last_heartbeat(session)
    return now if beat_at is None else min(now, beat_at)


def last_heartbeat(session: Session) -> datetime | None:
    """Return the instant of the last heartbeat; None if there is none."""
    return session.scalar(select(Heartbeat.beat_at).where(Heartbeat.id == BEAT))


def is_waited_for(database: Database, now: datetime) -> bool:
    """Tell whether a deadline has passed since the last heartbeat, so that the next one must come at once."""
    with database.reading() as session:
        since = last_seen(session, now)
        waits = StoredDuel.deadline_at.between(since, now) & StoredDuel.stuck_at.is_(None)
        return session.scalar(select(StoredDuel.id).where(waits).limit(1)) is not None


def _next_heartbeat(session: Session, before: datetime, now: datetime) -> timedelta | None:
    """Set the heartbeat unless another process was faster; the process that sets it gives time back."""
    claimed = session.execute(
        update(Heartbeat)
        .where(Heartbeat.id == BEAT, Heartbeat.beat_at == before)
        .values(beat_at=now)
        .returning(Heartbeat.id),
        execution_options={"synchronize_session": False},
    ).scalar()
    if claimed is None or now - before <= LONGEST_SILENCE:
        return None
    since = max(before, given_until(session) or before)  # an administrator may have given some of it back
    silence = now - since
    if silence <= LONGEST_SILENCE:
        return None
    moved = give_all_back(session, since, now)
    log.warning("the site did not answer for %s: the deadlines of %d duels were moved", silence, moved.duels)
    return silence
