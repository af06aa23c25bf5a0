"""Browsers in which the owner of an account has logged in before: each carries a mark, signed for it.

A mark opens nothing. It lets the tries of its browser be counted apart from those of strangers, as "device
cookies" of OWASP do. A new password makes all marks of the account worthless.
"""

import hmac
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from itsdangerous import BadData, URLSafeSerializer

from models import User

LASTS = timedelta(days=365)


def label(key: str, name_key: str) -> str:
    """Return what the mark for an account is found by; without the site's key it tells no name."""
    return hmac.digest(key.encode(), f"known browsers\0{name_key}".encode(), sha256).hex()[:16]


def sign_new(key: str, user: User, now: datetime) -> str:
    """Make a mark for a browser in which the owner of an account has just logged in."""
    until = int((now + LASTS).timestamp())
    return str(_serializer(key, user).dumps([token_urlsafe(16), until]))


def read(key: str, user: User, text: str, now: datetime) -> str | None:
    """Return the mark in a signed text; None for one of another account, an earlier password, or too old."""
    try:
        mark, until = _serializer(key, user).loads(text)
    except (BadData, ValueError, TypeError):
        return None
    return str(mark) if now <= datetime.fromtimestamp(until, UTC) else None


def _serializer(key: str, user: User) -> URLSafeSerializer:
    password = sha256(user.password_hash.encode()).hexdigest()
    salt = f"known browsers.{user.id}.{password}"
    return URLSafeSerializer(key, salt=salt, signer_kwargs={"digest_method": sha256})
