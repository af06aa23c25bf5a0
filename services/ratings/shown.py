"""Ratings as pages show them: of a player, of a duel that was counted, and of one that would end now."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, bindparam, case, or_, select
from sqlalchemy.orm import Session

from competition import glicko
from competition.counting import Counted, Score, count_duel
from intimate.players import Player
from models import Rating, RatingChange, StoredDuel, User
from services.ratings.pools import Pool, count_repeats, of_pool, pool_of, rows_of, standing_at
from services.ratings.seen import RatingSeen, seen

MOST_CHANGES = 100


class ChangeSeen(NamedTuple):
    """What a duel did to a rating; of a private duel between others neither its token nor the opponent."""

    change: RatingChange
    token: str | None
    opponent: str | None


def before(change: RatingChange) -> glicko.Rating:
    """Return what a rating was before a change."""
    return glicko.Rating(change.rating_before, change.deviation_before)


def after(change: RatingChange) -> glicko.Rating:
    """Return what a rating was after a change."""
    return glicko.Rating(change.rating, change.deviation, change.volatility)


class Prospect(NamedTuple):
    """What would become of the ratings of both if a duel ended so now."""

    winner: Player | None
    changes: Mapping[Player, Counted]


@cache
def _ratings_query() -> Select[Rating]:
    user_id = bindparam("user_id", type_=Integer)
    return select(Rating).where(Rating.user_id == user_id).order_by(Rating.rated_at.desc())


@cache
def _changes_query() -> Select[*tuple[Any, ...]]:
    """Select the last changes of a player in a pool, as a reader may see them."""
    user_id, reader = bindparam("user_id", type_=Integer), bindparam("reader_id", type_=Integer)
    may_see = or_(StoredDuel.public, StoredDuel.first_id == reader, StoredDuel.second_id == reader)
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


def ratings_of_player(session: Session, user_id: int, now: datetime) -> Mapping[Pool, RatingSeen]:
    """Return the ratings of a player in all pools, the one that they played in last first."""
    rows = session.scalars(_ratings_query(), {"user_id": user_id})
    return {Pool(row.pace, row.preset): seen(row, now) for row in rows}


def last_changes(session: Session, user_id: int, pool: Pool, reader_id: int | None) -> Sequence[ChangeSeen]:
    """List the last changes of a player's rating in a pool, the latest first."""
    values = {**pool.bound, "user_id": user_id, "reader_id": reader_id or 0}
    return [ChangeSeen(*row) for row in session.execute(_changes_query(), values)]


def changes_by_duel(session: Session, duel_id: int) -> Mapping[Player, RatingChange]:
    """Return what a duel did to the ratings of both; nothing where it did not count."""
    found = session.scalars(_of_duel_query(), {"duel_id": duel_id})
    return {change.player: change for change in found}


def prospects(session: Session, stored: StoredDuel, now: datetime) -> Sequence[Prospect]:
    """Say what would become of the ratings of both if a duel ended now, for each way in which it may."""
    pool, both = pool_of(stored), (stored.first_id, stored.second_id)
    rows = rows_of(session, pool, *both)
    first, second = (standing_at(rows.get(user_id), user_id, now) for user_id in both)
    repeats = count_repeats(session, pool, *both, now)
    winners = {Player.FIRST: Score.WON, None: Score.DRAWN, Player.SECOND: Score.LOST}
    return [
        Prospect(winner, dict(zip(Player, count_duel(first, second, score, repeats), strict=True)))
        for winner, score in winners.items()
    ]
