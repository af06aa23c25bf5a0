"""Writing ratings anew from the duels alone, and finding where what is stored differs."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, insert, select, update
from sqlalchemy.orm import Session

from models import Rating, RatingChange, RatingPool, StoredDuel
from services.ratings.pools import Pool, insert_pool
from services.ratings.replay import BATCH, Replay, Row, batches

PASSING = frozenset({"listed_until"})
"""Columns that are emptied as time goes by."""
Table = type[Rating | RatingChange | RatingPool]


class Difference(NamedTuple):
    """Something that is stored otherwise than the duels have it; None where it is missing on one side."""

    pool: Pool
    what: str
    stored: object
    found: object


def pools(session: Session) -> list[Pool]:
    """List all pools that have counted a duel."""
    of_duels = select(StoredDuel.pace, StoredDuel.preset).where(StoredDuel.rated_ordinal.is_not(None))
    known = select(RatingPool.pace, RatingPool.preset)
    return sorted(Pool(*row) for row in session.execute(of_duels.union(known)))


def recompute(session: Session) -> int:
    """Write the ratings and their changes of all pools anew, and return how many duels were counted.

    All pools stay locked until the transaction ends.
    """
    found = pools(session)
    for pool in found:
        insert_pool(session, pool)
        session.execute(select(RatingPool).where(_of(RatingPool, pool)).with_for_update())
    return sum(_rewrite(session, pool) for pool in found)


def _rewrite(session: Session, pool: Pool) -> int:
    for table in (RatingChange, Rating):
        session.execute(delete(table).where(_of(table, pool)).execution_options(synchronize_session=False))
    replay, number = Replay(pool), 0
    for duels in batches(session, pool):
        session.execute(insert(RatingChange), replay.changes(duels))
        number += len(duels)
    rows = replay.ratings()
    for begin in range(0, len(rows), BATCH):
        session.execute(insert(Rating), rows[begin : begin + BATCH])
    session.execute(update(RatingPool).where(_of(RatingPool, pool)).values(counted=replay.ordinal))
    return number


def differences(session: Session) -> Iterator[Difference]:
    """Find all that is stored of ratings otherwise than the duels have it."""
    for pool in pools(session):
        replay = Replay(pool)
        for duels in batches(session, pool):
            before = replay.ordinal
            found = replay.changes(duels)
            places = RatingChange.ordinal > before, RatingChange.ordinal <= replay.ordinal
            yield from _compare(pool, _stored(session, RatingChange, pool, *places), found)
        yield from _compare(
            pool, _stored(session, RatingChange, pool, RatingChange.ordinal > replay.ordinal), []
        )
        yield from _compare(pool, _stored(session, Rating, pool), replay.ratings())
        counted = session.scalar(select(RatingPool.counted).where(_of(RatingPool, pool)))
        if counted != replay.ordinal:
            yield Difference(pool, "duels counted", counted, replay.ordinal)


def _of(table: Table, pool: Pool) -> ColumnElement[bool]:
    return and_(table.pace == pool.pace, table.preset == pool.preset)


def _stored(session: Session, table: Table, pool: Pool, *which: ColumnElement[bool]) -> list[Row]:
    names = table.__table__.columns.keys()
    query = select(*(getattr(table, name) for name in names)).where(_of(table, pool), *which)
    return [dict(zip(names, row, strict=True)) for row in session.execute(query)]


def _compare(pool: Pool, stored: list[Row], found: list[Row]) -> Iterator[Difference]:
    left, right = ({_subject(row): row for row in rows} for rows in (stored, found))
    for subject in sorted(left.keys() | right.keys()):
        one, other = left.get(subject), right.get(subject)
        if one is None or other is None:
            yield Difference(pool, subject, one and "a row", other and "a row")
            continue
        for name in other.keys() - PASSING:
            if one[name] != other[name]:
                yield Difference(pool, f"{subject}: {name}", one[name], other[name])


def _subject(row: Row) -> str:
    """Name a row by what it is about."""
    account = f"account {row['user_id']}"
    return f"duel {row['duel_id']}, {account}" if "duel_id" in row else account
