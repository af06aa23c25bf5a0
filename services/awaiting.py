"""The duels and challenges that await an account, counted by one statement."""

from dataclasses import dataclass
from functools import cache

from sqlalchemy import Integer, Select, bindparam, func, select
from sqlalchemy.orm import Session

from models import Challenge, StoredDuel
from services.duels.lists import awaits_user


@dataclass(frozen=True)
class Awaiting:
    """The duels that await an account, and the challenges that wait for its answer."""

    duels: int = 0
    challenges: int = 0


@cache
def _query() -> Select[int, int]:
    """Count for one account; built once."""
    user_id = bindparam("user_id", type_=Integer)
    duels = select(func.count()).select_from(StoredDuel).where(awaits_user(user_id)).scalar_subquery()
    challenges = (
        select(func.count())
        .select_from(Challenge)
        .where(Challenge.opponent_id == user_id, Challenge.state == "waiting")
        .scalar_subquery()
    )
    return select(duels, challenges)


def count_awaiting(session: Session, user_id: int) -> Awaiting:
    """Count what awaits an account."""
    return Awaiting(*session.execute(_query(), {"user_id": user_id}).one())
