"""What happens about an account: noted for its owner for a while, and told to them where it matters.

Nothing noted is secret: no password, code or key, and of a browser a few words only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Literal

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from models import Database, SecurityEvent, Sighting, User
from services.telling.letters import Kind, tell_owner
from services.telling.outbox import News, tell_each

KEPT = timedelta(days=90)
SHOWN = 50
"""So many of what happened last are listed."""
TOGETHER = timedelta(hours=1)
"""Tries that fail within this time are one event, which counts them."""
SOME = 1000


@dataclass(frozen=True)
class Browser:
    """In what somebody comes: a few words for it, and the digest of the mark of its device, if it has one."""

    agent: str = ""
    device: str | None = None


UNSEEN = Browser()
Refused = Literal["code_failed", "code_reused", "passkey_refused"]
"""What is refused although the first step was passed."""


def note(
    session: Session, user_id: int, kind: str, now: datetime, *, agent: str = "", detail: str = ""
) -> None:
    """Note what its owner need not be told."""
    session.add(SecurityEvent(user_id=user_id, kind=kind, at=now, agent=agent, detail=detail))


def note_and_tell(
    session: Session, user: User, kind: Kind, now: datetime, *, agent: str = "", detail: str = ""
) -> None:
    """Note what its owner is to know at once, by mail and by the channels that they have for it."""
    note(session, user.id, kind, now, agent=agent, detail=detail)
    _tell(session, user, kind, now, agent=agent, detail=detail)


def _tell(session: Session, user: User, kind: Kind, now: datetime, *, agent: str, detail: str = "") -> None:
    facts = {"event": kind, "agent": agent, "detail": detail}
    tell_owner(session, user, kind, now, facts)
    news = News(("account",), f"account:{kind}:{token_hex(8)}", facts)
    tell_each(session, {user.id: (news,)}, now)
    session.flush()


def note_failed(session: Session, user: User, kind: str, now: datetime, agent: str, detail: str = "") -> bool:
    """Count a try that failed with those of the same hour; return True for the first of them."""
    same = (SecurityEvent.user_id == user.id, SecurityEvent.kind == kind, SecurityEvent.at > now - TOGETHER)
    more = update(SecurityEvent).where(*same).values(times=SecurityEvent.times + 1)
    if session.execute(more.returning(SecurityEvent.id)).first() is not None:
        return False
    note(session, user.id, kind, now, agent=agent, detail=detail)
    return True


def note_refused(
    session: Session, user: User, kind: Refused, browser: Browser, now: datetime, detail: str = ""
) -> None:
    """Note a second step that was refused; the owner is told of the first within an hour.

    What is mistyped on a device that is known to be theirs is noted alone.
    """
    is_first = note_failed(session, user, kind, now, browser.agent, detail)
    if is_first and (kind != "code_failed" or not is_known(session, user.id, browser.device)):
        _tell(session, user, kind, now, agent=browser.agent, detail=detail)


def note_login(session: Session, user: User, browser: Browser, now: datetime) -> None:
    """Note that somebody logged in; the owner is told of a device that is not known to be theirs."""
    if is_known(session, user.id, browser.device):
        note(session, user.id, "login", now, agent=browser.agent)
    else:
        note_and_tell(session, user, "new_device", now, agent=browser.agent)


def is_known(session: Session, user_id: int, device: str | None) -> bool:
    """Tell whether an account was used from a device of late."""
    seen = (Sighting.user_id == user_id, Sighting.kind == "device", Sighting.digest == device)
    return device is not None and session.scalar(select(Sighting.user_id).where(*seen)) is not None


def recent(session: Session, user_id: int) -> Sequence[SecurityEvent]:
    """List what happened about an account of late, the latest first."""
    query = select(SecurityEvent).where(SecurityEvent.user_id == user_id)
    return session.scalars(query.order_by(SecurityEvent.id.desc()).limit(SHOWN)).all()


def forget_old(database: Database, now: datetime) -> int:
    """Delete what is older than `KEPT`, some at a time; return how much went."""
    old = select(SecurityEvent.id).where(SecurityEvent.at < now - KEPT).order_by(SecurityEvent.at).limit(SOME)
    gone = 0
    while True:
        with database.reading() as session:
            numbers = session.scalars(old).all()
        if not numbers:
            return gone
        with database.writing() as session:
            session.execute(delete(SecurityEvent).where(SecurityEvent.id.in_(numbers)))
        gone += len(numbers)
