"""A pool of ratings: its lock, where players stand in it, and what is written of a duel that it counts."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, String, Update, and_, bindparam, func, select, update
from sqlalchemy.orm import Session

from competition import glicko
from competition.counting import Counted, Standing
from competition.weights import REPEAT_DAYS
from intimate.players import Player
from models import Rating, RatingChange, RatingPool, StoredDuel
from models.inserting import unless_there
from models.types import UtcDateTime

DAY = timedelta(days=1)
LISTED_FOR = timedelta(days=365)
"""After a year without a duel that counts nobody is listed."""
REPEATS_COUNT_FOR = timedelta(days=REPEAT_DAYS)


class Pool(NamedTuple):
    """The name of a pool: ratings are apart for each pace and each preset."""

    pace: str
    preset: str

    @property
    def bound(self) -> dict[str, str]:
        """The pool as queries that are built once take it; an update keeps the columns' names for itself."""
        return {"of_pace": self.pace, "of_preset": self.preset}


def pool_of(stored: StoredDuel) -> Pool:
    """Return the pool that a duel belongs to."""
    return Pool(stored.pace, stored.preset)


def of_pool(table: type[Rating | RatingChange | RatingPool]) -> ColumnElement[bool]:
    """Match what belongs to the pool that `Pool.bound` names."""
    pace, preset = bindparam("of_pace", type_=String), bindparam("of_preset", type_=String)
    return and_(table.pace == pace, table.preset == preset)


@cache
def _count_query() -> Update:
    more = update(RatingPool).where(of_pool(RatingPool)).values(counted=RatingPool.counted + 1)
    return more.returning(RatingPool.counted).execution_options(synchronize_session=False)


@cache
def _last_query() -> Select[datetime]:
    place = RatingChange.ordinal == bindparam("ordinal", type_=Integer)
    return select(RatingChange.rated_at).where(of_pool(RatingChange), place).limit(1)


@cache
def _rows_query() -> Select[Rating]:
    of_both = Rating.user_id.in_([bindparam("own", type_=Integer), bindparam("other", type_=Integer)])
    return select(Rating).where(of_pool(Rating), of_both).execution_options(populate_existing=True)


@cache
def _repeats_query() -> Select[int]:
    return select(func.count()).where(
        of_pool(RatingChange),
        RatingChange.user_id == bindparam("own", type_=Integer),
        RatingChange.opponent_id == bindparam("other", type_=Integer),
        RatingChange.rated_at > bindparam("since", type_=UtcDateTime),
    )


def next_ordinal(session: Session, pool: Pool) -> int:
    """Lock a pool until the transaction ends, and return the place of one more duel in it, from 1 on."""
    ordinal = session.scalar(_count_query(), pool.bound)
    if ordinal is None:
        insert_pool(session, pool)
        ordinal = session.execute(_count_query(), pool.bound).scalar_one()
    return int(ordinal)


def insert_pool(session: Session, pool: Pool) -> None:
    """Make a pool that has counted nothing, unless it is there."""
    session.execute(unless_there(session, RatingPool).values(**pool._asdict(), counted=0))


def last_instant(session: Session, pool: Pool, ordinal: int) -> datetime | None:
    """Return the instant at which a pool counted its duel of a place; none where there is none."""
    return session.scalar(_last_query(), {**pool.bound, "ordinal": ordinal})


def rows_of(session: Session, pool: Pool, own: int, other: int) -> Mapping[int, Rating]:
    """Return what is stored of two players in a pool, by their numbers; nothing of somebody new."""
    found = session.scalars(_rows_query(), {**pool.bound, "own": own, "other": other})
    return {row.user_id: row for row in found}


def count_repeats(session: Session, pool: Pool, own: int, other: int, at: datetime) -> int:
    """Count the duels of the same two that still make one of this instant weigh less."""
    values = {**pool.bound, "own": own, "other": other, "since": at - REPEATS_COUNT_FOR}
    return session.scalar(_repeats_query(), values) or 0


def standing_at(row: Rating | None, user_id: int, at: datetime) -> Standing:
    """Return where a player stands at an instant, by what is stored of them."""
    if row is None:
        return Standing(user_id)
    value = glicko.Rating(row.rating, row.deviation, row.volatility)
    standing = Standing(user_id, value, row.duels, row.one_opponent_id, row.fed)
    return standing.aged((at - row.rated_at) / DAY)


def columns(standing: Standing, at: datetime) -> dict[str, Any]:
    """Return what is stored of a player who stands so after a duel."""
    value = standing.value
    return {
        "rating": value.rating,
        "deviation": value.deviation,
        "volatility": value.volatility,
        "duels": standing.duels,
        "rated_at": at,
        "one_opponent_id": standing.one_opponent,
        "fed": standing.fed,
        "listed_until": listed_until(value, at),
    }


def listed_until(value: glicko.Rating, at: datetime) -> datetime | None:
    """Say when a list of ratings leaves somebody out who plays no more; none of a provisional rating."""
    if value.is_provisional:
        return None
    return at + min(LISTED_FOR, timedelta(days=min(value.idle_days_left, LISTED_FOR.days)))


def changes_of(duel_id: int, counted: tuple[Counted, Counted], at: datetime) -> list[dict[str, Any]]:
    """Return what is stored of what a duel did for both players, but for its pool and its place there."""
    return [
        {
            "duel_id": duel_id,
            "user_id": own.after.user_id,
            "opponent_id": other.after.user_id,
            "player": player,
            "score": int(own.score),
            "weight": own.weight.eighths,
            "why": own.weight.why,
            "rating_before": own.before.value.rating,
            "deviation_before": own.before.value.deviation,
            "rating": own.after.value.rating,
            "deviation": own.after.value.deviation,
            "volatility": own.after.value.volatility,
            "rated_at": at,
        }
        for player, own, other in zip(Player, counted, reversed(counted), strict=True)
    ]
