"""Notifications about ladders: challenges for a place, and moves caused by their answers."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from competition.ladder import PlaceMove
from models import Ladder, LadderChallenge, Message
from models.ids import UserId
from models.ladder import LadderChallengeState
from services.hooks import When
from services.notifications.outbox import Notice, notify_each

SOON = timedelta(days=1)
"""How long before the answer is due a reminder of the challenge is sent."""
KIND = ("challenge",)


def notify_of_challenge(session: Session, ladder: Ladder, challenge: LadderChallenge, now: datetime) -> None:
    """Notify a player that their place is challenged, and remind them before the answer is due."""
    made = _news(ladder, challenge, "made")
    soon = _news(ladder, challenge, "soon", due_at=challenge.answer_by - SOON, until=challenge.answer_by)
    notify_each(session, {challenge.challenged_id: (made, soon)}, now)


def notify_of_move(  # one argument per attribute
    session: Session,
    ladder: Ladder,
    challenge: LadderChallenge,
    user_id: UserId,
    made: PlaceMove,
    now: datetime,
) -> None:
    """Notify a player that their place has changed."""
    facts = {"before": made.before, "after": made.after, "state": challenge.state}
    notify_each(session, {user_id: (_news(ladder, challenge, "moved", facts),)}, now)


def _news(
    ladder: Ladder,
    challenge: LadderChallenge,
    what: str,
    facts: Mapping[str, object] | None = None,
    due_at: datetime | None = None,
    until: datetime | None = None,
) -> Notice:
    all_facts = {"ladder": ladder.token, "challenge": challenge.id, "what": what, **(facts or {})}
    subject = f"ladder:{challenge.id}:{what}"
    return Notice(KIND, subject, all_facts, challenge.duel_id, due_at, until)


def ladder_challenge_waits(session: Session, message: Message, now: datetime) -> When:
    """Say when to send a message: of a challenge only while it waits for its answer."""
    if "ladder" not in message.facts or message.facts["what"] not in {"made", "soon"}:
        return now
    found = session.get(LadderChallenge, message.facts["challenge"])
    return now if found is not None and found.state == LadderChallengeState.WAITING else None
