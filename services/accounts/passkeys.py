"""Passkeys: key pairs of devices that prove both who somebody has with them and who they are.

A device checks its owner (user verification) and signs a challenge for this site alone; that counts as both
factors. A challenge is answered once: its passkey remembers when the last one was made that it answered.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.structs import AuthenticationCredential

from models import Passkey, User
from services.accounts.ceremonies import Challenge, Party, PasskeyRefused, check_answer, handle_of
from services.accounts.security import Browser, note_and_tell

MOST = 20
"""So many passkeys may an account have."""
LONGEST_NAME = 64


class ChallengeOver(PasskeyRefused):
    """The challenge that is answered was not made for this browser, has been answered, or is too old."""


class PasskeyCopied(PasskeyRefused):
    """Its counter has gone back: a copy of the passkey may be in use."""

    def __init__(self, user_id: int, name: str) -> None:
        super().__init__(user_id)
        self.user_id, self.name = user_id, name


class PasskeyKnown(PasskeyRefused):
    """The passkey was added before."""


class TooManyPasskeys(Exception):
    """The account has as many as it may have."""


def list_own(session: Session, user_id: int) -> Sequence[Passkey]:
    """List the passkeys of an account, the first one first."""
    return session.scalars(select(Passkey).where(Passkey.user_id == user_id).order_by(Passkey.id)).all()


def count_own(session: Session, user_id: int) -> int:
    """Count the passkeys of an account."""
    own = select(func.count()).select_from(Passkey).where(Passkey.user_id == user_id)
    return session.scalar(own) or 0


def add(session: Session, user_id: int, name: str, passkey: Passkey, browser: Browser, now: datetime) -> None:
    """Let a passkey that was checked open an account; raises PasskeyKnown, TooManyPasskeys."""
    user = session.get_one(User, user_id, with_for_update={"key_share": True})
    if count_own(session, user_id) >= MOST:
        raise TooManyPasskeys
    if session.scalar(select(Passkey.id).where(Passkey.credential == passkey.credential)) is not None:
        raise PasskeyKnown
    passkey.user_id, passkey.name, passkey.made_at = user_id, name, now
    session.add(passkey)
    note_and_tell(session, user, "passkey_added", now, agent=browser.agent, detail=name)


def authenticate(
    session: Session, answer: AuthenticationCredential, challenge: Challenge, party: Party, now: datetime
) -> User:
    """Return the account that a passkey opens, as its device has answered; raises PasskeyRefused."""
    credential = bytes_to_base64url(answer.raw_id)
    passkey = session.scalar(select(Passkey).where(Passkey.credential == credential).with_for_update())
    if passkey is None or answer.response.user_handle != handle_of(passkey.user_id):
        raise PasskeyRefused
    count = check_answer(answer, passkey, challenge, party).new_sign_count
    if challenge.made <= passkey.challenged_at:
        raise ChallengeOver
    if (count or passkey.sign_count) and count <= passkey.sign_count:
        raise PasskeyCopied(passkey.user_id, passkey.name)
    passkey.sign_count, passkey.challenged_at, passkey.seen_at = count, challenge.made, now
    return session.get_one(User, passkey.user_id)


def remove(session: Session, user_id: int, number: int, browser: Browser, now: datetime) -> str | None:
    """Let a passkey open an account no more; return its name, None where there is none."""
    own = (Passkey.user_id == user_id, Passkey.id == number)
    name = session.scalar(delete(Passkey).where(*own).returning(Passkey.name))
    if name is not None:
        user = session.get_one(User, user_id)
        note_and_tell(session, user, "passkey_removed", now, agent=browser.agent, detail=name)
    return name
