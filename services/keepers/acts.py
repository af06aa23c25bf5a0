"""What keepers and arbiters do: noted for good, listed by keyset, never altered but for having been read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, joinedload

from models import KeeperAct, StoredDuel
from models.desk import Act

PAGE = 30
LONGEST_REASON = 2000


class ReasonRefused(ValueError):
    """An act needs a reason that can be stored."""

    field = "reason"


class ReasonMissing(ReasonRefused):
    """Whoever does something to somebody says why."""


class ReasonTooLong(ReasonRefused):
    """A reason has at most `LONGEST_REASON` characters."""


@dataclass(frozen=True)
class About:
    """What an act is about, beside the account: a duel, a report."""

    duel_id: int | None = None
    report_id: int | None = None


NOTHING = About()


def checked_reason(reason: str) -> str:
    """Return a reason as it is stored; raises ReasonRefused."""
    reason = reason.strip().replace("\0", "")
    if not reason:
        raise ReasonMissing
    if len(reason) > LONGEST_REASON:
        raise ReasonTooLong
    return reason


def note_act(
    session: Session,
    keeper_id: int | None,
    act: Act,
    about_id: int | None,
    reason: str,
    now: datetime,
    about: About = NOTHING,
) -> KeeperAct:
    """Write an act into the log; keeper_id: none where it was a command. Raises ReasonRefused."""
    noted = KeeperAct(
        keeper_id=keeper_id,
        act=act,
        about_id=about_id,
        duel_id=about.duel_id,
        report_id=about.report_id,
        reason=checked_reason(reason),
        at=now,
    )
    session.add(noted)
    session.flush()
    return noted


def list_acts(session: Session, before: int | None = None) -> Sequence[KeeperAct]:
    """List acts, the latest first, those before a number; one more than a page where another page follows."""
    query = _acts() if before is None else _acts().where(KeeperAct.id < before)
    return session.scalars(query.limit(PAGE + 1)).all()


def acts_about(session: Session, user_id: int, most: int = PAGE) -> Sequence[KeeperAct]:
    """List the latest acts about an account."""
    return session.scalars(_acts().where(KeeperAct.about_id == user_id).limit(most)).all()


def _acts() -> Select[KeeperAct]:
    people = joinedload(KeeperAct.keeper), joinedload(KeeperAct.about)
    duel = joinedload(KeeperAct.duel)
    players = duel.joinedload(StoredDuel.first), duel.joinedload(StoredDuel.second)
    return select(KeeperAct).options(*people, *players).order_by(KeeperAct.id.desc())
