"""What is told of calls to the arbiter: to all who may answer them, and to whoever called."""

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from models import Report, StoredDuel, User
from models.telling import KINDS
from services.telling.duels import ANSWERED, CALLED
from services.telling.outbox import News, tell_each


def tell_of_call(session: Session, stored: StoredDuel, call_id: int, now: datetime) -> None:
    """Tell the arbiters of the site, on each channel that wants anything, but for the duel's players."""
    players = (stored.first_id, stored.second_id)
    arbiters = select(User.id).where(or_(User.is_arbiter, User.is_keeper), User.id.not_in(players))
    news = News(KINDS, f"call:{call_id}", {"player": None, "phase": None, "event": CALLED}, stored.id)
    tell_each(session, dict.fromkeys(session.scalars(arbiters), (news,)), now)


def tell_of_answer(session: Session, call: Report, now: datetime) -> None:
    """Tell whoever called the arbiter what the answer is."""
    facts = {"player": None, "phase": None, "event": ANSWERED, "report": call.id}
    news = News(KINDS, f"call:{call.id}:answered", facts, call.duel_id)
    tell_each(session, {call.reporter_id: (news,)}, now)
