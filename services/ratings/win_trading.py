"""Win trading, for moderators: players whose duels weighed less because of their opponents; clusters.

Traded wins are wins over accounts that only lose to the winner. The opponents of sheltered players only
meet each other (`competition.clusters`). Players of a closed cluster have met nobody outside it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, String, and_, bindparam, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from competition.clusters import YOUNG, largest_cluster
from competition.counting import Why
from models import RatingChange, RatingPool, StoredDuel, StoredRating, User
from models.ids import DuelToken, UserId
from services.ratings.pools import Pool, of_pool

MOST_LISTED, MOST_WINS = 20, 20
WEIGHED_LESS = 2
"""A player with this many such duels is listed."""
SMALLEST = 3
"""The smallest cluster that is listed: two friends who only play each other are common."""


class TradedWin(NamedTuple):
    """A duel that weighed less for this reason; weight: in eighths.

    still_only_loses: all rated duels of the loser, to this day, are losses to the winner.
    """

    name: str
    token: DuelToken
    weight: int
    still_only_loses: bool


class WinTrader(NamedTuple):
    """A player of a pool, the number of such duels, and the latest of them."""

    user_id: UserId
    name: str
    pool: Pool
    duels: int
    wins: Sequence[TradedWin]


class Cluster(NamedTuple):
    """People of a pool who have met only each other, the first of them by name."""

    pool: Pool
    size: int
    names: Sequence[str]


Counter = InstrumentedAttribute[int]


@cache
def _most_query(counter: Counter) -> Select[*tuple[Any, ...]]:
    """Select the players with the highest counter; written so that an index is used."""
    query = select(StoredRating.user_id, User.name, StoredRating.pace, StoredRating.preset, counter)
    query = query.join(User, User.id == StoredRating.user_id).where(counter >= WEIGHED_LESS)
    return query.order_by(counter.desc()).limit(MOST_LISTED)


@cache
def _wins_query() -> Select[*tuple[Any, ...]]:
    """Select the last duels of one player in a pool that weighed less for one reason."""
    loser = aliased(StoredRating)
    user_id, why = bindparam("user_id", type_=Integer), bindparam("why", type_=String)
    of_loser = and_(
        loser.user_id == RatingChange.opponent_id,
        loser.pace == RatingChange.pace,
        loser.preset == RatingChange.preset,
    )
    return (
        select(User.name, StoredDuel.token, RatingChange.weight, loser.one_opponent_id)
        .join(User, User.id == RatingChange.opponent_id)
        .join(StoredDuel, StoredDuel.id == RatingChange.duel_id)
        .join(loser, of_loser)
        .where(of_pool(RatingChange), RatingChange.user_id == user_id, RatingChange.why == why)
        .order_by(RatingChange.ordinal.desc())
        .limit(MOST_WINS)
    )


def list_win_traders(session: Session) -> list[WinTrader]:
    """List players whose wins weighed less because their opponents only lose to them, the most first."""
    return _listed(session, StoredRating.fed, Why.ONE_OPPONENT)


def list_sheltered(session: Session) -> list[WinTrader]:
    """List players whose duels weighed less because their opponents only meet each other."""
    return _listed(session, StoredRating.sheltered, Why.CLUSTER)


def _listed(session: Session, counter: Counter, why: Why) -> list[WinTrader]:
    found = session.execute(_most_query(counter)).all()
    return [
        _trader(session, user_id, name, Pool(*pool), number, why) for user_id, name, *pool, number in found
    ]


def _trader(session: Session, user_id: UserId, name: str, pool: Pool, number: int, why: Why) -> WinTrader:
    rows = session.execute(_wins_query(), {**pool.bound, "user_id": user_id, "why": why.value})
    wins = [TradedWin(loser, token, weight, only == user_id) for loser, token, weight, only in rows]
    return WinTrader(user_id, name, pool, number, wins)


def list_closed(session: Session) -> list[Cluster]:
    """List the clusters that have not met the largest group of their pool, the largest first."""
    pools = session.scalars(select(RatingPool).where(RatingPool.largest >= YOUNG))
    return [found for row in pools for found in _closed(session, Pool(row.pace, row.preset), row.largest)]


def _closed(session: Session, pool: Pool, largest: int) -> list[Cluster]:
    size, in_pool = func.count(), (StoredRating.pace == pool.pace, StoredRating.preset == pool.preset)
    groups = select(StoredRating.cluster, size).where(*in_pool).group_by(StoredRating.cluster)
    small = groups.having(size.between(SMALLEST, largest_cluster(largest))).order_by(size.desc())
    found = session.execute(small.limit(MOST_LISTED)).all()
    return [Cluster(pool, number, _names(session, pool, name)) for name, number in found]


def _names(session: Session, pool: Pool, cluster: int) -> Sequence[str]:
    query = (
        select(User.name)
        .join(StoredRating, StoredRating.user_id == User.id)
        .order_by(User.name)
        .limit(MOST_WINS)
    )
    here = (
        StoredRating.pace == pool.pace,
        StoredRating.preset == pool.preset,
        StoredRating.cluster == cluster,
    )
    return session.scalars(query.where(*here)).all()
