"""Who may challenge whom, and who may accept: what is refused, and for how long."""

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from models import Challenge, User
from services.access.kinds import are_alike
from services.challenges.errors import (
    Blocked,
    Expired,
    HasBlocked,
    NotWaiting,
    OfAnotherKind,
    OutOfRange,
    RepeatedTooSoon,
    TooManyMade,
    TooManyWaiting,
    WithdrawnTooOften,
)
from services.challenges.terms import STILL_RATED
from services.finding.blocks import blocks
from services.ratings.seen import ratings_of

MOST_WAITING = 20
MOST_MADE = 30
"""The challenges that an account may make within a day."""
MOST_WITHDRAWN = 3
"""Those to one account that it may withdraw within a day before it challenges them again."""
A_DAY = timedelta(days=1)


def check_number(session: Session, user_id: int, now: datetime) -> None:
    """Raise TooManyWaiting, or TooManyMade."""
    mine = select(func.count()).select_from(Challenge).where(Challenge.challenger_id == user_id)
    if (session.scalar(mine.where(Challenge.state == "waiting")) or 0) >= MOST_WAITING:
        raise TooManyWaiting
    if (session.scalar(mine.where(Challenge.created_at > now - A_DAY)) or 0) >= MOST_MADE:
        raise TooManyMade


def check_opponent(session: Session, user_id: int, opponent_id: int, now: datetime) -> None:
    """Raise what keeps an account from challenging another one by name."""
    check_blocks(session, user_id, opponent_id)
    settled = select(Challenge.state, Challenge.settled_at).where(
        Challenge.challenger_id == user_id,
        Challenge.opponent_id == opponent_id,
        Challenge.kind == "named",
        # One is settled two weeks after it was made at the latest.
        Challenge.created_at > now - timedelta(days=15),
        Challenge.settled_at > now - A_DAY,
    )
    found = session.execute(settled).all()
    declined = [at for state, at in found if state == "declined" and at]
    if declined:
        raise RepeatedTooSoon(max(declined) + A_DAY)
    if sum(state == "withdrawn" for state, _ in found) >= MOST_WITHDRAWN:
        raise WithdrawnTooOften


def check_blocks(session: Session, user_id: int, other_id: int) -> None:
    """Raise Blocked or HasBlocked where one of two wants no duel with the other."""
    if blocks(session, other_id, user_id):
        raise Blocked
    if blocks(session, user_id, other_id):
        raise HasBlocked


def check_kinds(session: Session, user_id: int, other_id: int, *, counts: bool) -> None:
    """Raise OfAnotherKind where a duel is to count, and one of the two is a program and the other is not."""
    both = session.get_one(User, user_id), session.get_one(User, other_id)
    if counts and not are_alike(*both):
        raise OfAnotherKind(both[1].kind)


def counts(challenge: Challenge) -> bool:
    """Tell whether the duel of a challenge is to count for ratings."""
    return challenge.rated and not set(challenge.settings) - STILL_RATED


def check_acceptance(session: Session, challenge: Challenge, user_id: int, now: datetime) -> None:
    """Raise what keeps an account from accepting a challenge that it sees."""
    if challenge.state != "waiting":
        raise NotWaiting
    if challenge.expires_at is not None and now >= challenge.expires_at:
        raise Expired
    check_blocks(session, user_id, challenge.challenger_id)
    check_kinds(session, user_id, challenge.challenger_id, counts=counts(challenge))
    if challenge.rating_low is None or challenge.rating_high is None:
        return
    rating = rating_of(session, user_id, challenge.pace, challenge.preset, now)
    if not challenge.rating_low <= rating <= challenge.rating_high:
        raise OutOfRange(rating)


def rating_of(session: Session, user_id: int, pace: str, preset: str, now: datetime) -> int:
    """Return the rating of an account in a pool, as people read it."""
    return round(ratings_of(session, (user_id,), pace, preset, now)[user_id].value.rating)
