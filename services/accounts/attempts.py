"""Attempts at what protects an account, counted in the database: by all processes together, and for good.

Each is counted before what was typed is compared. What is stored tells no name and no address: a key is known
by a digest under the key of the site.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from models import AttemptCount, Database
from models.connections import BRIEF


class Rate(NamedTuple):
    """At most this many attempts within this time."""

    most: int
    within: timedelta


class AttemptScope(NamedTuple):
    """What attempts are counted for, as stored, and the rates that all hold for it."""

    key: str
    rates: tuple[Rate, ...]

    @property
    def longest(self) -> timedelta:
        """How long an attempt counts."""
        return max(rate.within for rate in self.rates)

    def is_full(self, instants: Sequence[float], now: datetime) -> bool:
        """Tell whether there were as many attempts as may be."""
        return any(
            sum(instant > (now - rate.within).timestamp() for instant in instants) >= rate.most
            for rate in self.rates
        )


class TooManyAttempts(Exception):
    """There were as many attempts as may be; this one was not counted."""


def place(secret: str, rates: tuple[Rate, ...], *names: str) -> AttemptScope:
    """Return a place by what it is called; secret: the key of the site."""
    text = json.dumps(names).encode()
    key = blake2b(text, digest_size=16, key=sha256(secret.encode()).digest(), person=b"attempts")
    return AttemptScope(key.hexdigest(), rates)


def count(database: Database, places: Sequence[AttemptScope], now: datetime) -> bool:
    """Count an attempt at all of the places, or at none: False where one of them has had enough.

    Of many at the same moment no more are let through than one after the other. A refused attempt
    seldom writes: somebody who guesses on and on delays nobody who stores something.
    """
    with database.reading() as session:
        if _is_any_full(places, _found(session, places), now):
            return False
    try:
        with database.writing(BRIEF) as session:
            _count(session, places, now)
    except TooManyAttempts:
        return False
    return True


def forget(database: Database, places: Sequence[AttemptScope]) -> None:
    """Let what was counted at places be as if it had not been."""
    with database.writing(BRIEF) as session:
        session.execute(delete(AttemptCount).where(AttemptCount.key_hash.in_([each.key for each in places])))


def forget_old(database: Database, now: datetime) -> int:
    """Delete what counts no more, some at a time; return how much went."""
    old = select(AttemptCount.key_hash).where(AttemptCount.until <= now).order_by(AttemptCount.until)
    return database.delete_in_portions(AttemptCount.key_hash, old, BRIEF)


def _count(session: Session, places: Sequence[AttemptScope], now: datetime) -> None:
    rows: list[dict[str, Any]] = [
        {"key_hash": each.key, "instants": [], "until": now + each.longest}
        # Everybody locks them in the same order, so that no two wait for each other.
        for each in sorted(places)
    ]
    found = {row.key_hash: row.instants for row in session.execute(_locking(session).values(rows))}
    if _is_any_full(places, found, now):
        raise TooManyAttempts
    for each in places:
        since = (now - each.longest).timestamp()
        instants = [instant for instant in found[each.key] if instant > since] + [now.timestamp()]
        session.execute(
            update(AttemptCount).where(AttemptCount.key_hash == each.key).values(instants=instants)
        )


def _locking(session: Session) -> Any:  # noqa: ANN401 -- an insert of either dialect
    """Return what makes rows, or locks those that are there and lets them last, and returns both."""
    is_postgres = session.get_bind().dialect.name == "postgresql"
    insert = postgresql.insert(AttemptCount) if is_postgres else sqlite.insert(AttemptCount)
    lasting = insert.on_conflict_do_update(
        index_elements=[AttemptCount.key_hash], set_={"until": insert.excluded.until}
    )
    return lasting.returning(AttemptCount.key_hash, AttemptCount.instants)


def _found(session: Session, places: Sequence[AttemptScope]) -> dict[str, list[float]]:
    query = select(AttemptCount.key_hash, AttemptCount.instants)
    rows = session.execute(query.where(AttemptCount.key_hash.in_([each.key for each in places])))
    return {row.key_hash: row.instants for row in rows}


def _is_any_full(places: Sequence[AttemptScope], found: dict[str, list[float]], now: datetime) -> bool:
    return any(each.is_full(found.get(each.key, []), now) for each in places)
