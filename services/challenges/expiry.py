"""Challenges that nobody answers end by themselves."""

from datetime import datetime, timedelta

from sqlalchemy import select

from clocks.terms import Clock
from models import Challenge, Database
from services.challenges.errors import NotWaiting
from services.challenges.settling import leave_waiting
from services.telling.challenges import tell_of_expiry

LIVE_OPEN = timedelta(minutes=30)
WAITS = {"open": timedelta(days=14), "named": timedelta(days=14), "link": timedelta(days=30)}
"""How long a challenge waits, by its kind; an open one for a live duel is over sooner."""
MOST_AT_ONCE = 100


def expires_at(kind: str, clock: Clock, now: datetime) -> datetime:
    """Return until when a challenge waits that is made now."""
    return now + (LIVE_OPEN if kind == "open" and clock.is_live else WAITS[kind])


def expire_due(database: Database, now: datetime) -> int:
    """End the challenges that have waited as long as they may, and return how many."""
    query = select(Challenge.id).where(Challenge.state == "waiting", Challenge.expires_at <= now)
    with database.reading() as session:
        due = session.scalars(query.order_by(Challenge.expires_at).limit(MOST_AT_ONCE)).all()
    return sum(expire(database, challenge_id, now) for challenge_id in due)


def expire(database: Database, challenge_id: int, now: datetime) -> bool:
    """End one challenge, in a transaction of its own, unless somebody was first."""
    try:
        with database.writing() as session:
            challenge = session.get_one(Challenge, challenge_id)
            leave_waiting(session, challenge, "expired", now, untold_id=challenge.challenger_id)
            tell_of_expiry(session, challenge, now)
    except NotWaiting:
        return False
    return True
