"""E-mails about an account, and the tokens in their links. Their text is written when they are sent.

A token is signed with the site's secret key and says what its bearer may do with an account. Changing the
password or the address makes it invalid, and it is good for one purpose only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from secrets import token_hex
from typing import Literal

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy.orm import Session

from models import Message, SecurityEventKind, User
from models.ids import EmailToken, UserId
from services.accounts.refusals import AccountRefusal, AccountRefused

NotifiedEvent = Literal[
    SecurityEventKind.PASSWORD_CHANGED,
    SecurityEventKind.KEY_MADE,
    SecurityEventKind.ADDRESS_CHANGED,
    SecurityEventKind.ADDRESS_REMOVED,
    SecurityEventKind.NEW_DEVICE,
    SecurityEventKind.CODE_FAILED,
    SecurityEventKind.CODE_REUSED,
    SecurityEventKind.FACTOR_ON,
    SecurityEventKind.FACTOR_OFF,
    SecurityEventKind.FACTOR_LIFTED,
    SecurityEventKind.CODES_MADE,
    SecurityEventKind.RECOVERY_USED,
    SecurityEventKind.PASSKEY_ADDED,
    SecurityEventKind.PASSKEY_REMOVED,
    SecurityEventKind.PASSKEY_REFUSED,
    SecurityEventKind.CHANNEL_ADDED,
    SecurityEventKind.CHANNEL_CHANGED,
    SecurityEventKind.CHANNEL_REMOVED,
    SecurityEventKind.CALENDAR_MADE,
    SecurityEventKind.CALENDAR_REMOVED,
]
"""The security events of which the owner is notified."""
Kind = (
    NotifiedEvent
    | Literal["verify", "taken", "reset", "warned", "account_closed", "account_opened", "account_deleted"]
)
"""The kinds of e-mails about an account."""
NO_FACTS: Mapping[str, str] = {}
LIFETIMES: Mapping[str, timedelta] = {"verify": timedelta(days=3), "reset": timedelta(hours=1)}
"""How long the link in an e-mail stays valid, by kind. After that the e-mail is not sent any more."""


def write_email(
    session: Session, user: User, kind: Kind, address: str, facts: Mapping[str, str], now: datetime
) -> Message:
    """Write an e-mail about an account to an address, to be sent at once.

    facts: what the text needs besides the account; nothing secret.
    """
    lasts = LIFETIMES.get(kind)
    email = Message(
        user_id=user.id,
        address=address,
        kind=kind,
        subject=f"{kind} {token_hex(16)}",
        facts=dict(facts),
        made_at=now,
        due_at=now,
        until=now + lasts if lasts else None,
    )
    session.add(email)
    session.flush()
    return email


def notify_owner(
    session: Session, user: User, kind: Kind, now: datetime, facts: Mapping[str, str] = NO_FACTS
) -> None:
    """Write to the verified address of an account, if it has one."""
    if user.email and user.verified_at:
        write_email(session, user, kind, user.email, facts, now)


class Purpose(StrEnum):
    """What a token is for."""

    VERIFY = "verify"
    RESET = "reset"


REFUSALS = frozenset({AccountRefusal.LINK_DAMAGED, AccountRefusal.LINK_EXPIRED, AccountRefusal.LINK_USED})
"""Why a link may not be valid."""


@dataclass(frozen=True)
class Claim:
    """What a token says: the account, its state when the token was requested, and when it expires.

    address: the one to verify, or to which the e-mail went; empty if there was none.
    """

    user_id: UserId
    address: str
    state: str
    until: datetime


def state_of(user: User) -> str:
    """Hash the password and address of an account: changing either makes its tokens invalid."""
    verified = user.verified_at.isoformat() if user.verified_at else ""
    return sha256("\0".join((user.password_hash, user.email or "", verified)).encode()).hexdigest()[:24]


def holds(user: User | None, claim: Claim) -> User:
    """Return the account of a claim if it has not changed since; raises AccountRefused."""
    if user is None or state_of(user) != claim.state:
        raise AccountRefused(AccountRefusal.LINK_USED)
    return user


def claim_of(email: Message) -> Claim:
    """Return the claim for the link in an e-mail; raises KeyError if that e-mail has no link."""
    if email.until is None or email.address is None:
        raise KeyError("until")
    return Claim(email.user_id, email.address, email.facts["state"], email.until)


def sign(key: str, purpose: Purpose, claim: Claim) -> EmailToken:
    """Write a claim as a token; equal claims give equal tokens."""
    until = int(claim.until.timestamp())
    return EmailToken(_serializer(key, purpose).dumps([claim.user_id, claim.address, claim.state, until]))


def read(key: str, purpose: Purpose, token: EmailToken, now: datetime) -> Claim:
    """Read a token; raises AccountRefused."""
    try:
        user_id, address, state, until = _serializer(key, purpose).loads(token)
    except (BadData, ValueError, TypeError) as error:
        raise AccountRefused(AccountRefusal.LINK_DAMAGED) from error
    claim = Claim(UserId(user_id), address, state, datetime.fromtimestamp(until, UTC))
    if now > claim.until:
        raise AccountRefused(AccountRefusal.LINK_EXPIRED)
    return claim


def _serializer(key: str, purpose: Purpose) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt=f"letters.{purpose}", signer_kwargs={"digest_method": sha256})
