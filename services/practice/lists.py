"""Lists of practice duels, for the one who plays them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, bindparam, case
from sqlalchemy.orm import Session

from models import StoredDuel
from opponent.levels import Level
from services.duels.lists import ListedDuel, listed_duels

MOST_LISTED, MOST_FINISHED = 40, 6


class PracticeDuel(NamedTuple):
    """A practice duel as a list shows it."""

    duel: ListedDuel
    level: Level


class Practice(NamedTuple):
    """The practice duels of an account: those that run, the newest first, and the last that have ended."""

    running: Sequence[PracticeDuel] = ()
    finished: Sequence[PracticeDuel] = ()


@cache
def _query() -> Select[*tuple[Any, ...]]:
    """Select the practice duels of an account, those that run before the others; built once."""
    is_theirs = StoredDuel.first_id == bindparam("user_id", type_=Integer)
    is_over = case((StoredDuel.ended_at.is_(None), 0), else_=1)
    query = listed_duels().add_columns(StoredDuel.level).where(is_theirs, StoredDuel.level.is_not(None))
    return query.order_by(is_over, StoredDuel.ended_at.desc(), StoredDuel.id.desc()).limit(MOST_LISTED)


def practice_of(session: Session, user_id: int) -> Practice:
    """List the practice duels of an account, by one statement."""
    rows = session.execute(_query(), {"user_id": user_id})
    found = [PracticeDuel(ListedDuel(*row), level) for *row, level in rows]
    finished = [each for each in found if each.duel.ended_at is not None]
    return Practice([each for each in found if each.duel.ended_at is None], finished[:MOST_FINISHED])
