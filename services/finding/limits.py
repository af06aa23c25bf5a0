"""How many duels an account may play at once: what the site allows, or less where its owner says so."""

from collections.abc import Collection, Mapping

from sqlalchemy import func, select, union_all
from sqlalchemy.orm import Session

from models import StoredDuel, User

MOST_DUELS = 50
"""The running duels of an account, unless the site is set otherwise."""


class TooManyDuels(Exception):
    """An account plays as many duels as it may, or as its owner wants; user_id: which of those asked for."""

    def __init__(self, user_id: int) -> None:
        super().__init__(user_id)
        self.user_id = user_id


class LimitRefused(ValueError):
    """Nobody can want so many duels at once."""

    field = "most_duels"


def running_counts(session: Session, user_ids: Collection[int]) -> Mapping[int, int]:
    """Count the running duels of some accounts, by one statement; whoever plays none is left out.

    Practice is counted by itself (`services/practice/beginning.py`).
    """
    sides = (
        select(side.label("user_id"), func.count().label("duels"))
        .where(side.in_(user_ids), StoredDuel.ended_at.is_(None), StoredDuel.level.is_(None))
        .group_by(side)
        for side in (StoredDuel.first_id, StoredDuel.second_id)
    )
    both = union_all(*sides).subquery()
    query = select(both.c.user_id, func.sum(both.c.duels)).group_by(both.c.user_id)
    return {user_id: int(duels) for user_id, duels in session.execute(query)}


def without_room(
    session: Session, user_ids: Collection[int], most: int = MOST_DUELS, duels: int = 1
) -> list[int]:
    """List those of some accounts that cannot begin so many more duels; closed ones begin none."""
    columns = (User.id, User.most_duels, User.closed_at)
    wanted = session.execute(select(*columns).where(User.id.in_(user_ids)).order_by(User.id))
    counts = running_counts(session, user_ids)
    return [
        user_id
        for user_id, own, closed_at in wanted
        if closed_at is not None or counts.get(user_id, 0) + duels > (most if own is None else min(most, own))
    ]


def check_room(session: Session, user_ids: Collection[int], most: int = MOST_DUELS, duels: int = 1) -> None:
    """Raise TooManyDuels for the first of the accounts that cannot begin so many more duels."""
    full = set(without_room(session, user_ids, most, duels))
    for user_id in user_ids:
        if user_id in full:
            raise TooManyDuels(user_id)


def lock_players(session: Session, user_ids: Collection[int]) -> None:
    """Lock accounts in one order, so that duels that begin at the same moment are counted one by one."""
    query = select(User.id).where(User.id.in_(user_ids)).order_by(User.id)
    session.execute(query.with_for_update(key_share=True))


def change_limit(session: Session, user_id: int, most_duels: int | None, most: int = MOST_DUELS) -> None:
    """Set how many duels an account wants at once, none: as many as the site allows. Raises LimitRefused."""
    if most_duels is not None and not 0 <= most_duels <= most:
        raise LimitRefused(most_duels)
    session.get_one(User, user_id).most_duels = most_duels
