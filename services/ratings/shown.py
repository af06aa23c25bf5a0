"""Ratings as pages show them: a player's, those of a counted or running duel, and lists."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
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
    case,
    func,
    or_,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy.orm import Session
from sqlalchemy.types import Double

from competition import glicko
from competition.counting import Counted, Score, count_duel
from intimate.players import Player
from models import Database, RatingChange, StoredDuel, StoredRating, User
from models.ids import DuelId, DuelToken, UserId
from models.types import UtcDateTime
from services.ratings.pools import Pool, circumstances, count_repeats, of_pool, pool_of, rows_of, standing_at


class RatingSeen(NamedTuple):
    """A rating at present, and the number of duels behind it; 0 for a newcomer."""

    value: glicko.Rating
    duels: int


NEWCOMER = RatingSeen(glicko.Rating(), 0)


def ratings_of(
    session: Session, user_ids: Collection[UserId], pace: str, preset: str, now: datetime
) -> Mapping[UserId, RatingSeen]:
    """Return the ratings of some accounts in one pool, those of newcomers too, by one statement."""
    of_them = StoredRating.user_id.in_(user_ids), StoredRating.pace == pace, StoredRating.preset == preset
    found = {row.user_id: seen(row, now) for row in session.scalars(select(StoredRating).where(*of_them))}
    return {user_id: found.get(user_id, NEWCOMER) for user_id in user_ids}


def seen(row: StoredRating, now: datetime) -> RatingSeen:
    """Return the present rating from a stored one."""
    value = glicko.Rating(row.rating, row.deviation, row.volatility)
    return RatingSeen(value.aged((now - row.rated_at) / timedelta(days=1)), row.duels)


MOST_CHANGES = 100


class ChangeSeen(NamedTuple):
    """The effect of a duel on a rating; a private duel between others has neither token nor opponent here."""

    change: RatingChange
    token: DuelToken | None
    opponent: str | None


def before(change: RatingChange) -> glicko.Rating:
    """Return a rating before a change."""
    return glicko.Rating(change.rating_before, change.deviation_before)


def after(change: RatingChange) -> glicko.Rating:
    """Return a rating after a change."""
    return glicko.Rating(change.rating, change.deviation, change.volatility)


class RatingProspect(NamedTuple):
    """The ratings of both players if the duel ended like this now."""

    winner: Player | None
    changes: Mapping[Player, Counted]


@cache
def _ratings_query() -> Select[StoredRating]:
    user_id = bindparam("user_id", type_=Integer)
    return select(StoredRating).where(StoredRating.user_id == user_id).order_by(StoredRating.rated_at.desc())


@cache
def _changes_query() -> Select[*tuple[Any, ...]]:
    """Select the last changes of a player in a pool, as a viewer may see them."""
    user_id, viewer = bindparam("user_id", type_=Integer), bindparam("viewer_id", type_=Integer)
    may_see = or_(StoredDuel.public, StoredDuel.first_id == viewer, StoredDuel.second_id == viewer)
    shown = (case((may_see, column)) for column in (StoredDuel.token, User.name))
    return (
        select(RatingChange, *shown)
        .join(StoredDuel, StoredDuel.id == RatingChange.duel_id)
        .join(User, User.id == RatingChange.opponent_id)
        .where(of_pool(RatingChange), RatingChange.user_id == user_id)
        .order_by(RatingChange.ordinal.desc())
        .limit(MOST_CHANGES)
    )


@cache
def _of_duel_query() -> Select[RatingChange]:
    return select(RatingChange).where(RatingChange.duel_id == bindparam("duel_id", type_=Integer))


def ratings_of_player(session: Session, user_id: UserId, now: datetime) -> Mapping[Pool, RatingSeen]:
    """Return a player's ratings in all pools, the pool of their last duel first."""
    rows = session.scalars(_ratings_query(), {"user_id": user_id})
    return {Pool(row.pace, row.preset): seen(row, now) for row in rows}


def last_changes(
    session: Session, user_id: UserId, pool: Pool, viewer_id: UserId | None
) -> Sequence[ChangeSeen]:
    """List the last changes of a player's rating in a pool, the latest first."""
    values = {**pool.bound, "user_id": user_id, "viewer_id": viewer_id or 0}
    return [ChangeSeen(*row) for row in session.execute(_changes_query(), values)]


def changes_by_duel(session: Session, duel_id: DuelId) -> Mapping[Player, RatingChange]:
    """Return the effect of a duel on both ratings; nothing if it was not rated."""
    found = session.scalars(_of_duel_query(), {"duel_id": duel_id})
    return {change.player: change for change in found}


def prospects(session: Session, stored: StoredDuel, now: datetime) -> Sequence[RatingProspect]:
    """Return both ratings for each way in which a duel could end now."""
    pool, both = pool_of(stored), (stored.first_id, stored.second_id)
    rows = rows_of(session, pool, *both)
    first, second = (standing_at(rows.get(user_id), user_id, now) for user_id in both)
    how = circumstances(session, pool, *both, count_repeats(session, pool, *both, now))
    # Giving up before any auction gives the other player less.
    how = how._replace(unfought=not stored.fought)
    winners = {Player.FIRST: Score.WON, None: Score.DRAWN, Player.SECOND: Score.LOST}
    return [
        RatingProspect(winner, dict(zip(Player, count_duel(first, second, score, how), strict=True)))
        for winner, score in winners.items()
    ]


PAGE = 50
LAST_RANK = 1000
"""Ranks are counted up to this, so that no page counts a long list."""


class RatedMark(NamedTuple):
    """A place in a list: lower ratings come after it, and among equals older accounts."""

    rating: float
    user_id: UserId


class ListedRating(NamedTuple):
    """A player as a list shows them."""

    place: RatedMark
    name: str
    rating: RatingSeen


class OwnRating(NamedTuple):
    """The rating of a viewer in a pool; rank: None where they are not listed, or beyond LAST_RANK."""

    rating: RatingSeen
    is_listed: bool = False
    rank: int | None = None


@cache
def _listed() -> ColumnElement[bool]:
    """Match the listed players, in a form for which the databases use their index."""
    now = bindparam("now", type_=UtcDateTime)
    return and_(
        of_pool(StoredRating), StoredRating.listed_until.is_not(None), StoredRating.listed_until > now
    )


@cache
def _page_query(*, first: bool) -> Select[*tuple[Any, ...]]:
    query = select(StoredRating, User.name).join(User, User.id == StoredRating.user_id).where(_of_kind())
    query = query.where(_listed(), true() if first else _here() < _there())
    return query.order_by(StoredRating.rating.desc(), StoredRating.user_id.desc()).limit(PAGE + 1)


@cache
def _ahead_query() -> Select[int]:
    ahead = (
        select(StoredRating.user_id).join(User, User.id == StoredRating.user_id).where(_listed(), _of_kind())
    )
    few = ahead.where(_here() > _there()).limit(LAST_RANK).subquery()
    return select(func.count()).select_from(few)


def _of_kind() -> ColumnElement[bool]:
    """Match accounts of a kind, without deleted ones."""
    return and_(User.kind == bindparam("kind", type_=String), User.deleted_at.is_(None))


def _here() -> Tuple:
    return tuple_(StoredRating.rating, StoredRating.user_id)


def _there() -> Tuple:
    return tuple_(bindparam("rating", type_=Double), bindparam("user_id", type_=Integer))


def list_ratings(
    session: Session, pool: Pool, now: datetime, after: RatedMark | None = None, kind: str = "person"
) -> Sequence[ListedRating]:
    """List a page of a pool, the best first; one more than a page if another follows.

    kind: people or bots, which do not meet in rated duels, so their ratings cannot be compared.
    """
    values = {**pool.bound, "now": now, "kind": kind, **(after._asdict() if after else {})}
    found = session.execute(_page_query(first=after is None), values)
    return [ListedRating(RatedMark(row.rating, row.user_id), name, seen(row, now)) for row, name in found]


def rank(session: Session, pool: Pool, now: datetime, place: RatedMark, kind: str = "person") -> int | None:
    """Return the rank of a place among accounts of its kind, from 1; None beyond LAST_RANK."""
    values = {**pool.bound, "now": now, "kind": kind, **place._asdict()}
    ahead = session.scalar(_ahead_query(), values) or 0
    return ahead + 1 if ahead < LAST_RANK else None


def own_rating(session: Session, pool: Pool, user_id: UserId, now: datetime) -> OwnRating:
    """Return a player's rating in a pool, with their rank if they are listed."""
    row = session.get(StoredRating, (user_id, *pool))
    if row is None:
        return OwnRating(NEWCOMER)
    if row.listed_until is None or row.listed_until <= now:
        return OwnRating(seen(row, now))
    kind = session.get_one(User, user_id).kind
    found = rank(session, pool, now, RatedMark(row.rating, user_id), kind)
    return OwnRating(seen(row, now), is_listed=True, rank=found)


def unlist_idle(database: Database, now: datetime) -> int:
    """Drop players who have not played for too long from the lists; return how many.

    Lists leave them out anyway; this saves skipping them every time.
    """
    with database.writing() as session:
        idle = update(StoredRating).where(StoredRating.listed_until <= now).values(listed_until=None)
        return len(session.scalars(idle.returning(StoredRating.user_id)).all())
