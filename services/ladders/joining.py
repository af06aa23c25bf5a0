"""Joining a ladder, and leaving it."""

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from competition import glicko
from competition.ladder import Move, Outcome
from models import Ladder, LadderPlace, Rating, User
from services.accounts.sessions import check_open
from services.finding.limits import lock_players
from services.ladders.challenging import open_with
from services.ladders.ladders import LadderRefused, lock_by_number, lock_ladder
from services.ladders.places import move, note_move, number_of, place_of
from services.ladders.settling import settle
from services.ratings.seen import ratings_of

BACK_AT_BOTTOM = timedelta(days=90)
"""Who comes back within this time after they left starts at the bottom, whatever their rating."""


class NotForYou(LadderRefused):
    """The ladder is for people and a program would join, or the reverse; for_programs: whose it is."""

    def __init__(self, *, for_programs: bool) -> None:
        super().__init__(for_programs)
        self.for_programs = for_programs


def join(session: Session, token: str, user_id: int, now: datetime) -> int:
    """Give an account a place on a ladder and return its number; who has one keeps it.

    Raises UnknownLadder, LadderClosed, NotForYou and AccountClosed.
    """
    lock_players(session, (user_id,))
    check_open(session, user_id)
    ladder = lock_ladder(session, token)
    if not is_for(ladder, session.get_one(User, user_id)):
        raise NotForYou(for_programs=ladder.for_programs)
    query = select(LadderPlace).where(LadderPlace.ladder_id == ladder.id, LadderPlace.user_id == user_id)
    row = session.scalar(query.execution_options(populate_existing=True))
    if row is not None and row.place is not None:
        return row.place
    place = _first_place(session, ladder, user_id, row, now)
    if row is None:
        row = LadderPlace(ladder_id=ladder.id, user_id=user_id)
        session.add(row)
    row.joined_at, row.left_at = now, None
    made = Move(None, place)
    move(session, ladder, user_id, made)
    note_move(session, ladder, user_id, made, "joined", now)
    session.flush()
    return place


def is_for(ladder: Ladder, user: User) -> bool:
    """Tell whether an account is of the kind that stands on a ladder."""
    return user.kind == ("program" if ladder.for_programs else "person")


def _first_place(
    session: Session, ladder: Ladder, user_id: int, row: LadderPlace | None, now: datetime
) -> int:
    """Return where a joiner begins: at the bottom, or by a rating that is settled."""
    bottom = ladder.length + 1
    if row is not None and row.left_at is not None and now - row.left_at < BACK_AT_BOTTOM:
        return bottom
    pace, preset = ladder.clock.pace, ladder.preset
    own = ratings_of(session, (user_id,), pace, preset, now)[user_id].value
    return bottom if own.is_provisional else place_by_rating(session, ladder, own.rating) or bottom


def place_by_rating(session: Session, ladder: Ladder, rating: float) -> int | None:
    """Return the place right below the lowest player with a settled rating that is no lower.

    Where all are lower it is the place of the highest of them; none where no rating on the ladder is settled.
    """
    is_no_lower = Rating.rating >= rating
    settled = (
        select(func.max(LadderPlace.place).filter(is_no_lower), func.min(LadderPlace.place))
        .join(Rating, Rating.user_id == LadderPlace.user_id)
        .where(
            LadderPlace.ladder_id == ladder.id,
            LadderPlace.place.is_not(None),
            Rating.pace == ladder.clock.pace,
            Rating.preset == ladder.preset,
            Rating.deviation < glicko.PROVISIONAL,
        )
    )
    lowest, highest = session.execute(settled).one()
    return highest if lowest is None else lowest + 1


def leave(session: Session, token: str, user_id: int, now: datetime) -> None:
    """Give a place up. Whoever is challenged for it takes it first, even while that duel is played.

    Raises UnknownLadder, LadderClosed and NotOnLadder.
    """
    give_up_place(session, lock_ladder(session, token), user_id, now)


def leave_all(session: Session, user_id: int, now: datetime) -> None:
    """Give up every place of an account, as when a keeper closes it."""
    query = select(LadderPlace.ladder_id).where(
        LadderPlace.user_id == user_id, LadderPlace.place.is_not(None)
    )
    for number in session.scalars(query.order_by(LadderPlace.ladder_id)).all():
        ladder = lock_by_number(session, number)
        if ladder.closed_at is None:
            give_up_place(session, ladder, user_id, now)


def give_up_place(session: Session, ladder: Ladder, user_id: int, now: datetime) -> None:
    """Take an account off a locked ladder; raises NotOnLadder."""
    place_of(session, ladder, user_id)
    for challenge in open_with(session, ladder, user_id):
        made_it = challenge.challenger_id == user_id
        settle(session, ladder, challenge, Outcome.WITHDRAWN if made_it else Outcome.REFUSED, now, user_id)
    row = place_of(session, ladder, user_id)
    made = Move(number_of(row), None)
    row.left_at, row.away_until = now, None
    move(session, ladder, user_id, made)
    note_move(session, ladder, user_id, made, "left", now)
    session.flush()
