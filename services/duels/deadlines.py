"""Deadlines: stored instants that a sweep looks for; any number of sweeps may run at once."""

import logging
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from models import Busy, Database, StoredDuel
from services.duels.resolving import resolve_if_due
from services.duels.tables import lock_for_clock

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]


def due(session: Session, now: datetime) -> list[int]:
    """List the duels whose deadline has passed, the oldest deadline first."""
    query = select(StoredDuel.id).where(StoredDuel.deadline_at <= now)
    return list(session.scalars(query.order_by(StoredDuel.deadline_at)))


def sweep(database: Database, clock: Clock) -> int:
    """Resolve every duel that is due and return how many; one that is locked or broken stops no other."""
    with database.reading() as session:
        waiting = due(session, clock())
    return sum(try_to_resolve(database, duel_id, clock) for duel_id in waiting)


def try_to_resolve(database: Database, duel_id: int, clock: Clock) -> bool:
    """Resolve one duel if it is due; one that is locked or broken is logged, and left to the next sweep."""
    try:
        return resolve_due(database, duel_id, clock)
    except Busy:
        log.warning("duel %d is locked; the next sweep tries again", duel_id)
    except Exception:
        log.exception("duel %d could not be resolved", duel_id)
    return False


def resolve_due(database: Database, duel_id: int, clock: Clock) -> bool:
    """Resolve one duel if it is still due, in a transaction of its own; raises Busy if it is locked.

    The clock is read once the lock is had, so that the next phase has its whole time.
    """
    with database.writing() as session:
        seat = lock_for_clock(session, duel_id, skip_locked=True)
        if seat is None:
            raise Busy("somebody else has locked the duel, or it is gone")
        return resolve_if_due(seat, clock())
