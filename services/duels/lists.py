"""Lists of duels: those that await an account, its own, and public ones; long ones page by keyset."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    ScalarSelect,
    Select,
    String,
    Subquery,
    and_,
    bindparam,
    case,
    exists,
    func,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from adjudicator import Phase, Power
from clocks.times import Times
from intimate.duel import Ending
from intimate.players import Player
from models import Ladder, LadderChallenge, LeagueDuel, Pairing, StoredDuel, Tournament, User
from models.ids import DuelId, DuelToken, UserId
from models.types import UtcDateTime
from services.duels.access import check_token, seal_of
from services.refused import NotFound

PAGE = 30
Column = InstrumentedAttribute[Any]


class DuelMark(NamedTuple):
    """A place in a list, latest first: an instant, and a duel among those of that instant."""

    at: datetime
    id: DuelId

    @property
    def values(self) -> Mapping[str, object]:
        """The place as the statements of `after_mark` take it."""
        return {"mark_at": self.at, "mark_id": self.id}


NEWEST = DuelMark(datetime.max.replace(tzinfo=UTC), DuelId(2**31 - 1))


NEW = 5
"""Somebody who has played fewer duels to their end is a newcomer."""


def is_newcomer(session: Session, user_id: UserId) -> bool:
    """Tell whether an account has hardly played; practice does not count."""
    mine = or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    played = select(StoredDuel.id).where(mine, StoredDuel.ended_at.is_not(None), StoredDuel.level.is_(None))
    return len(session.scalars(played.limit(NEW)).all()) < NEW


@cache
def _mark_query(column: Column) -> Select[datetime, DuelId]:
    user_id = bindparam("user_id", type_=Integer)
    may_be_seen = or_(StoredDuel.public, StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    is_it = StoredDuel.token == bindparam("token", type_=String)
    return select(column, StoredDuel.id).where(is_it, column.is_not(None), may_be_seen)


def mark_of(
    session: Session, token: DuelToken | None, user_id: UserId | None, column: Column = StoredDuel.ended_at
) -> DuelMark:
    """Find the place of a duel that the viewer may see in a list sorted by a column; no duel: the beginning.

    Raises NotFound.
    """
    if token is None:
        return NEWEST
    check_token(token)
    found = session.execute(_mark_query(column), {"token": token, "user_id": user_id or 0}).one_or_none()
    if found is None:
        raise NotFound
    return DuelMark(*found)


def after_mark(column: Column = StoredDuel.ended_at) -> ColumnElement[bool]:
    """Match what comes after a mark in a list sorted by a column; rows without a value are not listed."""
    at, number = bindparam("mark_at", type_=UtcDateTime), bindparam("mark_id", type_=Integer)
    return (column <= at) & ((column < at) | (StoredDuel.id < number))


def latest(
    *arms: ColumnElement[bool], most: ColumnElement[int] | int, columns: tuple[Column, ...] = ()
) -> Subquery:
    """Select the latest finished duels after a mark that match one of several conditions.

    Each condition uses an index of its own, and no duel may match two of them. Other columns come after
    `id` and `ended_at`.
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


class ListedDuel(NamedTuple):
    """A duel as a list shows it.

    tournament, ladder: the name of what it is played for; None for neither. unread: how many messages its
    viewer has not read, in their own lists. viewer: which player they were, in their finished duels.
    """

    id: DuelId
    token: DuelToken
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
    home_first: Power | None
    home_second: Power | None
    first_kind: str
    second_kind: str
    pace: str
    preset: str
    tournament: str | None
    ladder: str | None
    unread: int = 0
    viewer: Player | None = None

    @property
    def names(self) -> Mapping[Player, str]:
        """The names of both players."""
        return {Player.FIRST: self.first_name, Player.SECOND: self.second_name}


def awaits_user(user_id: UserId | ColumnElement[UserId] | BindParameter[int]) -> ColumnElement[bool]:
    """Match duels that wait for this player to hand in, without practice."""
    is_first, is_second = (
        # Few of a player's many duels are running; the index of both columns finds them.
        and_(side == user_id, StoredDuel.ended_at.is_(None), StoredDuel.level.is_(None))
        for side in (StoredDuel.first_id, StoredDuel.second_id)
    )
    return or_(
        and_(is_first, StoredDuel.awaits_first, seal_of(Player.FIRST).is_(None)),
        and_(is_second, StoredDuel.awaits_second, seal_of(Player.SECOND).is_(None)),
    )


def listed_duels(
    deadline: ColumnElement[datetime | None] = StoredDuel.deadline_at.expression,
) -> Select[*tuple[Any, ...]]:
    """Select duels as `ListedDuel` has them; deadline: the instant that matters to the viewer."""
    return select(
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
        _of(StoredDuel.first_id, User.name),
        _of(StoredDuel.second_id, User.name),
        StoredDuel.home_first,
        StoredDuel.home_second,
        _of(StoredDuel.first_id, User.kind),
        _of(StoredDuel.second_id, User.kind),
        StoredDuel.pace,
        StoredDuel.preset,
        _tournament_of_it(),
        _ladder_of_it(),
    )


def is_of_league() -> ColumnElement[bool]:
    """Match the duels of the league of bots, which would crowd out all others."""
    return exists().where(LeagueDuel.duel_id == StoredDuel.id).correlate(StoredDuel)


def _tournament_of_it() -> ScalarSelect[str]:
    """Select the name of the tournament that a duel belongs to."""
    query = select(Tournament.name).join(Pairing, Pairing.tournament_id == Tournament.id)
    return query.where(Pairing.duel_id == StoredDuel.id).correlate(StoredDuel).scalar_subquery()


def _ladder_of_it() -> ScalarSelect[str]:
    """Select the name of the ladder for whose places a duel is played."""
    query = select(Ladder.name).join(LadderChallenge, LadderChallenge.ladder_id == Ladder.id)
    return query.where(LadderChallenge.duel_id == StoredDuel.id).correlate(StoredDuel).scalar_subquery()


def _unread_by(user_id: BindParameter[int]) -> ColumnElement[int]:
    """Select how many of the other player's messages an account has not read."""
    return case(
        (StoredDuel.first_id == user_id, StoredDuel.said_second - StoredDuel.read_first),
        else_=StoredDuel.said_first - StoredDuel.read_second,
    )


def _of(user_id: InstrumentedAttribute[UserId], column: InstrumentedAttribute[str]) -> ScalarSelect[str]:
    """Select a column of a player's account; not by a join, for which PostgreSQL reads all accounts."""
    return select(column).where(User.id == user_id).correlate(StoredDuel).scalar_subquery()


def listed(found: Subquery) -> Select[*tuple[Any, ...]]:
    """Select the duels that `latest` has found, in its order."""
    query = listed_duels().join(found, found.c.id == StoredDuel.id)
    return query.order_by(found.c.ended_at.desc(), found.c.id.desc())


@cache
def _running_query() -> Select[*tuple[Any, ...]]:
    user_id = bindparam("user_id", type_=Integer)
    own = case((StoredDuel.first_id == user_id, StoredDuel.due_first), else_=StoredDuel.due_second)
    deadline = func.coalesce(own, StoredDuel.deadline_at)
    plays = or_(
        and_(StoredDuel.first_id == user_id, StoredDuel.ended_at.is_(None)),
        and_(StoredDuel.second_id == user_id, StoredDuel.ended_at.is_(None)),
    )
    return (
        listed_duels(deadline)
        .add_columns(_unread_by(user_id), awaits_user(user_id))
        .where(plays, StoredDuel.level.is_(None))
        .order_by(deadline, StoredDuel.id)
    )


@cache
def _finished_query() -> Select[*tuple[Any, ...]]:
    user_id = bindparam("user_id", type_=Integer)
    most = bindparam("most", type_=Integer)
    sides = (StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    found = listed(latest(*(side & StoredDuel.level.is_(None) for side in sides), most=most))
    return found.add_columns(_unread_by(user_id), StoredDuel.first_id == user_id)


@cache
def _public_query(*, ended: bool) -> Select[*tuple[Any, ...]]:
    most = bindparam("most", type_=Integer)
    column = StoredDuel.ended_at if ended else StoredDuel.created_at
    query = listed_duels().where(StoredDuel.public, after_mark(column))
    if not ended:
        query = query.where(StoredDuel.ended_at.is_(None), ~is_of_league())
    # Several may share a moment, and no duel may fall between two pages.
    return query.order_by(column.desc(), StoredDuel.id.desc()).limit(most)


def running(session: Session, user_id: UserId) -> tuple[list[ListedDuel], list[ListedDuel]]:
    """List this player's running duels: those that await them, and the others; the nearest deadline first.

    Practice is listed separately (`services/practice/beginning.py`).
    """
    found = session.execute(_running_query(), {"user_id": user_id})
    lists: tuple[list[ListedDuel], list[ListedDuel]] = ([], [])
    for *columns, awaits in found:
        lists[not awaits].append(ListedDuel(*columns))
    return lists


def finished(session: Session, user_id: UserId, mark: DuelMark = NEWEST) -> Sequence[ListedDuel]:
    """List this player's finished duels, the latest first; one more than a page if another follows."""
    values = {"user_id": user_id, "most": PAGE + 1, **mark.values}
    return [
        ListedDuel(*columns)._replace(viewer=Player.FIRST if is_first else Player.SECOND)
        for *columns, is_first in session.execute(_finished_query(), values)
    ]


def public(
    session: Session, *, ended: bool, mark: DuelMark = NEWEST, most: int = PAGE + 1
) -> Sequence[ListedDuel]:
    """List duels that anybody may watch, the latest first; one more than a page if another follows.

    Running duels of the league are left out. mark: the last duel of the page before; finished duels are
    sorted by their end, others by their beginning.
    """
    values = {"most": most, **mark.values}
    return [ListedDuel(*row) for row in session.execute(_public_query(ended=ended), values)]
