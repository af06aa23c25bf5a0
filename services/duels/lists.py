"""Lists of duels: those that await me, mine, and those that anybody may watch."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, case, func, or_, select
from sqlalchemy.orm import Session, aliased

from adjudicator import Phase
from clocks.times import Times
from intimate.duel import Ending
from intimate.players import Player
from models import StoredDuel, User
from services.duels.tables import seal_of

PAGE = 30


class ListedDuel(NamedTuple):
    """A duel as a list shows it."""

    id: int
    token: str
    version: int
    ordinal: int
    phase: Phase | None
    deadline_at: datetime | None
    times: Times
    ended_at: datetime | None
    winner: Player | None
    reason: Ending | None
    first_name: str
    second_name: str

    @property
    def names(self) -> Mapping[Player, str]:
        """The names of both players."""
        return {Player.FIRST: self.first_name, Player.SECOND: self.second_name}


def awaits_user(user_id: int | ColumnElement[int]) -> ColumnElement[bool]:
    """Match duels that wait for this player and in which they have not handed in."""
    return or_(
        and_(StoredDuel.first_id == user_id, StoredDuel.awaits_first, seal_of(Player.FIRST).is_(None)),
        and_(StoredDuel.second_id == user_id, StoredDuel.awaits_second, seal_of(Player.SECOND).is_(None)),
    )


def listed_duels(
    deadline: ColumnElement[datetime | None] = StoredDuel.deadline_at.expression,
) -> Select[*tuple[Any, ...]]:
    """Select duels as `ListedDuel` has them; deadline: the instant that counts for who reads the list."""
    first, second = aliased(User), aliased(User)
    return (
        select(
            StoredDuel.id,
            StoredDuel.token,
            StoredDuel.version,
            StoredDuel.ordinal,
            StoredDuel.phase,
            deadline,
            StoredDuel.running,
            StoredDuel.ended_at,
            StoredDuel.winner,
            StoredDuel.reason,
            first.name,
            second.name,
        )
        .join(first, first.id == StoredDuel.first_id)
        .join(second, second.id == StoredDuel.second_id)
    )


def _of_user() -> ColumnElement[bool]:
    user_id = bindparam("user_id", type_=Integer)
    return or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)


@cache
def _running_query() -> Select[*tuple[Any, ...]]:
    user_id = bindparam("user_id", type_=Integer)
    own = case((StoredDuel.first_id == user_id, StoredDuel.due_first), else_=StoredDuel.due_second)
    deadline = func.coalesce(own, StoredDuel.deadline_at)
    query = listed_duels(deadline).add_columns(awaits_user(user_id))
    query = query.where(_of_user(), StoredDuel.ended_at.is_(None))
    return query.order_by(deadline, StoredDuel.id)


@cache
def _finished_query() -> Select[*tuple[Any, ...]]:
    query = listed_duels().where(_of_user(), StoredDuel.ended_at.is_not(None))
    return _paged(query.order_by(StoredDuel.ended_at.desc()))


@cache
def _public_query(*, ended: bool) -> Select[*tuple[Any, ...]]:
    over = StoredDuel.ended_at.is_not(None) if ended else StoredDuel.ended_at.is_(None)
    order = StoredDuel.ended_at.desc() if ended else StoredDuel.created_at.desc()
    return _paged(listed_duels().where(StoredDuel.public, over).order_by(order))


def _paged(query: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    # Of the same moment there may be several, and no duel may fall between two pages.
    query = query.order_by(StoredDuel.id.desc())
    return query.offset(bindparam("offset", type_=Integer)).limit(bindparam("limit", type_=Integer))


def running(session: Session, user_id: int) -> tuple[list[ListedDuel], list[ListedDuel]]:
    """List this player's running duels: those that await them and the others, the nearest deadline first."""
    found = session.execute(_running_query(), {"user_id": user_id})
    lists: tuple[list[ListedDuel], list[ListedDuel]] = ([], [])
    for *columns, awaits in found:
        lists[not awaits].append(ListedDuel(*columns))
    return lists


def finished(session: Session, user_id: int, page: int = 1) -> Sequence[ListedDuel]:
    """List this player's finished duels, the latest first; one more than a page if another follows."""
    values = {"user_id": user_id, "offset": (page - 1) * PAGE, "limit": PAGE + 1}
    return [ListedDuel(*row) for row in session.execute(_finished_query(), values)]


def public(session: Session, *, ended: bool, page: int = 1, most: int = PAGE + 1) -> Sequence[ListedDuel]:
    """List duels that anybody may watch, the latest first; one more than a page if another follows."""
    values = {"offset": (page - 1) * PAGE, "limit": most}
    return [ListedDuel(*row) for row in session.execute(_public_query(ended=ended), values)]
