"""Places: who stands where on a locked ladder, and moves, each by two statements whatever its length."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from competition.ladder import Move
from models import Ladder, LadderMove, LadderPlace
from services.ladders.ladders import LadderRefused


class NotOnLadder(LadderRefused):
    """The account has no place on the ladder."""


def places_of(session: Session, ladder: Ladder, user_ids: Collection[int]) -> Mapping[int, LadderPlace]:
    """Return the places of some accounts as they stand now, without those that have none."""
    theirs = (LadderPlace.ladder_id == ladder.id, LadderPlace.user_id.in_(user_ids))
    query = select(LadderPlace).where(*theirs, LadderPlace.place.is_not(None))
    found = session.scalars(query.execution_options(populate_existing=True))
    return {place.user_id: place for place in found}


def place_of(session: Session, ladder: Ladder, user_id: int) -> LadderPlace:
    """Return the place of an account; raises NotOnLadder."""
    found = places_of(session, ladder, (user_id,)).get(user_id)
    if found is None:
        raise NotOnLadder
    return found


def holder_of(session: Session, ladder: Ladder, place: int | None) -> int:
    """Return who stands on a place now."""
    query = select(LadderPlace.user_id).where(LadderPlace.ladder_id == ladder.id, LadderPlace.place == place)
    return session.scalars(query).one()


def number_of(place: LadderPlace) -> int:
    """Return the number of a place that is held."""
    if place.place is None:
        raise NotOnLadder
    return place.place


def is_away(place: LadderPlace, now: datetime) -> bool:
    """Tell whether somebody is on leave."""
    return place.away_until is not None and now < place.away_until


def move(session: Session, ladder: Ladder, user_id: int, made: Move) -> None:
    """Let somebody change places on a locked ladder, and the others make room or close up."""
    shift = made.shift(ladder.length)
    on_it = update(LadderPlace).where(LadderPlace.ladder_id == ladder.id)
    statements = []
    if shift.first <= shift.last:
        between = on_it.where(LadderPlace.place.between(shift.first, shift.last))
        statements.append(between.values(place=LadderPlace.place + shift.by))
    statements.append(on_it.where(LadderPlace.user_id == user_id).values(place=made.after))
    session.flush()
    for statement in statements:
        session.execute(statement, execution_options={"synchronize_session": False})
    ladder.length += (made.before is None) - (made.after is None)


def note_move(  # all that a move is
    session: Session,
    ladder: Ladder,
    user_id: int,
    made: Move,
    why: str,
    now: datetime,
    challenge_id: int | None = None,
) -> None:
    """Write down who moved and why."""
    session.add(
        LadderMove(
            ladder_id=ladder.id,
            user_id=user_id,
            before=made.before,
            after=made.after,
            why=why,
            challenge_id=challenge_id,
            at=now,
        )
    )
