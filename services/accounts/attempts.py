"""Attempts to log in and the like, counted in the database by all processes together.

Each attempt is counted before the password is compared. Names and addresses are stored only as hashes keyed
by the site.
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
    """What attempts are counted for: its key in the database, and its rates, all of which must hold."""

    key: str
    rates: tuple[Rate, ...]

    @property
    def longest(self) -> timedelta:
        """How long an attempt counts at most."""
        return max(rate.within for rate in self.rates)

    def is_full(self, instants: Sequence[float], now: datetime) -> bool:
        """Tell whether the allowed attempts are used up."""
        return any(
            sum(instant > (now - rate.within).timestamp() for instant in instants) >= rate.most
            for rate in self.rates
        )


class TooManyAttempts(Exception):
    """The allowed attempts are used up; this one was not counted."""


def scope_of(secret: str, rates: tuple[Rate, ...], *names: str) -> AttemptScope:
    """Return the scope with these names and rates; secret: the key of the site."""
    text = json.dumps(names).encode()
    key = blake2b(text, digest_size=16, key=sha256(secret.encode()).digest(), person=b"attempts")
    return AttemptScope(key.hexdigest(), rates)


def count(database: Database, scopes: Sequence[AttemptScope], now: datetime) -> bool:
    """Count an attempt in all scopes; if one of them is full, count it in none and return False.

    Simultaneous attempts get no further than consecutive ones. A refused attempt seldom writes, so endless
    guessing does not delay other writers.
    """
    with database.reading() as session:
        if _is_any_full(scopes, _found(session, scopes), now):
            return False
    try:
        with database.writing(BRIEF) as session:
            _count(session, scopes, now)
    except TooManyAttempts:
        return False
    return True


def forget(database: Database, scopes: Sequence[AttemptScope]) -> None:
    """Reset the counts of some scopes."""
    with database.writing(BRIEF) as session:
        session.execute(delete(AttemptCount).where(AttemptCount.key_hash.in_([each.key for each in scopes])))


def forget_old(database: Database, now: datetime) -> int:
    """Delete expired counts, a batch at a time; return how many."""
    old = select(AttemptCount.key_hash).where(AttemptCount.until <= now).order_by(AttemptCount.until)
    return database.delete_in_portions(AttemptCount.key_hash, old, BRIEF)


def _count(session: Session, scopes: Sequence[AttemptScope], now: datetime) -> None:
    rows: list[dict[str, Any]] = [
        {"key_hash": each.key, "instants": [], "until": now + each.longest}
        # Locked in a fixed order, so that no two transactions wait for each other.
        for each in sorted(scopes)
    ]
    found = {row.key_hash: row.instants for row in session.execute(_locking(session).values(rows))}
    if _is_any_full(scopes, found, now):
        raise TooManyAttempts
    for each in scopes:
        since = (now - each.longest).timestamp()
        instants = [instant for instant in found[each.key] if instant > since] + [now.timestamp()]
        session.execute(
            update(AttemptCount).where(AttemptCount.key_hash == each.key).values(instants=instants)
        )


def _locking(session: Session) -> Any:  # noqa: ANN401 -- an insert of either dialect
    """Return the statement that inserts or locks rows, extends their expiry, and returns them all."""
    is_postgres = session.get_bind().dialect.name == "postgresql"
    insert = postgresql.insert(AttemptCount) if is_postgres else sqlite.insert(AttemptCount)
    lasting = insert.on_conflict_do_update(
        index_elements=[AttemptCount.key_hash], set_={"until": insert.excluded.until}
    )
    return lasting.returning(AttemptCount.key_hash, AttemptCount.instants)


def _found(session: Session, scopes: Sequence[AttemptScope]) -> dict[str, list[float]]:
    query = select(AttemptCount.key_hash, AttemptCount.instants)
    rows = session.execute(query.where(AttemptCount.key_hash.in_([each.key for each in scopes])))
    return {row.key_hash: row.instants for row in rows}


def _is_any_full(scopes: Sequence[AttemptScope], found: dict[str, list[float]], now: datetime) -> bool:
    return any(each.is_full(found.get(each.key, []), now) for each in scopes)
