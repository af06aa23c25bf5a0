"""Long lists by keyset: a page begins after the last duel of the page before, so that none costs more."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, String, Subquery, bindparam, or_, select, union_all
from sqlalchemy.orm import InstrumentedAttribute, Session

from models import StoredDuel
from models.types import UtcDateTime
from services.duels.tables import UnknownDuel, check_token

PAGE = 30
Column = InstrumentedAttribute[Any]


class Mark(NamedTuple):
    """A place in a list that begins with the latest: an instant, and a duel among those of that instant."""

    at: datetime
    id: int

    @property
    def values(self) -> Mapping[str, object]:
        """The place as the statements of `after_mark` take it."""
        return {"mark_at": self.at, "mark_id": self.id}


NEWEST = Mark(datetime.max.replace(tzinfo=UTC), 2**31 - 1)


@cache
def _mark_query(column: Column) -> Select[datetime, int]:
    user_id = bindparam("user_id", type_=Integer)
    may_be_seen = or_(StoredDuel.public, StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    is_it = StoredDuel.token == bindparam("token", type_=String)
    return select(column, StoredDuel.id).where(is_it, column.is_not(None), may_be_seen)


def mark_of(
    session: Session, token: str | None, user_id: int | None, column: Column = StoredDuel.ended_at
) -> Mark:
    """Find the place of a duel that the reader may see in a list by a column, without one the beginning.

    Raises UnknownDuel.
    """
    if token is None:
        return NEWEST
    check_token(token)
    found = session.execute(_mark_query(column), {"token": token, "user_id": user_id or 0}).one_or_none()
    if found is None:
        raise UnknownDuel
    return Mark(*found)


def after_mark(column: Column = StoredDuel.ended_at) -> ColumnElement[bool]:
    """Match what comes after a mark in a list by a column; what has no value there is in no list."""
    at, number = bindparam("mark_at", type_=UtcDateTime), bindparam("mark_id", type_=Integer)
    return (column <= at) & ((column < at) | (StoredDuel.id < number))


def latest(
    *arms: ColumnElement[bool], most: ColumnElement[int] | int, columns: tuple[Column, ...] = ()
) -> Subquery:
    """Select so many finished duels after a mark that match one of several conditions, the latest first.

    Each condition is looked up by an index of its own, and no duel may match two of them. Beside `id` and
    `ended_at` come other columns.
    """
    order = (StoredDuel.ended_at.desc(), StoredDuel.id.desc())
    selected = [
        select(StoredDuel.id, StoredDuel.ended_at, *columns).where(arm, after_mark()).order_by(*order)
        for arm in arms
    ]
    if len(selected) == 1:
        return selected[0].limit(most).subquery()
    found = union_all(*(select(arm.limit(most).subquery()) for arm in selected)).subquery()
    return select(found).order_by(found.c.ended_at.desc(), found.c.id.desc()).limit(most).subquery()
