"""The reader of a page: their account by the session that their browser holds, and what awaits them."""

from dataclasses import dataclass
from datetime import date
from functools import cache

from sqlalchemy import ColumnElement, Integer, ScalarSelect, Select, bindparam, func, select
from sqlalchemy.orm import Session

from models import Challenge, StoredDuel, User
from services.accounts.sessions import first_day, living_sessions, token_hash
from services.duels.lists import awaits_user


@dataclass(frozen=True)
class Awaiting:
    """The duels that await an account, and the challenges that wait for its answer."""

    duels: int = 0
    challenges: int = 0


@dataclass(frozen=True)
class Reader:
    """An account, the day on which its session was last seen, and what awaits it."""

    user: User
    seen_on: date
    awaiting: Awaiting


def _counts(user_id: ColumnElement[int]) -> tuple[ScalarSelect[int], ScalarSelect[int]]:
    """Count the duels and the challenges that await an account."""
    duels = select(func.count()).select_from(StoredDuel).where(awaits_user(user_id))
    challenges = (
        select(func.count())
        .select_from(Challenge)
        .where(Challenge.opponent_id == user_id, Challenge.state == "waiting")
    )
    return duels.scalar_subquery(), challenges.scalar_subquery()


@cache
def _awaiting_query() -> Select[int, int]:
    """Count for one account; built once."""
    return select(*_counts(bindparam("user_id", type_=Integer)))


@cache
def _reader_query() -> Select[User, date, int, int]:
    """Select an account by its session, with the counts; built once."""
    return living_sessions().add_columns(*_counts(User.id.expression))


def find_reader(session: Session, token: str, today: date) -> Reader | None:
    """Return whoever holds the token of a session that still lasts, by one statement."""
    found = session.execute(
        _reader_query(), {"token_hash": token_hash(token), "since": first_day(today)}
    ).one_or_none()
    if found is None:
        return None
    user, seen_on, *counts = found
    return Reader(user, seen_on, Awaiting(*counts))


def count_awaiting(session: Session, user_id: int) -> Awaiting:
    """Count what awaits an account."""
    return Awaiting(*session.execute(_awaiting_query(), {"user_id": user_id}).one())
