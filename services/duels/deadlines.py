"""Deadlines: a sweep looks for stored instants that have passed; several sweeps may run at once."""

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from clocks.running import give_back
from models import TRANSIENT_ERRORS, Away, Busy, Database, StoredDuel, Unavailable
from models.connections import HURRIED
from models.ids import DuelId, DuelToken
from services.duels.access import LockedDuel, lock_for_clock, lock_some
from services.duels.resolving import error_name, resolve_if_due, resolve_or_set_aside
from services.outages import last_seen
from services.refused import NotFound

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]
TOGETHER = 4
"""How many duels are resolved in one transaction: few enough that nobody waits long for a lock."""


def due(session: Session, now: datetime) -> list[DuelId]:
    """List the duels whose deadline has passed, the oldest deadline first, without those set aside."""
    query = select(StoredDuel.id).where(StoredDuel.deadline_at <= now, StoredDuel.stuck_at.is_(None))
    return list(session.scalars(query.order_by(StoredDuel.deadline_at, StoredDuel.id)))


def sweep(database: Database, clock: Clock) -> int:
    """Resolve every duel that is due and return how many; a locked or broken one stops no other.

    A deadline counts only once the site has been reachable after it.
    """
    now = clock()
    with database.reading() as session:
        # If the site was down at the deadline, the time is given back first.
        waiting = due(session, last_seen(session, now))
    return resolve_all(database, waiting, clock)


def resolve_all(database: Database, waiting: Sequence[DuelId], clock: Clock) -> int:
    """Resolve duels in batches, and return how many; raises Away when the database is gone."""
    resolved, left = 0, list(waiting)
    while left:
        some, left = left[:TOGETHER], left[TOGETHER:]
        try:
            number, again = resolve_together(database, some, clock)
        except Exception as error:  # noqa: BLE001  # retry one by one to find the duel
            was_lost = isinstance(error, Away)
            if was_lost:
                log.warning(
                    "%d duels: the connection is lost; retrying them one by one: %s", len(some), error
                )
            number, again = resolve_apart(database, some, clock, was_lost=was_lost), ()
        left = [*again, *left]
        if number + len(again) < len(
            some
        ):  # another sweep is at the same place, so continue from the other end
            left.reverse()
        resolved += number
    return resolved


def resolve_together(
    database: Database, duel_ids: Sequence[DuelId], clock: Clock
) -> tuple[int, Sequence[DuelId]]:
    """Resolve some duels in one transaction; return how many, and those left for another one.

    Once one has ended no other is touched, because what follows from an end takes locks that come after all
    duels. Raises any error of one of them, and then resolves none.
    """
    resolved, left = 0, set(duel_ids)
    with database.writing(HURRIED, yields=True) as session:
        locked_duels = lock_some(session, duel_ids)
        left -= _locked_elsewhere(duel_ids, locked_duels)
        for locked in locked_duels:
            left.discard(locked.stored.id)
            resolved += locked.stored.stuck_at is None and resolve_if_due(locked, clock())
            if locked.stored.phase is None:
                break
    return resolved, [duel_id for duel_id in duel_ids if duel_id in left]


def _locked_elsewhere(duel_ids: Sequence[DuelId], locked_duels: Collection[LockedDuel]) -> set[DuelId]:
    """Find the duels that another transaction has locked; the next sweep tries them again."""
    locked = set(duel_ids) - {locked.stored.id for locked in locked_duels}
    for duel_id in sorted(locked):
        log.warning("duel %d is locked; the next sweep tries again", duel_id)
    return locked


def resolve_apart(database: Database, duel_ids: Sequence[DuelId], clock: Clock, *, was_lost: bool) -> int:
    """Resolve duels one by one and return how many; raises Away if a second connection breaks.

    was_lost: a first one has broken already.
    """
    resolved = 0
    for duel_id in duel_ids:
        try:
            resolved += try_to_resolve(database, duel_id, clock)
            was_lost = False
        except Away as error:
            if was_lost:  # a second connection has broken
                raise
            was_lost = True
            log.warning("duel %d: the connection is lost; the next sweep tries again: %s", duel_id, error)
    return resolved


def try_to_resolve(database: Database, duel_id: DuelId, clock: Clock) -> bool:
    """Resolve one duel if it is due; set it aside if it is broken, leave it if it cannot be stored now.

    Raises Away.
    """
    try:
        return _resolve_or_set_aside(database, duel_id, clock)
    except Busy:
        log.warning("duel %d is locked; the next sweep tries again", duel_id)
    except Away:
        raise
    except Unavailable as error:
        log.warning("duel %d could not be stored; the next sweep tries again: %s", duel_id, error)
    return False


def _resolve_or_set_aside(database: Database, duel_id: DuelId, clock: Clock) -> bool:
    try:
        return resolve_due(database, duel_id, clock)
    except Unavailable:
        raise
    except TRANSIENT_ERRORS:
        log.exception("duel %d could not be stored; the next sweep tries again", duel_id)
    except Exception as error:
        log.exception("duel %d could not be read, and is set aside", duel_id)
        set_aside_unread(database, duel_id, error, clock())
    return False


def set_aside_unread(database: Database, duel_id: DuelId, error: Exception, now: datetime) -> None:
    """Set a duel aside without reading it, since it cannot be read."""
    values = {"stuck_at": now, "stuck_by": error_name(error), "version": StoredDuel.version + 1}
    with database.writing() as session:
        session.execute(
            update(StoredDuel).where(StoredDuel.id == duel_id, StoredDuel.stuck_at.is_(None)).values(values),
            execution_options={"synchronize_session": False},
        )


def resolve_due(database: Database, duel_id: DuelId, clock: Clock) -> bool:
    """Resolve one duel if it is still due, in a transaction of its own; raises Busy if it is locked.

    The clock is read under the lock, so that the next phase gets its whole time.
    """
    with database.writing(HURRIED) as session:
        locked = lock_for_clock(session, duel_id, skip_locked=True)
        if locked is None:
            raise Busy("another transaction has locked the duel, or it is gone")
        return locked.stored.stuck_at is None and resolve_or_set_aside(locked, clock())


def stuck(session: Session) -> list[StoredDuel]:
    """List the duels that are set aside, the oldest first."""
    query = select(StoredDuel).where(StoredDuel.stuck_at.is_not(None)).order_by(StoredDuel.stuck_at)
    return list(session.scalars(query))


def set_going(session: Session, token: DuelToken, now: datetime) -> bool:
    """Resume a duel set aside by an error, and give the time back; False if it was not. Raises NotFound."""
    stored = session.scalar(select(StoredDuel).where(StoredDuel.token == token).with_for_update())
    if stored is None:
        raise NotFound
    if stored.stuck_at is None:
        return False
    stored.times = give_back(stored.clock, stored.times, stored.stuck_at, now)
    stored.stuck_at = stored.stuck_by = None
    session.flush()
    return True
