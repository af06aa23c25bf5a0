"""An account's place on a ladder: taken, kept during time off, given up."""

from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from competition import glicko
from competition.ladder import ChallengeOutcome, PlaceMove
from models import Ladder, LadderPlace, StoredRating, User
from models.account import AccountKind
from models.ids import LadderToken, UserId
from models.ladder import LadderChallengeState, MoveReason
from services.accounts.accounts import lock_accounts
from services.accounts.sessions import check_open
from services.ladders.challenging import open_with, settle
from services.ladders.ladders import (
    is_away,
    lock_by_number,
    lock_ladder,
    move,
    note_move,
    number_of,
    place_of,
)
from services.ladders.refusals import LadderRefusal, LadderRefused
from services.ratings.shown import ratings_of

BACK_AT_BOTTOM = timedelta(days=90)
"""A player who comes back within this time starts at the bottom, whatever their rating."""


def join(session: Session, token: LadderToken, user_id: UserId, now: datetime) -> int:
    """Give an account a place on a ladder and return its number; an account that has one keeps it.

    Raises NotFound, LadderRefused and AccountClosed.
    """
    lock_accounts(session, (user_id,))
    check_open(session, user_id)
    ladder = lock_ladder(session, token)
    if not is_for(ladder, session.get_one(User, user_id)):
        raise LadderRefused(LadderRefusal.FOR_BOTS if ladder.for_programs else LadderRefusal.FOR_PEOPLE)
    query = select(LadderPlace).where(LadderPlace.ladder_id == ladder.id, LadderPlace.user_id == user_id)
    row = session.scalar(query.execution_options(populate_existing=True))
    if row is not None and row.place is not None:
        return row.place
    place = _first_place(session, ladder, user_id, row, now)
    if row is None:
        row = LadderPlace(ladder_id=ladder.id, user_id=user_id)
        session.add(row)
    row.joined_at, row.left_at = now, None
    made = PlaceMove(None, place)
    move(session, ladder, user_id, made)
    note_move(session, ladder, user_id, made, MoveReason.JOINED, now)
    session.flush()
    return place


def is_for(ladder: Ladder, user: User) -> bool:
    """Tell whether a ladder is for accounts of this kind."""
    return user.kind == (AccountKind.BOT if ladder.for_programs else AccountKind.PERSON)


def _first_place(
    session: Session, ladder: Ladder, user_id: UserId, row: LadderPlace | None, now: datetime
) -> int:
    """Return the place where a joiner begins: by their rating if it is settled, else at the bottom."""
    bottom = ladder.length + 1
    if row is not None and row.left_at is not None and now - row.left_at < BACK_AT_BOTTOM:
        return bottom
    pace, preset = ladder.clock.pace, ladder.preset
    own = ratings_of(session, (user_id,), pace, preset, now)[user_id].value
    return bottom if own.is_provisional else place_by_rating(session, ladder, own.rating) or bottom


def place_by_rating(session: Session, ladder: Ladder, rating: float) -> int | None:
    """Return the place below the lowest player whose settled rating is no lower.

    If all are lower, return the place of the highest one; None if no rating on the ladder is settled.
    """
    is_no_lower = StoredRating.rating >= rating
    settled = (
        select(func.max(LadderPlace.place).filter(is_no_lower), func.min(LadderPlace.place))
        .join(StoredRating, StoredRating.user_id == LadderPlace.user_id)
        .where(
            LadderPlace.ladder_id == ladder.id,
            LadderPlace.place.is_not(None),
            StoredRating.pace == ladder.clock.pace,
            StoredRating.preset == ladder.preset,
            StoredRating.deviation < glicko.PROVISIONAL,
        )
    )
    lowest, highest = session.execute(settled).one()
    return highest if lowest is None else lowest + 1


def leave(session: Session, token: LadderToken, user_id: UserId, now: datetime) -> None:
    """Give a place up. A player who has challenged for it takes it, even if that duel is running.

    Raises NotFound and LadderRefused.
    """
    give_up_place(session, lock_ladder(session, token), user_id, now)


def leave_all(session: Session, user_id: UserId, now: datetime) -> None:
    """Give up every place of an account, as when a moderator closes it."""
    query = select(LadderPlace.ladder_id).where(
        LadderPlace.user_id == user_id, LadderPlace.place.is_not(None)
    )
    for number in session.scalars(query.order_by(LadderPlace.ladder_id)).all():
        ladder = lock_by_number(session, number)
        if ladder.closed_at is None:
            give_up_place(session, ladder, user_id, now)


def give_up_place(session: Session, ladder: Ladder, user_id: UserId, now: datetime) -> None:
    """Take an account off a locked ladder; raises LadderRefused if it has no place."""
    place_of(session, ladder, user_id)
    for challenge in open_with(session, ladder, user_id):
        made_it = challenge.challenger_id == user_id
        settle(
            session,
            ladder,
            challenge,
            ChallengeOutcome.WITHDRAWN if made_it else ChallengeOutcome.REFUSED,
            now,
            user_id,
        )
    row = place_of(session, ladder, user_id)
    made = PlaceMove(number_of(row), None)
    row.left_at, row.away_until = now, None
    move(session, ladder, user_id, made)
    note_move(session, ladder, user_id, made, MoveReason.LEFT, now)
    session.flush()


MOST_DAYS = 30
YEAR = timedelta(days=365)
DAY = timedelta(days=1)


def days_left(place: LadderPlace, now: datetime) -> int:
    """Return the days of time off that are left in a year, which begins with the first day off."""
    is_new_year = place.away_since is None or now - place.away_since >= YEAR
    return MOST_DAYS if is_new_year else max(0, MOST_DAYS - place.away_days)


def take_time_off(session: Session, token: LadderToken, user_id: UserId, days: int, now: datetime) -> None:
    """Take time off from now on. It replaces time off that is running.

    Raises NotFound and LadderRefused.
    """
    ladder = lock_ladder(session, token)
    place = place_of(session, ladder, user_id)
    if any(each.state == LadderChallengeState.WAITING for each in open_with(session, ladder, user_id)):
        raise LadderRefused(LadderRefusal.CHALLENGE_WAITS)
    _give_back(place, now)
    left = days_left(place, now)
    if not 0 < days <= left:
        raise LadderRefused(LadderRefusal.TOO_MANY_DAYS, left=left)
    if left == MOST_DAYS:
        place.away_since, place.away_days = now, 0
    place.away_days += days
    place.away_until = now + days * DAY
    session.flush()


def come_back(session: Session, token: LadderToken, user_id: UserId, now: datetime) -> None:
    """End one's time off; its remaining whole days can be taken later.

    Raises NotFound and LadderRefused.
    """
    ladder = lock_ladder(session, token)
    _give_back(place_of(session, ladder, user_id), now)
    session.flush()


def _give_back(place: LadderPlace, now: datetime) -> None:
    if is_away(place, now) and place.away_until:
        place.away_days -= (place.away_until - now) // DAY
    place.away_until = None


def days_away(place: LadderPlace, now: datetime) -> int:
    """Return the days of time off still ahead, including one that has begun."""
    return ceil((place.away_until - now) / DAY) if is_away(place, now) and place.away_until else 0
