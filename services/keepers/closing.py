"""Closing accounts: its owner is out at once, its past stays whole, and it can be opened again."""

from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from models import Challenge, Seek, User
from services.accounts import sessions
from services.challenges.settling import leave_waiting
from services.keepers.acts import checked_reason, note_act
from services.ladders.joining import leave_all
from services.telling.letters import tell_owner
from services.tournaments.entering import sign_off_everywhere


class CannotClose(Exception):
    """This account cannot be closed here."""


class IsKeeper(CannotClose):
    """Keepers do not close keepers' accounts at the desk; a command does."""


class ClosedAlready(CannotClose):
    """The account is closed."""


class NotClosed(Exception):
    """The account is open."""


def close_account(session: Session, keeper_id: int | None, user_id: int, reason: str, now: datetime) -> User:
    """Close an account; keeper_id: none for a command. Raises CannotClose, ReasonRefused.

    Its sessions end, what it offers is withdrawn, its places on ladders are free, and no tournament draws it
    any more. Its duels stay; those that run are lost by absence.
    """
    reason = checked_reason(reason)
    user = lock_to_close(session, user_id)
    if user.closed_at is not None:
        raise ClosedAlready
    if user.is_keeper and keeper_id is not None:
        raise IsKeeper
    user.closed_at, user.closed_why = now, reason
    withdraw(session, user, now)
    note_act(session, keeper_id, "closed_account", user.id, reason, now)
    tell_owner(session, user, "account_closed", now, {"text": reason})
    session.flush()
    return user


def open_account(session: Session, keeper_id: int | None, user_id: int, reason: str, now: datetime) -> User:
    """Open a closed account again; raises NotClosed, also of one that its owner deleted, ReasonRefused."""
    reason = checked_reason(reason)
    user = _locked(session, user_id)
    if user.closed_at is None or user.deleted_at is not None:
        raise NotClosed
    user.closed_at, user.closed_why = None, ""
    note_act(session, keeper_id, "opened_account", user.id, reason, now)
    tell_owner(session, user, "account_opened", now, {"text": reason})
    session.flush()
    return user


def lock_to_close(session: Session, user_id: int) -> User:
    """Lock an account that is to begin nothing any more; whoever waits for an opponent does no longer."""
    # Seeks come before accounts, as where those who wait are paired.
    session.execute(delete(Seek).where(Seek.user_id == user_id))
    return _locked(session, user_id)


def withdraw(session: Session, user: User, now: datetime) -> None:
    """Take an account that is closed out of all that goes on but its duels."""
    sessions.end_all(session, user.id)
    _withdraw_offers(session, user.id, now)
    leave_all(session, user.id, now)
    sign_off_everywhere(session, user.id, now)


def _locked(session: Session, user_id: int) -> User:
    return session.get_one(User, user_id, with_for_update={"key_share": True}, populate_existing=True)


def _withdraw_offers(session: Session, user_id: int, now: datetime) -> None:
    """Withdraw the challenges of an account, and decline those to it by name."""
    concerned = or_(Challenge.challenger_id == user_id, Challenge.opponent_id == user_id)
    waiting = select(Challenge).where(Challenge.state == "waiting", concerned).with_for_update()
    for challenge in session.scalars(waiting.order_by(Challenge.id)).all():
        own = challenge.challenger_id == user_id
        other = challenge.opponent_id if own else challenge.challenger_id
        untold = {"untold_id": other} if other else {}
        leave_waiting(session, challenge, "withdrawn" if own else "declined", now, **untold)
