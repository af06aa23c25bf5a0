"""The lists of ratings: whoever is established and plays, by rating, a page at a time."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    Tuple,
    and_,
    bindparam,
    func,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy.orm import Session
from sqlalchemy.types import Double

from models import Database, Rating, User
from models.types import UtcDateTime
from services.ratings.pools import Pool, of_pool
from services.ratings.seen import NEWCOMER, RatingSeen, seen

PAGE = 50
LAST_RANK = 1000
"""Ranks are counted as far as this, so that no page counts a long list."""


class Place(NamedTuple):
    """A place in a list: who is rated less stands behind it, and of equals whose account is older."""

    rating: float
    user_id: int


class ListedRating(NamedTuple):
    """A player as a list shows them."""

    place: Place
    name: str
    rating: RatingSeen


class OwnRating(NamedTuple):
    """The rating of a reader in a pool; rank: None where they are not listed, or beyond LAST_RANK."""

    rating: RatingSeen
    is_listed: bool = False
    rank: int | None = None


@cache
def _listed() -> ColumnElement[bool]:
    """Match who is in the list; told so that the databases use the index of it."""
    now = bindparam("now", type_=UtcDateTime)
    return and_(of_pool(Rating), Rating.listed_until.is_not(None), Rating.listed_until > now)


@cache
def _page_query(*, first: bool) -> Select[*tuple[Any, ...]]:
    query = select(Rating, User.name).join(User, User.id == Rating.user_id).where(_of_kind())
    query = query.where(_listed(), true() if first else _here() < _there())
    return query.order_by(Rating.rating.desc(), Rating.user_id.desc()).limit(PAGE + 1)


@cache
def _ahead_query() -> Select[int]:
    ahead = select(Rating.user_id).join(User, User.id == Rating.user_id).where(_listed(), _of_kind())
    few = ahead.where(_here() > _there()).limit(LAST_RANK).subquery()
    return select(func.count()).select_from(few)


def _of_kind() -> ColumnElement[bool]:
    """Match accounts that are played by whoever is asked for, and were not deleted."""
    return and_(User.kind == bindparam("kind", type_=String), User.deleted_at.is_(None))


def _here() -> Tuple:
    return tuple_(Rating.rating, Rating.user_id)


def _there() -> Tuple:
    return tuple_(bindparam("rating", type_=Double), bindparam("user_id", type_=Integer))


def list_ratings(
    session: Session, pool: Pool, now: datetime, after: Place | None = None, kind: str = "person"
) -> Sequence[ListedRating]:
    """List a page of a pool, the best first; one more than a page if another follows.

    kind: who plays by the accounts; people and programs do not meet in what counts, so their ratings are no
    measure of each other.
    """
    values = {**pool.bound, "now": now, "kind": kind, **(after._asdict() if after else {})}
    found = session.execute(_page_query(first=after is None), values)
    return [ListedRating(Place(row.rating, row.user_id), name, seen(row, now)) for row, name in found]


def rank(session: Session, pool: Pool, now: datetime, place: Place, kind: str = "person") -> int | None:
    """Return the rank of a place among accounts of its kind, from 1 on; None beyond LAST_RANK."""
    values = {**pool.bound, "now": now, "kind": kind, **place._asdict()}
    ahead = session.scalar(_ahead_query(), values) or 0
    return ahead + 1 if ahead < LAST_RANK else None


def own_rating(session: Session, pool: Pool, user_id: int, now: datetime) -> OwnRating:
    """Return the rating of somebody in a pool, with their rank where they are listed."""
    row = session.get(Rating, (user_id, *pool))
    if row is None:
        return OwnRating(NEWCOMER)
    if row.listed_until is None or row.listed_until <= now:
        return OwnRating(seen(row, now))
    kind = session.get_one(User, user_id).kind
    found = rank(session, pool, now, Place(row.rating, user_id), kind)
    return OwnRating(seen(row, now), is_listed=True, rank=found)


def unlist_idle(database: Database, now: datetime) -> int:
    """Drop from the lists whoever has not played for too long, and return how many that were.

    Lists leave them out anyway; without this they would be passed over at every look.
    """
    with database.writing() as session:
        idle = update(Rating).where(Rating.listed_until <= now).values(listed_until=None)
        return len(session.scalars(idle.returning(Rating.user_id)).all())
