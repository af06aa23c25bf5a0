"""Security events of an account, kept for its owner for a while; the owner is notified of those that matter.

Nothing noted is secret: no password, code or key, and only a few words about a browser.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Literal

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from models import Database, SecurityEvent, SecurityEventKind, Sighting, User
from models.ids import UserId
from models.moderation import SightingKind
from services.accounts.account_emails import NotifiedEvent, notify_owner
from services.notifications.outbox import Notice, notify_each

KEPT = timedelta(days=90)
SHOWN = 50
"""How many of the last events are listed."""
TOGETHER = timedelta(hours=1)
"""Attempts that fail within this time are one event, which counts them."""


@dataclass(frozen=True)
class Browser:
    """A browser: a short description, and the hash of its device's mark, if it has one."""

    agent: str = ""
    device: str | None = None


UNSEEN = Browser()
RefusedStep = Literal[
    SecurityEventKind.CODE_FAILED, SecurityEventKind.CODE_REUSED, SecurityEventKind.PASSKEY_REFUSED
]
"""Refusals after the first step was passed."""


def note(
    session: Session,
    user_id: UserId,
    kind: SecurityEventKind,
    now: datetime,
    *,
    agent: str = "",
    detail: str = "",
) -> None:
    """Note an event of which the owner is not notified."""
    session.add(SecurityEvent(user_id=user_id, kind=kind, at=now, agent=agent, detail=detail))


def note_and_notify(
    session: Session, user: User, kind: NotifiedEvent, now: datetime, *, agent: str = "", detail: str = ""
) -> None:
    """Note an event and notify the owner at once, by e-mail and by the channels that they have for it."""
    note(session, user.id, kind, now, agent=agent, detail=detail)
    _notify(session, user, kind, now, agent=agent, detail=detail)


def _notify(
    session: Session, user: User, kind: NotifiedEvent, now: datetime, *, agent: str, detail: str = ""
) -> None:
    facts = {"event": kind, "agent": agent, "detail": detail}
    notify_owner(session, user, kind, now, facts)
    news = Notice(("account",), f"account:{kind}:{token_hex(8)}", facts)
    notify_each(session, {user.id: (news,)}, now)
    session.flush()


def note_failed(
    session: Session, user: User, kind: SecurityEventKind, now: datetime, agent: str, detail: str = ""
) -> bool:
    """Count a failed attempt with those of the same hour; return True for the first of them."""
    same = (SecurityEvent.user_id == user.id, SecurityEvent.kind == kind, SecurityEvent.at > now - TOGETHER)
    more = update(SecurityEvent).where(*same).values(times=SecurityEvent.times + 1)
    if session.execute(more.returning(SecurityEvent.id)).first() is not None:
        return False
    note(session, user.id, kind, now, agent=agent, detail=detail)
    return True


def note_refused(
    session: Session, user: User, kind: RefusedStep, browser: Browser, now: datetime, detail: str = ""
) -> None:
    """Note a second step that was refused; the owner is notified of the first within an hour.

    A code mistyped on a device known to be theirs is noted without a notification.
    """
    is_first = note_failed(session, user, kind, now, browser.agent, detail)
    if is_first and (kind != SecurityEventKind.CODE_FAILED or not is_known(session, user.id, browser.device)):
        _notify(session, user, kind, now, agent=browser.agent, detail=detail)


def note_login(session: Session, user: User, browser: Browser, now: datetime) -> None:
    """Note a log-in; notify the owner if the device is not known to be theirs."""
    if is_known(session, user.id, browser.device):
        note(session, user.id, SecurityEventKind.LOGIN, now, agent=browser.agent)
    else:
        note_and_notify(session, user, SecurityEventKind.NEW_DEVICE, now, agent=browser.agent)


def is_known(session: Session, user_id: UserId, device: str | None) -> bool:
    """Tell whether an account was used from a device lately."""
    seen = (Sighting.user_id == user_id, Sighting.kind == SightingKind.DEVICE, Sighting.digest == device)
    return device is not None and session.scalar(select(Sighting.user_id).where(*seen)) is not None


def recent(session: Session, user_id: UserId) -> Sequence[SecurityEvent]:
    """List the recent events of an account, the latest first."""
    query = select(SecurityEvent).where(SecurityEvent.user_id == user_id)
    return session.scalars(query.order_by(SecurityEvent.id.desc()).limit(SHOWN)).all()


def forget_old(database: Database, now: datetime) -> int:
    """Delete events older than `KEPT`, a batch at a time; return how many."""
    old = select(SecurityEvent.id).where(SecurityEvent.at < now - KEPT).order_by(SecurityEvent.at)
    return database.delete_in_portions(SecurityEvent.id, old)
