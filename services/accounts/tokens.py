"""Tokens of the links in letters: what they let their bearer do with an account, signed.

A token is bound to the account as it was: a new password, or another address, and it is worth nothing.
The secret key is the site's; what is signed for one purpose is good for no other.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256

from itsdangerous import BadData, URLSafeSerializer

from models import Message, User


class Purpose(StrEnum):
    """What a token is for."""

    VERIFY = "verify"
    RESET = "reset"


class TokenRefused(ValueError):
    """This token is good for nothing."""


class TokenDamaged(TokenRefused):
    """The site has not signed it, or not for this."""


class TokenExpired(TokenRefused):
    """Its time is over."""


class TokenUsed(TokenRefused):
    """It has been used, or the account has changed since."""


@dataclass(frozen=True)
class Claim:
    """What a token says: an account, its state when it was asked for, and until when it is good.

    address: the one that is verified, or to which the letter went; empty where there was no letter.
    """

    user_id: int
    address: str
    state: str
    until: datetime


def state_of(user: User) -> str:
    """Digest what ends every token of an account when it changes: password and address."""
    verified = user.verified_at.isoformat() if user.verified_at else ""
    return sha256("\0".join((user.password_hash, user.email or "", verified)).encode()).hexdigest()[:24]


def holds(user: User | None, claim: Claim) -> User:
    """Return the account of a claim while it is as it was; raises TokenUsed."""
    if user is None or state_of(user) != claim.state:
        raise TokenUsed
    return user


def claim_of(letter: Message) -> Claim:
    """Return what the link of a letter is to say; raises KeyError for one that has no link."""
    if letter.until is None or letter.address is None:
        raise KeyError("until")
    return Claim(letter.user_id, letter.address, letter.facts["state"], letter.until)


def sign(key: str, purpose: Purpose, claim: Claim) -> str:
    """Write a claim as a token; the same one every time."""
    until = int(claim.until.timestamp())
    return str(_serializer(key, purpose).dumps([claim.user_id, claim.address, claim.state, until]))


def read(key: str, purpose: Purpose, token: str, now: datetime) -> Claim:
    """Read a token; raises TokenDamaged or TokenExpired."""
    try:
        user_id, address, state, until = _serializer(key, purpose).loads(token)
    except (BadData, ValueError, TypeError) as error:
        raise TokenDamaged from error
    claim = Claim(user_id, address, state, datetime.fromtimestamp(until, UTC))
    if now > claim.until:
        raise TokenExpired
    return claim


def _serializer(key: str, purpose: Purpose) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt=f"letters.{purpose}", signer_kwargs={"digest_method": sha256})
