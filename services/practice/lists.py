"""Lists of practice duels, for the one who plays them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, bindparam, select, union_all
from sqlalchemy.orm import Session

from models import StoredDuel
from opponent.levels import Level
from services.duels.lists import ListedDuel, listed_duels
from services.duels.tables import was_judged

MOST_RUNNING, MOST_FINISHED = 40, 6


class PracticeDuel(NamedTuple):
    """A practice duel as a list shows it, and whether its judgement was asked for."""

    duel: ListedDuel
    level: Level
    was_judged: bool


class Practice(NamedTuple):
    """The practice duels of an account: those that run, the newest first, and the last that have ended."""

    running: Sequence[PracticeDuel] = ()
    finished: Sequence[PracticeDuel] = ()


@cache
def _query() -> Select[*tuple[Any, ...]]:
    """Select the practice duels of an account that run, and the last that have ended; built once."""
    theirs = select(StoredDuel.id).where(
        StoredDuel.first_id == bindparam("user_id", type_=Integer), StoredDuel.level.is_not(None)
    )
    running = theirs.where(StoredDuel.ended_at.is_(None)).order_by(StoredDuel.id.desc())
    ends = (StoredDuel.ended_at.desc(), StoredDuel.id.desc())
    finished = theirs.where(StoredDuel.ended_at.is_not(None)).order_by(*ends)
    limited = (running.limit(MOST_RUNNING), finished.limit(MOST_FINISHED))
    found = union_all(*(select(some.subquery()) for some in limited)).subquery()
    query = listed_duels().add_columns(StoredDuel.level, was_judged())
    return query.join(found, found.c.id == StoredDuel.id).order_by(*ends)


def practice_of(session: Session, user_id: int) -> Practice:
    """List the practice duels of an account, by one statement."""
    rows = session.execute(_query(), {"user_id": user_id})
    found = [PracticeDuel(ListedDuel(*row), level, bool(judged)) for *row, level, judged in rows]
    running = [each for each in found if each.duel.ended_at is None]
    return Practice(running, [each for each in found if each.duel.ended_at is not None])
