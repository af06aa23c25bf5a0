"""Notifications about tournaments: the start, each round's opponent, absences, and the end."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.orm import Session

from models import Entrant, StoredDuel, Tournament
from models.ids import UserId
from services.notifications.outbox import Notice, notify, notify_each

KIND = "tournament"


def notify_of_start(
    session: Session, tournament: Tournament, user_ids: Collection[UserId], now: datetime
) -> None:
    """Notify all who take part that a tournament has begun."""
    _notify(session, tournament, user_ids, "begun", "begun", now)


def notify_of_round(
    session: Session, tournament: Tournament, number: int, stored: StoredDuel, now: datetime
) -> None:
    """Notify both players of a pairing; channels that only want turns get a message about the turn."""
    news = {}
    for player, user in stored.players.items():
        facts = {
            "tournament": tournament.token,
            "what": "round",
            "round": number,
            "player": player.value,
            "phase": str(stored.phase) if stored.phase else None,
        }
        kinds = (KIND, "turn") if player in stored.awaited else (KIND,)
        subject = f"tournament:{tournament.token}:round:{number}"
        news[user.id] = (Notice(kinds, subject, facts, stored.id),)
    notify_each(session, news, now)


def notify_of_absence(
    session: Session, tournament: Tournament, entrant: Entrant, number: int, now: datetime, *, is_out: bool
) -> None:
    """Notify an entrant of a loss by absence and its consequences."""
    if entrant.user_id is not None:
        what = "taken_out" if is_out else "absent"
        _notify(session, tournament, (entrant.user_id,), what, f"{what}:{number}", now)


def notify_of_end(
    session: Session, tournament: Tournament, user_ids: Collection[UserId], now: datetime
) -> None:
    """Notify all who took part that a tournament is over, or was called off."""
    _notify(session, tournament, user_ids, tournament.state, "over", now)


def _notify(  # one argument per fact
    session: Session,
    tournament: Tournament,
    user_ids: Collection[UserId],
    what: str,
    subject: str,
    now: datetime,
) -> None:
    facts = {"tournament": tournament.token, "what": what}
    notify(session, user_ids, KIND, f"tournament:{tournament.token}:{subject}", facts, now)
