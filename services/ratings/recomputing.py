"""Ratings computed again from the duels alone, then stored or compared with the stored ones.

It keeps in memory one pool's players with their opponents, thirty days of duels, and a batch of rows.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, delete, insert, select, update
from sqlalchemy.orm import Session

from competition.clusters import MeetingGraph, cluster_of, largest_cluster
from competition.counting import Circumstances, Counted, PoolStanding, count_duel
from intimate.duel import Ending
from intimate.players import Player
from models import RatingChange, RatingPool, StoredDuel, StoredRating
from models.ids import DuelId, UserId
from services.ratings.pools import (
    DAY,
    REPEATS_COUNT_FOR,
    Pool,
    changes_of,
    columns,
    insert_pool,
    is_unfought,
    score_of_first,
)

BATCH = 1000
Row = dict[str, Any]


class PastDuel(NamedTuple):
    """A counted duel: what matters for ratings."""

    id: DuelId
    ordinal: int
    first_id: UserId
    second_id: UserId
    winner: Player | None
    created_at: datetime
    ended_at: datetime
    reason: Ending | None = None
    fought: bool = True


@dataclass
class Replay:
    """A pool that counts its duels again, one by one."""

    pool: Pool
    standings: dict[int, tuple[PoolStanding, datetime]] = field(default_factory=dict)
    recent: deque[tuple[datetime, frozenset[int]]] = field(default_factory=deque)
    repeats: Counter[frozenset[int]] = field(default_factory=Counter)
    graph: MeetingGraph = field(default_factory=MeetingGraph)
    last: datetime | None = None
    ordinal: int = 0
    """The ordinal of the last duel that was counted."""

    def count(self, duel: PastDuel) -> tuple[tuple[Counted, Counted], datetime]:
        """Count a duel, and return its effect and its instant."""
        at = self.last = max(duel.ended_at, self.last or duel.created_at)
        self.ordinal = duel.ordinal
        self._forget(at)
        both = frozenset({duel.first_id, duel.second_id})
        first, second = (self._standing(user_id, at) for user_id in (duel.first_id, duel.second_id))
        most = largest_cluster(self.graph.largest)
        how = Circumstances(
            self.repeats[both],
            first_sheltered=bool(cluster_of(duel.second_id, duel.first_id, self.graph.joins, most)),
            second_sheltered=bool(cluster_of(duel.first_id, duel.second_id, self.graph.joins, most)),
            unfought=is_unfought(duel.reason, fought=duel.fought),
        )
        counted = count_duel(first, second, score_of_first(duel.winner), how)
        self.graph.join(duel.first_id, duel.second_id)
        for each in counted:
            self.standings[each.after.user_id] = each.after, at
        self.recent.append((at, both))
        self.repeats[both] += 1
        return counted, at

    def changes(self, duels: list[PastDuel]) -> list[Row]:
        """Count some duels, and return the rows of changes for both players of each."""
        return [
            {**self.pool._asdict(), "ordinal": duel.ordinal, **row}
            for duel in duels
            for row in changes_of(duel.id, *self.count(duel))
        ]

    def ratings(self) -> list[Row]:
        """Return the present row of each player."""
        return [
            {
                **self.pool._asdict(),
                "user_id": user_id,
                "cluster": self.graph.group(user_id),
                **columns(standing, at),
            }
            for user_id, (standing, at) in sorted(self.standings.items())
        ]

    def _standing(self, user_id: UserId, at: datetime) -> PoolStanding:
        known = self.standings.get(user_id)
        return known[0].aged((at - known[1]) / DAY) if known else PoolStanding(user_id)

    def _forget(self, at: datetime) -> None:
        while self.recent and self.recent[0][0] <= at - REPEATS_COUNT_FOR:
            _, both = self.recent.popleft()
            self.repeats[both] -= 1
            if not self.repeats[both]:
                del self.repeats[both]


def batches(session: Session, pool: Pool) -> Iterator[list[PastDuel]]:
    """Read the duels that a pool has counted, in that order."""
    query: Select[*tuple[Any, ...]] = (
        select(
            StoredDuel.id,
            StoredDuel.rated_ordinal,
            StoredDuel.first_id,
            StoredDuel.second_id,
            StoredDuel.winner,
            StoredDuel.created_at,
            StoredDuel.ended_at,
            StoredDuel.reason,
            StoredDuel.fought,
        )
        .where(StoredDuel.pace == pool.pace, StoredDuel.preset == pool.preset)
        .order_by(StoredDuel.rated_ordinal)
        .limit(BATCH)
    )
    last = 0
    while rows := session.execute(query.where(StoredDuel.rated_ordinal > last)).all():
        duels = [PastDuel(*row) for row in rows]
        yield duels
        last = duels[-1].ordinal


TRANSIENT = frozenset({"listed_until"})
"""Columns that are cleared as time passes."""
Table = type[StoredRating | RatingChange | RatingPool]


class Difference(NamedTuple):
    """A stored value that differs from the recomputed one; None where one of the two is missing."""

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
    """Compute and store the ratings and changes of all pools again; return how many duels were counted.

    All pools stay locked until the transaction ends.
    """
    found = pools(session)
    for pool in found:
        insert_pool(session, pool)
        session.execute(select(RatingPool).where(_of(RatingPool, pool)).with_for_update())
    return sum(_rewrite(session, pool) for pool in found)


def _rewrite(session: Session, pool: Pool) -> int:
    for table in (RatingChange, StoredRating):
        session.execute(delete(table).where(_of(table, pool)).execution_options(synchronize_session=False))
    replay, number = Replay(pool), 0
    for duels in batches(session, pool):
        session.execute(insert(RatingChange), replay.changes(duels))
        number += len(duels)
    rows = replay.ratings()
    for begin in range(0, len(rows), BATCH):
        session.execute(insert(StoredRating), rows[begin : begin + BATCH])
    session.execute(
        update(RatingPool)
        .where(_of(RatingPool, pool))
        .values(counted=replay.ordinal, largest=replay.graph.largest)
    )
    return number


def differences(session: Session) -> Iterator[Difference]:
    """Find all stored ratings that differ from what the duels give."""
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
        yield from _compare(pool, _stored(session, StoredRating, pool), replay.ratings())
        found_of_pool = {"duels counted": replay.ordinal, "largest group": replay.graph.largest}
        query = select(RatingPool.counted, RatingPool.largest).where(_of(RatingPool, pool))
        stored_of_pool = session.execute(query).one_or_none() or (None, None)
        for (what, number), kept in zip(found_of_pool.items(), stored_of_pool, strict=True):
            if kept != number:
                yield Difference(pool, what, kept, number)


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
        for name in other.keys() - TRANSIENT:
            if one[name] != other[name]:
                yield Difference(pool, f"{subject}: {name}", one[name], other[name])


def _subject(row: Row) -> str:
    """Name the subject of a row."""
    account = f"account {row['user_id']}"
    return f"duel {row['duel_id']}, {account}" if "duel_id" in row else account
