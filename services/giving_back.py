"""Giving time back: an outage is no time of play, neither of duels nor of answers on ladders.

Once only: until when time was given back is stored, so that nobody gives the same again, whether it is found
by the heart or told by a keeper.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from clocks.running import give_back
from clocks.times import Times
from models import Heartbeat, LadderChallenge, StoredChapter, StoredDuel, Unavailable
from models.heartbeat import BEAT, GIVEN_BACK

log = logging.getLogger(__name__)


class GivenBackAlready(Exception):
    """Some of the time was given back before; `until` says until when."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class Given(NamedTuple):
    """What was given time: the numbers of duels and of challenges on ladders."""

    duels: int
    answers: int


def give_all_back(session: Session, since: datetime, until: datetime) -> Given:
    """Give the time of an outage back to everybody whose time ran, and note that; what began later gets less.

    A duel that cannot be read is logged and stops no other.
    """
    running = select(StoredDuel.id).where(StoredDuel.deadline_at.is_not(None), StoredDuel.stuck_at.is_(None))
    numbers = session.scalars(running.order_by(StoredDuel.id)).all()
    duels = sum(_give_back(session, number, since, until) for number in numbers)
    session.merge(Heartbeat(id=GIVEN_BACK, beat_at=until))
    session.flush()
    return Given(duels, _give_answers_time(session, since, until))


def give_back_by_hand(session: Session, since: datetime, until: datetime) -> Given:
    """Give an outage back that a keeper tells of; raises GivenBackAlready unless all of it was later."""
    # Whoever ends an outage at this moment has this row, and is waited for.
    session.execute(select(Heartbeat.beat_at).where(Heartbeat.id == BEAT).with_for_update())
    given = given_until(session)
    if given is not None and given > since:
        raise GivenBackAlready(given)
    return give_all_back(session, since, until)


def given_until(session: Session) -> datetime | None:
    """Return the end of the last outage that was given back."""
    return session.scalar(select(Heartbeat.beat_at).where(Heartbeat.id == GIVEN_BACK))


def resolved_meanwhile(session: Session, since: datetime, until: datetime) -> Sequence[str]:
    """List the duels of which a phase ended then: nothing gives that back by itself."""
    lasted = or_(StoredDuel.ended_at.is_(None), StoredDuel.ended_at >= since)
    query = select(StoredDuel.token).join(StoredChapter, StoredChapter.duel_id == StoredDuel.id)
    ended = query.where(lasted, StoredChapter.resolved_at.between(since, until))
    return session.scalars(ended.distinct().order_by(StoredDuel.token)).all()


def _give_back(session: Session, duel_id: int, since: datetime, until: datetime) -> bool:
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
        log.exception("duel %d: its time could not be moved", duel_id)
        return False
    return True


def _began(times: Times) -> datetime | None:
    """Return when began what runs: a pause, or the phase."""
    return times.pause.since if times.pause else times.began


def _give_answers_time(session: Session, since: datetime, until: datetime) -> int:
    """Let every challenge on a ladder that waits be answered later by what it lost; return how many."""
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
