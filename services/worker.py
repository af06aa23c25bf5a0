"""The state of the worker, as other processes see it: what is overdue, and when it swept last."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func, select, update
from sqlalchemy.orm import Session

from models import Database, Heartbeat, Message, StoredDuel
from models.base import unless_there
from models.connections import BRIEF
from models.jobs import SWEPT
from models.types import UtcDateTime

OVERDUE_AFTER = timedelta(minutes=1)
"""Phases are resolved, and messages sent, within seconds; a longer delay means that something is wrong."""
NOTED_EVERY = timedelta(seconds=5)
MOST_COUNTED = 1000
"""Each is counted up to this number; a higher one would say no more."""


@dataclass(frozen=True)
class WorkerState:
    """What waits for the worker. swept_at: when it last looked for deadlines; None if it never did.

    overdue: phases whose deadline passed over a minute ago. stuck: duels that could not be resolved.
    messages: due and not sent. late_messages: those of them that were due over a minute ago.
    """

    now: datetime
    swept_at: datetime | None
    overdue: int
    stuck: int
    messages: int
    late_messages: int

    @property
    def silent_for(self) -> timedelta | None:
        """The time since the last sweep."""
        return self.now - self.swept_at if self.swept_at else None

    @property
    def is_keeping_up(self) -> bool:
        """True if no deadlines pass unnoticed; late messages alone are no emergency."""
        silence = self.silent_for
        return not self.overdue and silence is not None and silence <= OVERDUE_AFTER


def record_sweep(database: Database, now: datetime) -> None:
    """Record a sweep, unless one was recorded a moment ago."""
    with database.reading() as session:
        swept_at = _swept_at(session)
    if swept_at is not None and swept_at <= now < swept_at + NOTED_EVERY:
        return
    with database.writing(BRIEF) as session:
        if swept_at is None:
            session.execute(unless_there(session, Heartbeat).values(id=SWEPT, beat_at=now))
        else:
            session.execute(update(Heartbeat).where(Heartbeat.id == SWEPT).values(beat_at=now))


def worker_state(session: Session, now: datetime) -> WorkerState:
    """Read the worker's state, by one statement and another for its last sweep."""
    values = {"now": now, "late": now - OVERDUE_AFTER}
    return WorkerState(now, _swept_at(session), *session.execute(_state_query(), values).one())


def _swept_at(session: Session) -> datetime | None:
    return session.scalar(select(Heartbeat.beat_at).where(Heartbeat.id == SWEPT))


@cache
def _state_query() -> Select[*tuple[Any, ...]]:
    now, late = (bindparam(name, type_=UtcDateTime) for name in ("now", "late"))
    duels, messages = select(StoredDuel.id), select(Message.id)
    counted = (
        duels.where(StoredDuel.deadline_at <= late, StoredDuel.stuck_at.is_(None)),
        duels.where(StoredDuel.stuck_at.is_not(None)),
        messages.where(Message.due_at <= now),
        messages.where(Message.due_at <= late),
    )
    some = (each.limit(MOST_COUNTED).subquery() for each in counted)
    return select(*(select(func.count()).select_from(each).scalar_subquery() for each in some))
