"""A pool of ratings: locking it, counting a duel in it, its players' rows, and their opponents."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    Update,
    and_,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.orm import Session

from competition import glicko
from competition.clusters import OpponentsOf, cluster_of, largest_cluster
from competition.counting import REPEAT_DAYS, Circumstances, Counted, PoolStanding, Score, count_duel
from intimate.chapter import Chapter
from intimate.duel import Ending
from intimate.players import Player
from models import RatingChange, RatingPool, StoredDuel, StoredRating
from models.base import unless_there
from models.ids import DuelId, UserId
from models.types import UtcDateTime

DAY = timedelta(days=1)
LISTED_FOR = timedelta(days=365)
"""After this time without a rated duel a player is not listed."""
REPEATS_COUNT_FOR = timedelta(days=REPEAT_DAYS)


class Pool(NamedTuple):
    """The name of a pool: each pace and preset has ratings of its own."""

    pace: str
    preset: str

    @property
    def bound(self) -> dict[str, str]:
        """The pool as parameters of prepared queries, whose names an UPDATE does not use for its columns."""
        return {"of_pace": self.pace, "of_preset": self.preset}


def pool_of(stored: StoredDuel) -> Pool:
    """Return the pool that a duel belongs to."""
    return Pool(stored.pace, stored.preset)


def of_pool(table: type[StoredRating | RatingChange | RatingPool]) -> ColumnElement[bool]:
    """Match the rows of the pool in `Pool.bound`."""
    pace, preset = bindparam("of_pace", type_=String), bindparam("of_preset", type_=String)
    return and_(table.pace == pace, table.preset == preset)


@cache
def _count_query() -> Update:
    statement = update(RatingPool).where(of_pool(RatingPool)).values(counted=RatingPool.counted + 1)
    return statement.returning(RatingPool.counted).execution_options(synchronize_session=False)


@cache
def _last_query() -> Select[datetime]:
    at_ordinal = RatingChange.ordinal == bindparam("ordinal", type_=Integer)
    return select(RatingChange.rated_at).where(of_pool(RatingChange), at_ordinal).limit(1)


@cache
def _rows_query() -> Select[StoredRating]:
    of_both = StoredRating.user_id.in_([bindparam("own", type_=Integer), bindparam("other", type_=Integer)])
    return (
        select(StoredRating).where(of_pool(StoredRating), of_both).execution_options(populate_existing=True)
    )


@cache
def _repeats_query() -> Select[int]:
    return select(func.count()).where(
        of_pool(RatingChange),
        RatingChange.user_id == bindparam("own", type_=Integer),
        RatingChange.opponent_id == bindparam("other", type_=Integer),
        RatingChange.rated_at > bindparam("since", type_=UtcDateTime),
    )


def next_ordinal(session: Session, pool: Pool) -> int:
    """Lock a pool until the transaction ends, and return the ordinal of its next duel, from 1 on."""
    ordinal = session.scalar(_count_query(), pool.bound)
    if ordinal is None:
        insert_pool(session, pool)
        ordinal = session.execute(_count_query(), pool.bound).scalar_one()
    return int(ordinal)


def insert_pool(session: Session, pool: Pool) -> None:
    """Make an empty pool, unless it exists."""
    session.execute(unless_there(session, RatingPool).values(**pool._asdict(), counted=0))


def counted_at(session: Session, pool: Pool, ordinal: int) -> datetime | None:
    """Return when the pool counted its duel with an ordinal; None if there is none."""
    return session.scalar(_last_query(), {**pool.bound, "ordinal": ordinal})


def rows_of(session: Session, pool: Pool, own: UserId, other: UserId) -> Mapping[UserId, StoredRating]:
    """Return the rows of two players in a pool, by account; none for a newcomer."""
    found = session.scalars(_rows_query(), {**pool.bound, "own": own, "other": other})
    return {row.user_id: row for row in found}


def count_repeats(session: Session, pool: Pool, own: UserId, other: UserId, at: datetime) -> int:
    """Count the earlier duels of the two players that reduce the weight of one at this instant."""
    values = {**pool.bound, "own": own, "other": other, "since": at - REPEATS_COUNT_FOR}
    return session.scalar(_repeats_query(), values) or 0


def standing_at(row: StoredRating | None, user_id: UserId, at: datetime) -> PoolStanding:
    """Return a player's rating at an instant, from their row."""
    if row is None:
        return PoolStanding(user_id)
    value = glicko.Rating(row.rating, row.deviation, row.volatility)
    standing = PoolStanding(user_id, value, row.duels, row.one_opponent_id, row.fed, row.sheltered)
    return standing.aged((at - row.rated_at) / DAY)


def columns(standing: PoolStanding, at: datetime) -> dict[str, Any]:
    """Return the columns to store for a player who has this rating after a duel."""
    value = standing.value
    return {
        "rating": value.rating,
        "deviation": value.deviation,
        "volatility": value.volatility,
        "duels": standing.duels,
        "rated_at": at,
        "one_opponent_id": standing.one_opponent,
        "fed": standing.fed,
        "sheltered": standing.sheltered,
        "listed_until": listed_until(value, at),
    }


def listed_until(value: glicko.Rating, at: datetime) -> datetime | None:
    """Return until when lists show a player who stops playing; None for a provisional rating."""
    if value.is_provisional:
        return None
    return at + min(LISTED_FOR, timedelta(days=min(value.idle_days_left, LISTED_FOR.days)))


def changes_of(duel_id: DuelId, counted: tuple[Counted, Counted], at: datetime) -> list[dict[str, Any]]:
    """Return the columns of both players' rating changes, without pool and ordinal."""
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


@cache
def _met_query() -> Select[UserId, UserId]:
    accounts = RatingChange.user_id.in_(bindparam("accounts", expanding=True))
    pairs = select(RatingChange.user_id, RatingChange.opponent_id).where(of_pool(RatingChange), accounts)
    return pairs.distinct()


@cache
def _largest_query() -> Select[int]:
    return select(RatingPool.largest).where(of_pool(RatingPool))


@cache
def _join_query() -> Update:
    later = StoredRating.cluster == bindparam("later", type_=Integer)
    statement = (
        update(StoredRating)
        .where(of_pool(StoredRating), later)
        .values(cluster=bindparam("earlier", type_=Integer))
    )
    return statement.execution_options(synchronize_session=False)


@cache
def _size_query() -> Select[int]:
    return select(func.count()).where(
        of_pool(StoredRating), StoredRating.cluster == bindparam("earlier", type_=Integer)
    )


@cache
def _grow_query() -> Update:
    size = bindparam("size", type_=Integer)
    statement = update(RatingPool).where(of_pool(RatingPool), RatingPool.largest < size).values(largest=size)
    return statement.execution_options(synchronize_session=False)


def circumstances(
    session: Session, pool: Pool, first_id: UserId, second_id: UserId, repeats: int, *, unfought: bool = False
) -> Circumstances:
    """Return what reduces the weight of a duel between these two that ends now."""
    most = largest_cluster(session.scalar(_largest_query(), pool.bound) or 0)
    opponents_of = opponents_reader(session, pool)
    return Circumstances(
        repeats,
        first_sheltered=bool(cluster_of(second_id, first_id, opponents_of, most)),
        second_sheltered=bool(cluster_of(first_id, second_id, opponents_of, most)),
        unfought=unfought,
    )


def opponents_reader(session: Session, pool: Pool) -> OpponentsOf:
    """Return a function that lists the opponents of accounts; each account is read once."""
    known: dict[int, list[int]] = {}

    def opponents_of(accounts: Collection[int]) -> Mapping[int, Collection[int]]:
        unknown = [account for account in accounts if account not in known]
        if unknown:
            known.update({account: [] for account in unknown})
            for account, other in session.execute(_met_query(), {**pool.bound, "accounts": unknown}):
                known[account].append(other)
        return {account: known[account] for account in accounts}

    return opponents_of


def merge_groups(session: Session, pool: Pool, one: StoredRating, other: StoredRating) -> None:
    """Join the groups of two players who have met; their pool is locked, and both have rows.

    The number of a group is the lowest account number in it; a newcomer is alone in theirs.
    """
    earlier, later = sorted((one.cluster, other.cluster))
    if earlier == later:
        return
    values = {**pool.bound, "earlier": earlier, "later": later}
    session.execute(_join_query(), values)
    session.execute(_grow_query(), {**pool.bound, "size": session.scalar(_size_query(), values) or 0})
    for row in (one, other):
        session.refresh(row, ["cluster"])


GIVEN_AWAY = frozenset({Ending.CONCEDED, Ending.ABSENT})


def is_to_be_counted(stored: StoredDuel) -> bool:
    """Tell whether a rated duel is over and has not been counted yet."""
    has_result = stored.ended_at is not None and not stored.is_without_result
    return stored.rated and stored.counts and has_result and stored.rated_ordinal is None


def score_of_first(winner: Player | None) -> Score:
    """Return the first player's score by who has won."""
    if winner is None:
        return Score.DRAWN
    return Score.WON if winner is Player.FIRST else Score.LOST


def is_unfought(reason: Ending | None, *, fought: bool) -> bool:
    """Tell whether a duel was given away before any auction, by conceding or by absence."""
    return not fought and reason in GIVEN_AWAY


def count_for_ratings(session: Session, stored: StoredDuel, _: Chapter, now: datetime) -> None:
    """Count a finished rated duel: give it its ordinal in its pool, and change both ratings.

    Its pool stays locked until the transaction ends, so that duels count one by one.
    """
    if not is_to_be_counted(stored):
        return
    pool = pool_of(stored)
    stored.rated_ordinal = next_ordinal(session, pool)
    last = counted_at(session, pool, stored.rated_ordinal - 1)
    # If two duels end at once, the later one may get the lock first.
    at = max(stored.ended_at or now, last or stored.created_at)
    both = stored.first_id, stored.second_id
    rows = rows_of(session, pool, *both)
    first, second = (standing_at(rows.get(user_id), user_id, at) for user_id in both)
    score = score_of_first(stored.winner)
    repeats = count_repeats(session, pool, *both, at)
    unfought = is_unfought(stored.reason, fought=stored.fought)
    counted = count_duel(
        first, second, score, circumstances(session, pool, *both, repeats, unfought=unfought)
    )
    changes = changes_of(stored.id, counted, at)
    session.execute(
        insert(RatingChange),
        [{**pool._asdict(), "ordinal": stored.rated_ordinal, **each} for each in changes],
    )
    written = [
        _write_rating(session, pool, rows.get(UserId(each.after.user_id)), each.after, at) for each in counted
    ]
    session.flush()
    merge_groups(session, pool, *written)


def _write_rating(
    session: Session, pool: Pool, row: StoredRating | None, after: PoolStanding, at: datetime
) -> StoredRating:
    if row is None:
        row = StoredRating(user_id=after.user_id, cluster=after.user_id, **pool._asdict())
        session.add(row)
    for name, value in columns(after, at).items():
        setattr(row, name, value)
    return row
