"""Requests that clients may repeat: a repeated request is not done again, but gets the same answer.

The transaction that does a request also notes it, so that a note exists if and only if it was done.
The answer is stored sealed beside it, the body only as a hash.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session, undefer

from models import AskedOnce, Database
from models.base import unless_there
from models.ids import UserId

KEPT = timedelta(hours=24)
"""How long an answer is kept for repeats."""
MOST_KEPT = 1000
"""How many requests of an account are kept at once."""
UNDER_WAY = timedelta(minutes=1)
"""No request takes longer; an answer that is missing by then will not come any more."""


class AskedAlready(Exception):
    """This very request was done already, or is being done."""


class TooManyKept(Exception):
    """The account has as many kept requests as it may have."""


@dataclass(frozen=True)
class KeyedRequest:
    """A request that may be repeated: its account, a hash of its key and operation, another of the rest."""

    user_id: UserId
    key_hash: str
    body_hash: str

    @classmethod
    def of(cls, user_id: UserId, key: str, operation: str, address: str, body: bytes) -> "KeyedRequest":
        """Take the hashes."""
        return cls(user_id, _hash(operation.encode(), key.encode()), _hash(address.encode(), body))


@dataclass(frozen=True)
class Kept:
    """What is kept of a request: whether it is the same one, when it came, and the answer if there is one."""

    is_same: bool
    asked_at: datetime
    answer: dict[str, Any] | None


def _hash(*parts: bytes) -> str:
    return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()


def kept(session: Session, asked: KeyedRequest, now: datetime) -> Kept | None:
    """Find what is kept of a request."""
    query = (
        select(AskedOnce)
        .options(undefer(AskedOnce.answer))
        .where(*_is(asked), AskedOnce.asked_at > now - KEPT)
    )
    found = session.scalar(query)
    return Kept(found.body_hash == asked.body_hash, found.asked_at, found.answer) if found else None


def note(session: Session, asked: KeyedRequest, now: datetime) -> None:
    """Note a request in the transaction that does it; raises AskedAlready, or TooManyKept."""
    session.execute(delete(AskedOnce).where(*_is(asked), AskedOnce.asked_at <= now - KEPT))
    mine = select(func.count()).select_from(AskedOnce).where(AskedOnce.user_id == asked.user_id)
    if (session.scalar(mine) or 0) >= MOST_KEPT:
        raise TooManyKept
    row = {
        "user_id": asked.user_id,
        "key_hash": asked.key_hash,
        "body_hash": asked.body_hash,
        "asked_at": now,
    }
    made = session.execute(unless_there(session, AskedOnce).values(row).returning(AskedOnce.id))
    if made.scalar() is None:
        raise AskedAlready


def keep(session: Session, asked: KeyedRequest, answer: dict[str, Any]) -> None:
    """Keep the answer to a request that was done."""
    session.execute(update(AskedOnce).where(*_is(asked)).values(answer=answer))


def forget_old(database: Database, now: datetime) -> int:
    """Delete expired answers, a batch at a time; return how many."""
    old = select(AskedOnce.id).where(AskedOnce.asked_at <= now - KEPT).order_by(AskedOnce.asked_at)
    return database.delete_in_portions(AskedOnce.id, old)


def _is(asked: KeyedRequest) -> tuple[Any, ...]:
    return AskedOnce.user_id == asked.user_id, AskedOnce.key_hash == asked.key_hash
