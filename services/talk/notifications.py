"""Notifications of talk: of the first new message only, and only while it is unread."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from intimate.players import Player
from models import Message, StoredDuel
from services.hooks import When
from services.notifications.outbox import notify

REST = timedelta(minutes=2)
"""The time in which a player who is present reads it anyway."""


def notify_of_talk(session: Session, stored: StoredDuel, by: Player, now: datetime) -> None:
    """Notify the other player that there is something to read."""
    to = by.opponent
    user_id = stored.first_id if to is Player.FIRST else stored.second_id
    subject, facts = f"talk:{stored.id}:{stored.said}", {"player": to.value}
    notify(session, (user_id,), "talk", subject, facts, now, duel=stored, due_at=now + REST)


def talk_unread(session: Session, message: Message, now: datetime) -> When:
    """Send the message of talk while there is something to read."""
    stored = session.get(StoredDuel, message.duel_id)
    return now if stored and stored.unread(Player(message.facts["player"])) else None
