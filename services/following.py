"""The players that a member follows, and their public duels."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, bindparam, delete, func, select
from sqlalchemy.orm import Session

from models import Follow, StoredDuel, User
from models.ids import UserId
from models.types import UtcDateTime
from services.duels.lists import NEWEST, PAGE, DuelMark, ListedDuel, after_mark, listed_duels
from services.refused import Refused

MOST_FOLLOWED = 200
RECENTLY = timedelta(days=30)


class FollowRefusal(StrEnum):
    """Why a player cannot be followed."""

    THEMSELVES = "themselves"
    TOO_MANY = "too_many"
    """They follow as many as they can; the value `most` is that number."""


class FollowRefused(Refused):
    """This player cannot be followed now."""


def follow(session: Session, user_id: UserId, followed_id: UserId, now: datetime) -> None:
    """Follow a player; repeating it changes nothing. Raises FollowRefused."""
    if user_id == followed_id:
        raise FollowRefused(FollowRefusal.THEMSELVES)
    # Two requests at once wait for each other, so that the count is right.
    session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))
    if session.get(Follow, (user_id, followed_id)) is not None:
        return
    count = select(func.count()).select_from(Follow).where(Follow.user_id == user_id)
    if (session.scalar(count) or 0) >= MOST_FOLLOWED:
        raise FollowRefused(FollowRefusal.TOO_MANY, most=MOST_FOLLOWED)
    session.add(Follow(user_id=user_id, followed_id=followed_id, since=now))
    session.flush()


def unfollow(session: Session, user_id: UserId, followed_id: UserId) -> None:
    """Stop following a player; repeating it changes nothing."""
    session.execute(delete(Follow).where(Follow.user_id == user_id, Follow.followed_id == followed_id))


def follows(session: Session, user_id: UserId, followed_id: UserId) -> bool:
    """Tell whether an account follows a player."""
    return session.get(Follow, (user_id, followed_id)) is not None


def followed_players(session: Session, user_id: UserId) -> Sequence[User]:
    """List the players that an account follows, by name."""
    query = select(User).join(Follow, Follow.followed_id == User.id).where(Follow.user_id == user_id)
    return session.scalars(query.order_by(User.name_key)).all()


def followed_duels(session: Session, user_id: UserId, mark: DuelMark = NEWEST) -> Sequence[ListedDuel]:
    """List running public duels of followed players, the latest first, up to one more than a page."""
    values = {"user_id": user_id, "most": PAGE + 1, **mark.values}
    return [ListedDuel(*row) for row in session.execute(_followed_query(), values)]


def recently_finished(session: Session, user_id: UserId, now: datetime) -> Sequence[ListedDuel]:
    """List public duels of followed players that ended within `RECENTLY`, the latest first, up to a page."""
    values = {"user_id": user_id, "most": PAGE, "since": now - RECENTLY}
    return [ListedDuel(*row) for row in session.execute(_finished_query(), values)]


@cache
def _followed_query() -> Select[*tuple[Any, ...]]:
    """Select the running duels of followed players; built once."""
    query = _of_followed(StoredDuel.ended_at.is_(None)).where(after_mark(StoredDuel.created_at))
    ordered = query.order_by(StoredDuel.created_at.desc(), StoredDuel.id.desc())
    return ordered.limit(bindparam("most", type_=Integer))


@cache
def _finished_query() -> Select[*tuple[Any, ...]]:
    """Select the finished duels of followed players since an instant; built once."""
    query = _of_followed(StoredDuel.ended_at >= bindparam("since", type_=UtcDateTime))
    ordered = query.order_by(StoredDuel.ended_at.desc(), StoredDuel.id.desc())
    return ordered.limit(bindparam("most", type_=Integer))


def _of_followed(which: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """Select public duels of followed players by the index of each side."""
    followed = select(Follow.followed_id).where(Follow.user_id == bindparam("user_id", type_=Integer))
    first, second = (
        select(StoredDuel.id).where(side.in_(followed), StoredDuel.public, which)
        for side in (StoredDuel.first_id, StoredDuel.second_id)
    )
    found = first.union(second).subquery()
    return listed_duels().join(found, found.c.id == StoredDuel.id)
