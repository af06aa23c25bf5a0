"""A forgotten password: an e-mail to the verified address of an account, and a new password by its link.

Asking takes equally long whether or not there is such an account, so that the time reveals nothing.
"""

from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from models import Message, User
from models.ids import UserId
from services.accounts import account_emails, accounts
from services.accounts.account_emails import LIFETIMES, write_email
from services.accounts.addresses import checked_address, owner_of

BLANK = "blank"


def find_resettable(session: Session, text: str) -> User | None:
    """Find the account with this name or address, if its address is verified; raises AccountRefused."""
    if "@" in text:
        return owner_of(session, checked_address(text))
    user = accounts.named(session, text)
    return user if user and user.email and user.verified_at else None


def ask_for_reset(session: Session, user_id: UserId | None, now: datetime) -> None:
    """Write the e-mail to an account; if there is none, a blank one that is never sent."""
    first = session.scalar(select(func.min(User.id)))
    user = session.get(User, user_id or first or 0)
    session.execute(delete(Message).where(Message.user_id == first, Message.kind == BLANK))
    if first is None or user is None:
        return  # the site has no accounts yet
    if user_id and user.email and user.verified_at:
        write_email(session, user, "reset", user.email, {"state": account_emails.state_of(user)}, now)
    else:
        _write_decoy(session, first, now)


def write_decoy(session: Session, now: datetime) -> None:
    """Do the same work without sending anything, so that the time reveals nothing."""
    first = session.scalar(select(func.min(User.id)))
    session.execute(delete(Message).where(Message.user_id == first, Message.kind == BLANK))
    if first is not None:
        _write_decoy(session, first, now)


def _write_decoy(session: Session, user_id: UserId, now: datetime) -> None:
    session.add(Message(user_id=user_id, kind=BLANK, subject=BLANK, facts={}, made_at=now))
    session.flush()


def make_reset_claim(user: User, now: datetime) -> account_emails.Claim:
    """Return the claim for a link that the administrator makes; it lasts as long as one in an e-mail."""
    return account_emails.Claim(user.id, "", account_emails.state_of(user), now + LIFETIMES["reset"])


def resettable(session: Session, claim: account_emails.Claim) -> User:
    """Return the account whose password a claim may replace; raises AccountRefused."""
    return account_emails.holds(session.get(User, claim.user_id), claim)


def reset_password(session: Session, claim: account_emails.Claim, new_hash: str, now: datetime) -> User:
    """Set the new password and end every session; raises AccountRefused when the claim was used before."""
    user = account_emails.holds(session.get(User, claim.user_id, with_for_update={"key_share": True}), claim)
    accounts.replace_password(session, user, new_hash, now)
    return user
