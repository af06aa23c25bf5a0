"""Who may rule on a duel: arbiters whom a player has called, or those of its tournament; never a player."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from models import KeeperAct, Report, StoredDuel, User
from services.accounts.accounts import UnknownName, named
from services.tournaments.authority import may_arbitrate

Authority = Callable[[Session, StoredDuel, int], bool]


def is_called(session: Session, stored: StoredDuel, user_id: int) -> bool:
    """Tell whether an account is an arbiter of the site, and the duel has an open call or is stuck."""
    query = select(User.id).where(
        User.id == user_id, User.closed_at.is_(None), or_(User.is_arbiter, User.is_keeper)
    )
    if stored.stuck_at is None:
        query = query.where(
            exists().where(Report.duel_id == stored.id, Report.kind == "arbiter", Report.state == "open")
        )
    return session.scalar(query) is not None


AUTHORITIES: tuple[Authority, ...] = (is_called, may_arbitrate)
"""Each says of an account that plays neither side whether it may rule on a duel; one is enough."""


def may_rule(session: Session, stored: StoredDuel, user_id: int | None) -> bool:
    """Tell whether an account may rule on a duel, and see it as a spectator does."""
    if user_id is None or stored.player(user_id) is not None:
        return False
    return any(authority(session, stored, user_id) for authority in AUTHORITIES)


def appoint(session: Session, name: str, now: datetime, *, off: bool = False) -> User:
    """Make an arbiter of an account, or let it be none any more; raises UnknownName."""
    user = named(session, name)
    if user is None:
        raise UnknownName(name)
    if user.is_arbiter is off:
        user.is_arbiter = not off
        act = "unmade_arbiter" if off else "made_arbiter"
        session.add(KeeperAct(act=act, about_id=user.id, reason="", at=now))
    return user
