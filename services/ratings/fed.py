"""For keepers: whose wins over accounts that only lose to them weighed less, and which accounts those are."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, and_, bindparam, select
from sqlalchemy.orm import Session, aliased

from competition.weights import Why
from models import Rating, RatingChange, StoredDuel, User
from services.ratings.pools import Pool, of_pool

MOST_FED, MOST_WINS = 20, 20
WEIGHED_LESS = 2
"""The number of such wins from which on they weigh less."""


class FedWin(NamedTuple):
    """A win that weighed less for this reason; weight: in eighths.

    still_only_loses: the account has counted nothing but losses against the winner to this day.
    """

    name: str
    token: str
    weight: int
    still_only_loses: bool


class Fed(NamedTuple):
    """A player of a pool, how many such wins they have counted in all, and the last that weighed less."""

    user_id: int
    name: str
    pool: Pool
    fed: int
    wins: Sequence[FedWin]


@cache
def _fed_query() -> Select[*tuple[Any, ...]]:
    """Select those with most such wins; told so that an index serves."""
    query = select(Rating.user_id, User.name, Rating.pace, Rating.preset, Rating.fed)
    query = query.join(User, User.id == Rating.user_id).where(Rating.fed >= WEIGHED_LESS)
    return query.order_by(Rating.fed.desc()).limit(MOST_FED)


@cache
def _wins_query() -> Select[*tuple[Any, ...]]:
    """Select the last such wins of one player in a pool."""
    loser = aliased(Rating)
    user_id = bindparam("user_id", type_=Integer)
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
        .where(of_pool(RatingChange), RatingChange.user_id == user_id, RatingChange.why == Why.ONE_OPPONENT)
        .order_by(RatingChange.ordinal.desc())
        .limit(MOST_WINS)
    )


def list_fed(session: Session) -> list[Fed]:
    """List players whose wins have weighed less because their opponents only lose to them, the most first."""
    found = session.execute(_fed_query()).all()
    return [_fed(session, user_id, name, Pool(*pool), fed) for user_id, name, *pool, fed in found]


def _fed(session: Session, user_id: int, name: str, pool: Pool, fed: int) -> Fed:
    rows = session.execute(_wins_query(), {**pool.bound, "user_id": user_id})
    wins = [FedWin(loser, token, weight, only == user_id) for loser, token, weight, only in rows]
    return Fed(user_id, name, pool, fed, wins)
