"""Sessions: begun by logging in, ended by logging out, by a new password, or by ninety days without a visit.

Members see all of theirs, and end them one by one or together. Only one browser knows the token; the
database holds its hash, and without the row the token is worthless.

A browser in which the owner has logged in before carries a signed mark. The mark opens nothing: by it,
attempts from this browser are counted apart from those of strangers (OWASP's "device cookies"). A new
password makes all marks of the account worthless.
"""

import hmac
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from secrets import token_urlsafe
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import Select, bindparam, delete, select, update
from sqlalchemy.orm import Session

from models import LoginSession, User
from models.account import AccountKind
from models.ids import SessionToken, UserId
from models.sealed import token_hash
from services.accounts import factors
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.accounts.security import UNSEEN, Browser

UNUSED = timedelta(days=90)
PROVED = timedelta(minutes=10)
"""How long a log-in, or another proof of identity, is enough."""


class ListedSession(NamedTuple):
    """A session as its owner sees it; mark: names it in forms. is_this: it is the present one."""

    mark: str
    agent: str
    created_at: datetime
    seen_on: date
    is_this: bool


class AccountClosed(AccountRefused):
    """A moderator has closed the account; `why` is what they said."""

    def __init__(self, why: str = "") -> None:
        super().__init__(AccountRefusal.CLOSED, "name", why=why)
        self.why = why


def begin(
    session: Session,
    user: User,
    now: datetime,
    browser: Browser = UNSEEN,
    code: str = "",
    *,
    has_both: bool = False,
) -> SessionToken:
    """Begin a session and return its token; raises AccountRefused, CodeRefused, AccountClosed.

    user: the account as it was when its password was compared, before the lock. code: what they typed, if
    anything. has_both: a passkey has proved both factors already.
    """
    columns = select(User.password_hash, User.closed_at, User.closed_why)
    present = columns.where(User.id == user.id).with_for_update(key_share=True)
    password_hash, closed_at, why = session.execute(present).one()
    if password_hash != user.password_hash:
        raise AccountRefused(AccountRefusal.PASSWORD_CHANGED, "password")
    if not has_both:
        factors.require(session, user, code, browser, now)
    if closed_at is not None:
        raise AccountClosed(why)
    token, today = SessionToken(token_urlsafe(32)), now.date()
    session.execute(delete(LoginSession).where(LoginSession.seen_on < today - UNUSED))
    session.add(
        LoginSession(
            token_hash=token_hash(token),
            user_id=user.id,
            created_at=now,
            seen_on=today,
            agent=browser.agent,
            proved_at=now,
        )
    )
    session.flush()
    return token


def check_open(session: Session, user_id: UserId) -> None:
    """Raise AccountClosed where a moderator has closed the account meanwhile."""
    closed = select(User.closed_why).where(User.id == user_id, User.closed_at.is_not(None))
    why = session.scalar(closed)
    if why is not None:
        raise AccountClosed(why)


@cache
def living_sessions() -> Select[User, date]:
    """Select the account of a session and the day of its last visit; built once.

    Its values: `token_hash`, and `since`, the earliest last visit with which a session still lasts.
    """
    query = select(User, LoginSession.seen_on).join(LoginSession, LoginSession.user_id == User.id)
    return query.where(
        LoginSession.token_hash == bindparam("token_hash"), LoginSession.seen_on >= bindparam("since")
    )


def living(session: Session, hashes: Collection[str], today: date) -> set[str]:
    """Return those token hashes whose sessions still last."""
    column = LoginSession.token_hash
    found = select(column).where(column.in_(hashes), LoginSession.seen_on >= first_day(today))
    return set(session.scalars(found)) if hashes else set()


def first_day(today: date) -> date:
    """Return the earliest last visit with which a session still lasts today."""
    return today - UNUSED


def note_visit(session: Session, token: SessionToken, today: date) -> None:
    """Restart the ninety days; for a guest, note the visit."""
    is_this = LoginSession.token_hash == token_hash(token)
    session.execute(update(LoginSession).where(is_this).values(seen_on=today))
    viewer = select(LoginSession.user_id).where(is_this).scalar_subquery()
    session.execute(
        update(User).where(User.id == viewer, User.kind == AccountKind.GUEST).values(seen_on=today),
        execution_options={"synchronize_session": False},
    )


def end(session: Session, token: SessionToken) -> None:
    """End one session, even for copies of its token."""
    session.execute(delete(LoginSession).where(LoginSession.token_hash == token_hash(token)))


def end_all(session: Session, user_id: UserId) -> None:
    """End every session of an account."""
    session.execute(delete(LoginSession).where(LoginSession.user_id == user_id))


def list_own(session: Session, user_id: UserId, token: SessionToken, today: date) -> Sequence[ListedSession]:
    """List the sessions of an account that last, the one with this token first, then the newest."""
    found = session.scalars(_lasting(user_id, today).order_by(LoginSession.created_at.desc())).all()
    listed = [_listed(each, is_this=each.token_hash == token_hash(token)) for each in found]
    return sorted(listed, key=lambda each: not each.is_this)


def _lasting(user_id: UserId, today: date) -> Select[LoginSession]:
    return select(LoginSession).where(
        LoginSession.user_id == user_id, LoginSession.seen_on >= first_day(today)
    )


def _listed(each: LoginSession, *, is_this: bool) -> ListedSession:
    return ListedSession(mark_of(each.token_hash), each.agent, each.created_at, each.seen_on, is_this)


def mark_of(hashed: str) -> str:
    """Return the mark by which pages name a session; it reveals neither the hash nor the token."""
    return sha256(f"session {hashed}".encode()).hexdigest()[:32]


def end_marked(session: Session, user_id: UserId, mark: str) -> ListedSession | None:
    """End a session of an account by its mark and return it; None if there is none."""
    for each in session.scalars(select(LoginSession).where(LoginSession.user_id == user_id)):
        if mark_of(each.token_hash) == mark:
            session.execute(delete(LoginSession).where(LoginSession.token_hash == each.token_hash))
            return _listed(each, is_this=False)
    return None


def end_others(session: Session, user_id: UserId, token: SessionToken) -> int:
    """End every session of an account but the one with this token; return how many."""
    others = (LoginSession.user_id == user_id, LoginSession.token_hash != token_hash(token))
    return len(session.execute(delete(LoginSession).where(*others).returning(LoginSession.token_hash)).all())


def prove(session: Session, token: SessionToken, now: datetime) -> None:
    """Note that the owner has just proved their identity in this session."""
    is_this = LoginSession.token_hash == token_hash(token)
    session.execute(update(LoginSession).where(is_this).values(proved_at=now))


def is_proved(session: Session, token: SessionToken, now: datetime, within: timedelta = PROVED) -> bool:
    """Tell whether the member has lately proved their identity in a session."""
    this = select(LoginSession.proved_at).where(LoginSession.token_hash == token_hash(token))
    proved_at = session.scalar(this)
    return proved_at is not None and proved_at > now - within


LASTS = timedelta(days=365)


def label(key: str, name_key: str) -> str:
    """Return the label of an account's mark; without the site's key it reveals no name."""
    return hmac.digest(key.encode(), f"known browsers\0{name_key}".encode(), sha256).hex()[:16]


def sign_new(key: str, user: User, now: datetime) -> str:
    """Make a mark for a browser in which the owner of an account has just logged in."""
    until = int((now + LASTS).timestamp())
    return str(_serializer(key, user).dumps([token_urlsafe(16), until]))


def read(key: str, user: User, text: str, now: datetime) -> str | None:
    """Return the mark in a signed text; None if it is of another account, an earlier password, or too old."""
    try:
        mark, until = _serializer(key, user).loads(text)
    except (BadData, ValueError, TypeError):
        return None
    return str(mark) if now <= datetime.fromtimestamp(until, UTC) else None


def _serializer(key: str, user: User) -> URLSafeSerializer:
    password = sha256(user.password_hash.encode()).hexdigest()
    salt = f"known browsers.{user.id}.{password}"
    return URLSafeSerializer(key, salt=salt, signer_kwargs={"digest_method": sha256})
