"""Warnings: shown to an account on every page until it has read them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from models import KeeperAct, User
from services.keepers.acts import note_act
from services.telling.letters import tell_owner

MOST_SHOWN = 5


def warn(session: Session, keeper_id: int | None, user: User, text: str, now: datetime) -> KeeperAct:
    """Warn an account, by mail too where its address is verified; raises ReasonRefused."""
    warning = note_act(session, keeper_id, "warned", user.id, text, now)
    tell_owner(session, user, "warned", now, {"text": warning.reason})
    return warning


def unread(session: Session, user_id: int) -> Sequence[KeeperAct]:
    """List the warnings that an account has not read, the oldest first."""
    query = select(KeeperAct).where(*unread_by(user_id)).order_by(KeeperAct.id).limit(MOST_SHOWN)
    return session.scalars(query).all()


def note_read(session: Session, warning_id: int, user_id: int, now: datetime) -> None:
    """Note that an account has read a warning; of others' warnings nothing is noted."""
    theirs = update(KeeperAct).where(*unread_by(user_id), KeeperAct.id == warning_id)
    session.execute(theirs.values(read_at=now))


def unread_by(user_id: int | ColumnElement[int]) -> tuple[ColumnElement[bool], ...]:
    """Match the warnings that an account has not read."""
    return KeeperAct.about_id == user_id, KeeperAct.act == "warned", KeeperAct.read_at.is_(None)
