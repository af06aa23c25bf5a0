"""What is told of tournaments: the start, each round's opponent, absences, and the end."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.orm import Session

from models import Entrant, StoredDuel, Tournament
from services.telling.outbox import News, tell, tell_each

KIND = "tournament"


def tell_of_start(session: Session, tournament: Tournament, user_ids: Collection[int], now: datetime) -> None:
    """Tell all who take part that a tournament has begun."""
    _tell(session, tournament, user_ids, "begun", "begun", now)


def tell_of_round(
    session: Session, tournament: Tournament, number: int, stored: StoredDuel, now: datetime
) -> None:
    """Tell both who meet in a round of each other; a channel that wants turns only is told of the turn."""
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
        news[user.id] = (News(kinds, subject, facts, stored.id),)
    tell_each(session, news, now)


def tell_of_absence(
    session: Session, tournament: Tournament, entrant: Entrant, number: int, now: datetime, *, is_out: bool
) -> None:
    """Tell somebody that they lost by absence, and what follows."""
    if entrant.user_id is not None:
        what = "taken_out" if is_out else "absent"
        _tell(session, tournament, (entrant.user_id,), what, f"{what}:{number}", now)


def tell_of_end(session: Session, tournament: Tournament, user_ids: Collection[int], now: datetime) -> None:
    """Tell all who took part that a tournament is over, or was called off."""
    _tell(session, tournament, user_ids, tournament.state, "over", now)


def _tell(  # whom, what, and when
    session: Session,
    tournament: Tournament,
    user_ids: Collection[int],
    what: str,
    subject: str,
    now: datetime,
) -> None:
    facts = {"tournament": tournament.token, "what": what}
    tell(session, user_ids, KIND, f"tournament:{tournament.token}:{subject}", facts, now)
