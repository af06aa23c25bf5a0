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


def begin(session: Session, user: User, now: datetime) -> str:
    """Begin a session and return its token; raises PasswordChanged.

    user: the account as it was when its password was compared, which takes a while.
    """
    present = select(User.password_hash).where(User.id == user.id).with_for_update(key_share=True)
    if session.scalar(present) != user.password_hash:
        raise PasswordChanged
    token, today = token_urlsafe(32), now.date()
    session.execute(delete(LoginSession).where(LoginSession.seen_on < today - UNUSED))
    session.add(LoginSession(token_hash=hash_of(token), user_id=user.id, created_at=now, seen_on=today))
    session.flush()
    return token


@cache
def _living() -> Select[User, date]:
    """Select the account of a session that still lasts, and the day of its last visit; built once."""
    query = select(User, LoginSession.seen_on).join(LoginSession, LoginSession.user_id == User.id)
    return query.where(
        LoginSession.token_hash == bindparam("token_hash"), LoginSession.seen_on >= bindparam("since")
    )


def find(session: Session, token: str, today: date) -> tuple[User, date] | None:
    """Return the account of a session and the day of its last visit, by one query."""
    for user, seen_on in session.execute(_living(), {"token_hash": hash_of(token), "since": today - UNUSED}):
        return user, seen_on
    return None


def note_visit(session: Session, token: str, today: date) -> None:
    """Let the ninety days begin anew."""
    session.execute(
        update(LoginSession).where(LoginSession.token_hash == hash_of(token)).values(seen_on=today)
    )


def end(session: Session, token: str) -> None:
    """End one session, wherever its token has been copied to."""
    session.execute(delete(LoginSession).where(LoginSession.token_hash == hash_of(token)))


def end_all(session: Session, user_id: int) -> None:
    """End every session of an account."""
    session.execute(delete(LoginSession).where(LoginSession.user_id == user_id))


def hash_of(token: str) -> str:
    """Hash a token; quickly, since what is as long as this cannot be guessed."""
    return sha256(token.encode()).hexdigest()
