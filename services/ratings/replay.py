"""A pool of ratings that counts its duels again, from what is stored of them alone.

Memory: the players of one pool, the duels of thirty days, and a batch of rows.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from competition.counting import Counted, Standing, count_duel
from intimate.players import Player
from models import StoredDuel
from services.ratings.pools import DAY, REPEATS_COUNT_FOR, Pool, changes_of, columns
from services.ratings.rating import score_of_first

BATCH = 1000
Row = dict[str, Any]


class PastDuel(NamedTuple):
    """A duel that was counted, as far as ratings go."""

    id: int
    ordinal: int
    first_id: int
    second_id: int
    winner: Player | None
    created_at: datetime
    ended_at: datetime


@dataclass
class Replay:
    """A pool that counts its duels again, one by one."""

    pool: Pool
    standings: dict[int, tuple[Standing, datetime]] = field(default_factory=dict)
    recent: deque[tuple[datetime, frozenset[int]]] = field(default_factory=deque)
    repeats: Counter[frozenset[int]] = field(default_factory=Counter)
    last: datetime | None = None
    ordinal: int = 0
    """That of the last duel that was counted."""

    def count(self, duel: PastDuel) -> tuple[tuple[Counted, Counted], datetime]:
        """Count a duel, and return what it did and at which instant."""
        at = self.last = max(duel.ended_at, self.last or duel.created_at)
        self.ordinal = duel.ordinal
        self._forget(at)
        both = frozenset({duel.first_id, duel.second_id})
        first, second = (self._standing(user_id, at) for user_id in (duel.first_id, duel.second_id))
        counted = count_duel(first, second, score_of_first(duel.winner), self.repeats[both])
        for each in counted:
            self.standings[each.after.user_id] = each.after, at
        self.recent.append((at, both))
        self.repeats[both] += 1
        return counted, at

    def changes(self, duels: list[PastDuel]) -> list[Row]:
        """Count some duels, and return what is stored of each, for both players."""
        return [
            {**self.pool._asdict(), "ordinal": duel.ordinal, **row}
            for duel in duels
            for row in changes_of(duel.id, *self.count(duel))
        ]

    def ratings(self) -> list[Row]:
        """Return what is stored of each player by now."""
        return [
            {**self.pool._asdict(), "user_id": user_id, **columns(standing, at)}
            for user_id, (standing, at) in sorted(self.standings.items())
        ]

    def _standing(self, user_id: int, at: datetime) -> Standing:
        known = self.standings.get(user_id)
        return known[0].aged((at - known[1]) / DAY) if known else Standing(user_id)

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
