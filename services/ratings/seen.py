"""Ratings as they stand at an instant, for whoever shows them or pairs players by them."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from competition import glicko
from models import Rating


class RatingSeen(NamedTuple):
    """A rating as it stands now, and how many duels it is made of; 0 of somebody new."""

    value: glicko.Rating
    duels: int


NEWCOMER = RatingSeen(glicko.Rating(), 0)


def ratings_of(
    session: Session, user_ids: Collection[int], pace: str, preset: str, now: datetime
) -> Mapping[int, RatingSeen]:
    """Return the ratings of some accounts in one pool, those of newcomers too, by one statement."""
    of_them = Rating.user_id.in_(user_ids), Rating.pace == pace, Rating.preset == preset
    found = {row.user_id: seen(row, now) for row in session.scalars(select(Rating).where(*of_them))}
    return {user_id: found.get(user_id, NEWCOMER) for user_id in user_ids}


def seen(row: Rating, now: datetime) -> RatingSeen:
    """Return a stored rating as it stands now."""
    value = glicko.Rating(row.rating, row.deviation, row.volatility)
    return RatingSeen(value.aged((now - row.rated_at) / timedelta(days=1)), row.duels)
