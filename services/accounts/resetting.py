"""A forgotten password: a letter to the verified address of an account, and a new password by its link.

Asking is the same work whether or not there is such an account, so that its time tells nothing.
"""

from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from models import Message, User
from services.accounts import accounts, tokens
from services.accounts.addresses import checked_address, owner_of
from services.telling.letters import LASTS, write_letter

BLANK = "blank"


def find_resettable(session: Session, text: str) -> User | None:
    """Find the account of a name or an address, if its address is verified; raises AddressRefused."""
    if "@" in text:
        return owner_of(session, checked_address(text))
    user = accounts.named(session, text)
    return user if user and user.email and user.verified_at else None


def ask_for_reset(session: Session, user_id: int | None, now: datetime) -> None:
    """Write the letter to an account; where there is none, a blank one that is never sent."""
    first = session.scalar(select(func.min(User.id)))
    user = session.get(User, user_id or first or 0)
    session.execute(delete(Message).where(Message.user_id == first, Message.kind == BLANK))
    if user is None:
        return  # nobody has an account
    if user_id and user.email and user.verified_at:
        write_letter(session, user, "reset", user.email, {"state": tokens.state_of(user)}, now)
    else:
        session.add(Message(user_id=first, kind=BLANK, subject=BLANK, facts={}, made_at=now))
        session.flush()


def claim_reset(user: User, now: datetime) -> tokens.Claim:
    """Return what a link of the site's keeper is to say, which lasts as long as that of a letter."""
    return tokens.Claim(user.id, "", tokens.state_of(user), now + LASTS["reset"])


def resettable(session: Session, claim: tokens.Claim) -> User:
    """Return the account whose password a claim may replace; raises TokenUsed."""
    return tokens.holds(session.get(User, claim.user_id), claim)


def reset_password(session: Session, claim: tokens.Claim, new_hash: str, now: datetime) -> User:
    """Set the new password and end every session; raises TokenUsed for all but the first."""
    user = tokens.holds(session.get(User, claim.user_id, with_for_update={"key_share": True}), claim)
    accounts.replace_password(session, user, new_hash, now)
    return user
