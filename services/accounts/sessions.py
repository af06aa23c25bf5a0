"""Sessions: begun by logging in, ended by logging out, by a new password, or by ninety days without a visit.

The token is known to one browser alone; the database holds its hash, and without the row it is worth nothing.
"""

from datetime import date, datetime, timedelta
from functools import cache
from hashlib import sha256
from secrets import token_urlsafe

from sqlalchemy import Select, bindparam, delete, select, update
from sqlalchemy.orm import Session

from models import LoginSession, User

UNUSED = timedelta(days=90)


class PasswordChanged(Exception):
    """The password by which somebody has just logged in is no longer that of the account."""


class AccountClosed(Exception):
    """A keeper has closed the account; `why` is what they said."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why


def begin(session: Session, user: User, now: datetime) -> str:
    """Begin a session and return its token; raises PasswordChanged, AccountClosed.

    user: the account as it was when its password was compared, which takes a while.
    """
    columns = select(User.password_hash, User.closed_at, User.closed_why)
    present = columns.where(User.id == user.id).with_for_update(key_share=True)
    password_hash, closed_at, why = session.execute(present).one()
    if password_hash != user.password_hash:
        raise PasswordChanged
    if closed_at is not None:
        raise AccountClosed(why)
    token, today = token_urlsafe(32), now.date()
    session.execute(delete(LoginSession).where(LoginSession.seen_on < today - UNUSED))
    session.add(LoginSession(token_hash=token_hash(token), user_id=user.id, created_at=now, seen_on=today))
    session.flush()
    return token


def check_open(session: Session, user_id: int) -> None:
    """Raise AccountClosed where a keeper has closed the account meanwhile."""
    closed = select(User.closed_why).where(User.id == user_id, User.closed_at.is_not(None))
    why = session.scalar(closed)
    if why is not None:
        raise AccountClosed(why)


@cache
def living_sessions() -> Select[User, date]:
    """Select the account of a session, and the day of its last visit; built once.

    Its values: `token_hash`, and `since`, the first day of visits by which a session still lasts.
    """
    query = select(User, LoginSession.seen_on).join(LoginSession, LoginSession.user_id == User.id)
    return query.where(
        LoginSession.token_hash == bindparam("token_hash"), LoginSession.seen_on >= bindparam("since")
    )


def first_day(today: date) -> date:
    """Return the first day of last visits by which a session still lasts today."""
    return today - UNUSED


def note_visit(session: Session, token: str, today: date) -> None:
    """Let the ninety days begin anew; of a guest it is noted that they were here."""
    is_this = LoginSession.token_hash == token_hash(token)
    session.execute(update(LoginSession).where(is_this).values(seen_on=today))
    reader = select(LoginSession.user_id).where(is_this).scalar_subquery()
    session.execute(
        update(User).where(User.id == reader, User.kind == "guest").values(seen_on=today),
        execution_options={"synchronize_session": False},
    )


def end(session: Session, token: str) -> None:
    """End one session, wherever its token has been copied to."""
    session.execute(delete(LoginSession).where(LoginSession.token_hash == token_hash(token)))


def end_all(session: Session, user_id: int) -> None:
    """End every session of an account."""
    session.execute(delete(LoginSession).where(LoginSession.user_id == user_id))


def token_hash(token: str) -> str:
    """Hash a token; quickly, since what is as long as this cannot be guessed."""
    return sha256(token.encode()).hexdigest()
