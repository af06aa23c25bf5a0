"""Lists of duels: those that await me, mine, and those that anybody may watch."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from intimate.players import Player
from models import StoredDuel
from services.duels import with_players
from services.entries import handed_in

PAGE = 30


def _awaits_user(user_id: int) -> ColumnElement[bool]:
    """Duels that wait for this player and in which he has not handed in."""
    return or_(
        and_(StoredDuel.first_id == user_id, StoredDuel.awaits_first, ~handed_in(Player.FIRST)),
        and_(StoredDuel.second_id == user_id, StoredDuel.awaits_second, ~handed_in(Player.SECOND)),
    )


def _is_in(user_id: int) -> ColumnElement[bool]:
    return or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)


def awaiting_count(session: Session, user_id: int) -> int:
    """How many duels await this player."""
    return session.scalar(select(func.count()).select_from(StoredDuel).where(_awaits_user(user_id))) or 0


def awaiting(session: Session, user_id: int) -> Sequence[StoredDuel]:
    """The duels that await this player, the nearest deadline first."""
    query = with_players().where(_awaits_user(user_id))
    return session.scalars(query.order_by(StoredDuel.deadline_at, StoredDuel.id)).all()


def running(session: Session, user_id: int) -> Sequence[StoredDuel]:
    """This player's other running duels."""
    query = with_players().where(_is_in(user_id), StoredDuel.ended_at.is_(None), ~_awaits_user(user_id))
    return session.scalars(query.order_by(StoredDuel.deadline_at, StoredDuel.id)).all()


def finished(session: Session, user_id: int, page: int = 1) -> Sequence[StoredDuel]:
    """This player's finished duels, the latest first; one more than a page where another page follows."""
    query = with_players().where(_is_in(user_id), StoredDuel.ended_at.is_not(None))
    return session.scalars(_paged(query.order_by(StoredDuel.ended_at.desc()), page)).all()


def public(session: Session, *, ended: bool, page: int = 1) -> Sequence[StoredDuel]:
    """Duels that anybody may watch, the latest first; one more than a page where another page follows."""
    over = StoredDuel.ended_at.is_not(None) if ended else StoredDuel.ended_at.is_(None)
    order = StoredDuel.ended_at.desc() if ended else StoredDuel.created_at.desc()
    return session.scalars(_paged(with_players().where(StoredDuel.public, over).order_by(order), page)).all()


def _paged(query: Select[StoredDuel], page: int) -> Select[StoredDuel]:
    # Of the same moment there may be several, and no duel may fall between two pages.
    return query.order_by(StoredDuel.id.desc()).offset((page - 1) * PAGE).limit(PAGE + 1)
