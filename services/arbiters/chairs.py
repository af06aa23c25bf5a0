"""An arbiter's chair at a duel: locked, as the arbiter saw it, with the reason for what they decide."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from intimate.chapter import Chapter
from intimate.codec.rulings import LONGEST_REASON
from intimate.errors import EventError
from models import KeeperAct, Message, Report, StoredDuel
from services.arbiters.authority import may_rule
from services.duels.events import ChangedMeanwhile
from services.duels.resolving import store_chapter
from services.duels.tables import Seat, UnknownDuel, lock_by_token
from services.telling.duels import reconsider_reminders


class MayNotRule(Exception):
    """The account is no arbiter of this duel."""


class RulingRefused(ValueError):
    """What the arbiter decides cannot be done; `field` is at fault, `code` says why."""

    def __init__(self, code: str, field: str) -> None:
        super().__init__(code)
        self.code = code
        self.field = field


@dataclass
class Chair:
    """A duel locked for an arbiter who rules on it now, and their reason."""

    seat: Seat
    arbiter_id: int
    reason: str

    @property
    def session(self) -> Session:
        """The session of the seat."""
        return self.seat.session

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.seat.stored


def take_chair(session: Session, token: str, arbiter_id: int, seen: int, reason: str, now: datetime) -> Chair:
    """Lock a duel for an arbiter; seen: the number of chapters on the page on which they decided.

    Raises UnknownDuel, MayNotRule, RulingRefused for the reason, EventError after the end, and
    ChangedMeanwhile when there are more chapters by now, or the phase is due.
    """
    seat = lock_by_token(session, token)
    stored = seat.stored
    if not may_rule(session, stored, arbiter_id):
        raise MayNotRule if stored.public or stored.player(arbiter_id) else UnknownDuel
    if stored.phase is None:
        raise EventError("ended", "event", "the duel is over")
    if stored.ordinal != seen or (stored.stuck_at is None and seat.is_due(now)):
        raise ChangedMeanwhile
    return Chair(seat, arbiter_id, checked_reason(reason))


def checked_reason(reason: str) -> str:
    """Return a reason without blanks around it; raises RulingRefused."""
    reason = reason.strip().replace("\0", "")
    if not reason:
        raise RulingRefused("no_reason", "reason")
    if len(reason) > LONGEST_REASON:
        raise RulingRefused("long_reason", "reason")
    return reason


def store_ruling(chair: Chair, chapter: Chapter, now: datetime) -> None:
    """Store a ruling as a chapter and in the log; reminders follow the deadlines."""
    stored, event = chair.stored, chapter.event
    assert event is not None  # noqa: S101  # a ruling is an event
    if chapter.after != chair.seat.duel:
        stored.stuck_at = stored.stuck_by = None
    store_chapter(chair.seat, chapter, {}, now)
    chair.session.add(
        KeeperAct(
            keeper_id=chair.arbiter_id,
            act="ruled",
            duel_id=stored.id,
            report_id=chair.session.scalar(_open_call(stored.id)),
            reason=f"{event.kind}: {chair.reason}",
            at=now,
        )
    )
    reconsider_reminders(chair.session, Message.duel_id == stored.id, now)
    chair.session.flush()


def _open_call(duel_id: int) -> Select[int]:
    is_open = (Report.duel_id == duel_id, Report.kind == "arbiter", Report.state == "open")
    return select(Report.id).where(*is_open).order_by(Report.id).limit(1)
