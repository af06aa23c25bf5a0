"""Blocking a player: what waits between the two is settled as if each had answered."""

from datetime import datetime

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from models import Challenge
from services.challenges.errors import NotWaiting
from services.challenges.settling import leave_waiting
from services.finding.blocks import add_block


def block_player(session: Session, user_id: int, blocked_id: int, now: datetime) -> None:
    """Want no duel with somebody any more; their challenges are declined, those to them withdrawn.

    Nobody is told more than that. Raises BlockRefused.
    """
    add_block(session, user_id, blocked_id, now)
    theirs = and_(Challenge.challenger_id == blocked_id, Challenge.opponent_id == user_id)
    mine = and_(Challenge.challenger_id == user_id, Challenge.opponent_id == blocked_id)
    query = select(Challenge).where(Challenge.state == "waiting", or_(theirs, mine))
    # In one order, as two who block each other at once come to the same challenges.
    for challenge in session.scalars(query.order_by(Challenge.id)).all():
        state = "withdrawn" if challenge.challenger_id == user_id else "declined"
        try:
            leave_waiting(session, challenge, state, now, untold_id=blocked_id)
        except NotWaiting:
            continue
