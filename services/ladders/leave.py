"""Leave from a ladder: for some days nobody can be challenged, and the place is kept."""

from datetime import datetime, timedelta
from math import ceil

from sqlalchemy.orm import Session

from models import LadderPlace
from services.ladders.challenging import open_with
from services.ladders.ladders import LadderRefused, lock_ladder
from services.ladders.places import is_away, place_of

MOST_DAYS = 30
YEAR = timedelta(days=365)
DAY = timedelta(days=1)


class ChallengeUnanswered(LadderRefused):
    """Nobody goes on leave while a challenge of theirs, or to them, waits for its answer."""


class TooManyDays(LadderRefused):
    """There are not so many days of leave left; left: how many there are."""

    def __init__(self, left: int) -> None:
        super().__init__(f"{left} days of leave are left")
        self.left = left


def days_left(place: LadderPlace, now: datetime) -> int:
    """Return the days of leave that are left, in a year that begins with the first of them."""
    is_new_year = place.away_since is None or now - place.away_since >= YEAR
    return MOST_DAYS if is_new_year else max(0, MOST_DAYS - place.away_days)


def go_on_leave(session: Session, token: str, user_id: int, days: int, now: datetime) -> None:
    """Be away for some days from now; who is away already begins anew from now.

    Raises UnknownLadder, LadderClosed, NotOnLadder, ChallengeUnanswered and TooManyDays.
    """
    ladder = lock_ladder(session, token)
    place = place_of(session, ladder, user_id)
    if any(each.state == "waiting" for each in open_with(session, ladder, user_id)):
        raise ChallengeUnanswered
    _give_back(place, now)
    left = days_left(place, now)
    if not 0 < days <= left:
        raise TooManyDays(left)
    if left == MOST_DAYS:
        place.away_since, place.away_days = now, 0
    place.away_days += days
    place.away_until = now + days * DAY
    session.flush()


def come_back(session: Session, token: str, user_id: int, now: datetime) -> None:
    """End one's leave; whole days that are left of it are given back.

    Raises UnknownLadder, LadderClosed and NotOnLadder.
    """
    ladder = lock_ladder(session, token)
    _give_back(place_of(session, ladder, user_id), now)
    session.flush()


def _give_back(place: LadderPlace, now: datetime) -> None:
    if is_away(place, now) and place.away_until:
        place.away_days -= (place.away_until - now) // DAY
    place.away_until = None


def days_away(place: LadderPlace, now: datetime) -> int:
    """Return the days of leave that still lie ahead, begun ones included."""
    return ceil((place.away_until - now) / DAY) if is_away(place, now) and place.away_until else 0
