"""What is told of challenges made to somebody by name."""

from datetime import datetime

from sqlalchemy.orm import Session

from models import Challenge
from services.telling.outbox import tell


def tell_of_challenge(session: Session, challenge: Challenge, now: datetime) -> None:
    """Tell somebody that they are challenged."""
    if challenge.opponent_id is not None:
        _tell(session, challenge.opponent_id, challenge, "made", now)


def tell_of_refusal(session: Session, challenge: Challenge, now: datetime) -> None:
    """Tell a challenger that their challenge is declined."""
    _tell(session, challenge.challenger_id, challenge, "declined", now)


def tell_of_expiry(session: Session, challenge: Challenge, now: datetime) -> None:
    """Tell a challenger that somebody whom they challenged by name has not answered in time."""
    if challenge.opponent_id is not None:
        _tell(session, challenge.challenger_id, challenge, "expired", now)


def _tell(session: Session, user_id: int, challenge: Challenge, what: str, now: datetime) -> None:
    facts = {"challenge": challenge.token, "what": what}
    tell(session, (user_id,), "challenge", f"challenge:{challenge.token}:{what}", facts, now)
