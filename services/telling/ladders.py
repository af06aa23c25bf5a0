"""What is told of ladders: challenges for a place, their answers, and who stands elsewhere by them."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from competition.ladder import Move
from models import Ladder, LadderChallenge
from services.telling.outbox import News, tell_each

SOON = timedelta(days=1)
"""The time before the end of the three days at which a challenge that waits is told again."""
KIND = ("challenge",)


def tell_of_challenge(session: Session, ladder: Ladder, challenge: LadderChallenge, now: datetime) -> None:
    """Tell somebody that their place is challenged, and once more a day before they lose it unanswered."""
    made = _news(ladder, challenge, "made")
    soon = _news(ladder, challenge, "soon", due_at=challenge.answer_by - SOON, until=challenge.answer_by)
    tell_each(session, {challenge.challenged_id: (made, soon)}, now)


def tell_of_move(  # all that a move is
    session: Session, ladder: Ladder, challenge: LadderChallenge, user_id: int, made: Move, now: datetime
) -> None:
    """Tell somebody that they stand elsewhere now."""
    facts = {"before": made.before, "after": made.after, "state": challenge.state}
    tell_each(session, {user_id: (_news(ladder, challenge, "moved", facts),)}, now)


def _news(
    ladder: Ladder,
    challenge: LadderChallenge,
    what: str,
    facts: Mapping[str, object] | None = None,
    due_at: datetime | None = None,
    until: datetime | None = None,
) -> News:
    told = {"ladder": ladder.token, "challenge": challenge.id, "what": what, **(facts or {})}
    subject = f"ladder:{challenge.id}:{what}"
    return News(KIND, subject, told, challenge.duel_id, due_at, until)
