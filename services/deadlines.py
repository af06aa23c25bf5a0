"""Deadlines: stored instants that a sweep looks for; any number of sweeps may run at once."""

import logging
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from models import Database, StoredDuel
from services import duels, resolution

log = logging.getLogger(__name__)


def due(session: Session, now: datetime) -> list[int]:
    """The duels whose deadline has passed."""
    query = select(StoredDuel.id).where(StoredDuel.deadline_at <= now)
    return list(session.scalars(query.order_by(StoredDuel.deadline_at)))


def resolve_due(database: Database, duel_id: int, now: datetime) -> bool:
    """Resolve one duel if it is still due, in a transaction of its own."""
    with database.writing() as session:
        duels.hold(session, StoredDuel.id == duel_id)
        stored = session.get_one(StoredDuel, duel_id, populate_existing=True)
        return resolution.resolve_when_due(session, stored, now)


def sweep(database: Database, now: datetime) -> int:
    """Resolve every duel that is due and say how many; a broken one does not stop the others."""
    with database.reading() as session:
        waiting = due(session, now)
    resolved = 0
    for duel_id in waiting:
        try:
            resolved += resolve_due(database, duel_id, now)
        except Exception:
            log.exception("duel %d could not be resolved", duel_id)
    return resolved
