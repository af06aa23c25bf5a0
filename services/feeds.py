"""The calendar of an account: the turns that await it, behind a secret address."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from secrets import token_hex
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, bindparam, case, func, or_, select
from sqlalchemy.orm import Session

from adjudicator import Phase
from intimate.events import UNDOING
from models import StoredChapter, StoredDuel, User
from models.ids import CalendarToken, DuelToken, UserId
from models.sealed import token_hash
from services.duels.lists import awaits_user
from services.refused import NotFound


class AwaitedTurn(NamedTuple):
    """A phase of a duel that awaits an account's entry.

    due_at: the account's own deadline, which the opponent cannot influence. began_at: the beginning of the
    phase.
    """

    token: DuelToken
    phase: Phase
    opponent: str
    due_at: datetime
    began_at: datetime


def make_calendar(session: Session, user_id: UserId) -> CalendarToken:
    """Give an account's calendar a new secret, and return it; the former one stops working."""
    secret = session.get_one(User, user_id).calendar_token = CalendarToken(token_hex(16))
    return secret


def remove_calendar(session: Session, user_id: UserId) -> None:
    """Remove an account's calendar."""
    session.get_one(User, user_id).calendar_token = None


def find_owner(session: Session, secret: CalendarToken) -> User:
    """Find the owner of the calendar with this secret, by the index of hashes; raises NotFound."""
    owner = session.scalar(select(User).where(User.calendar_hash == token_hash(secret)))
    if owner is None:
        raise NotFound
    return owner


@cache
def _turns_query() -> Select[*tuple[Any, ...]]:
    user_id = bindparam("user_id", type_=Integer)
    is_first = StoredDuel.first_id == user_id
    due_at = case((is_first, StoredDuel.due_first), else_=StoredDuel.due_second)
    ended_at = select(func.max(StoredChapter.resolved_at)).where(
        StoredChapter.duel_id == StoredDuel.id,
        or_(StoredChapter.phase.is_not(None), StoredChapter.event.in_(UNDOING)),
    )
    began_at = func.coalesce(ended_at.correlate(StoredDuel).scalar_subquery(), StoredDuel.created_at)
    return (
        select(StoredDuel.token, StoredDuel.phase, User.name, due_at, began_at)
        .join(User, User.id == case((is_first, StoredDuel.second_id), else_=StoredDuel.first_id))
        .where(awaits_user(user_id), StoredDuel.ended_at.is_(None), due_at.is_not(None))
        .order_by(due_at, StoredDuel.id)
    )


def list_turns(session: Session, user_id: UserId) -> Sequence[AwaitedTurn]:
    """List the turns that await an account, the nearest deadline first, by one statement."""
    return [AwaitedTurn(*row) for row in session.execute(_turns_query(), {"user_id": user_id})]
