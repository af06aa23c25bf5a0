"""Notifications about challenges made by name."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from models import Challenge, Message
from models.challenge import ChallengeState
from models.ids import UserId
from services.hooks import When
from services.notifications.outbox import notify


def notify_of_challenge(session: Session, challenge: Challenge, now: datetime) -> None:
    """Notify a player that they are challenged."""
    if challenge.opponent_id is not None:
        _notify(session, challenge.opponent_id, challenge, "made", now)


def notify_of_refusal(session: Session, challenge: Challenge, now: datetime) -> None:
    """Notify a challenger that their challenge is declined."""
    _notify(session, challenge.challenger_id, challenge, "declined", now)


def notify_of_expiry(session: Session, challenge: Challenge, now: datetime) -> None:
    """Notify a challenger that their opponent has not answered in time."""
    if challenge.opponent_id is not None:
        _notify(session, challenge.challenger_id, challenge, "expired", now)


def _notify(session: Session, user_id: UserId, challenge: Challenge, what: str, now: datetime) -> None:
    # By its number: the token of a link lets anybody accept, and messages are not sealed.
    facts = {"challenge": challenge.id, "what": what}
    notify(session, (user_id,), "challenge", f"challenge:{challenge.id}:{what}", facts, now)


def challenge_waits(session: Session, message: Message, now: datetime) -> When:
    """Say when to send a message: of a challenge only while it waits for its answer."""
    if "ladder" in message.facts or message.facts["what"] != "made":
        return now
    state = session.scalar(select(Challenge.state).where(Challenge.id == message.facts["challenge"]))
    return now if state == ChallengeState.WAITING else None
