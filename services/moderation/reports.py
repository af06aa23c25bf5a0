"""Reports by members to moderators, about a player or another matter, and the answers."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, func, select, tuple_
from sqlalchemy.orm import Session, joinedload

from models import Report, StoredDuel, User
from models.ids import DuelId, ReportId, UserId
from models.moderation import Act, ReportKind, ReportState
from services.moderation.acts import About, check_impartial, checked_reason, note_act
from services.moderation.refusals import ModerationRefusal, ModerationRefused
from services.refused import NotFound

KINDS = (ReportKind.CONDUCT, ReportKind.ACCOUNTS, ReportKind.OTHER)
"""Match reports to moderators; a call to an arbiter is a report too, but not theirs."""
MOST_OPEN, MOST_A_DAY = 10, 20
LONGEST = 2000
PAGE = 20
MOST_COUNTED = 100


class ReportMark(NamedTuple):
    """Where a page of open reports begins: after this one."""

    made_at: datetime
    id: ReportId


def report(  # noqa: PLR0913  # one argument per attribute
    session: Session,
    reporter_id: UserId,
    kind: str,
    text: str,
    now: datetime,
    about_id: UserId | None = None,
    duel_id: DuelId | None = None,
    *,
    evidence: str | None = None,
) -> Report:
    """Store a report; raises ModerationRefused.

    evidence: the reported message with those around it, kept even if they are deleted afterwards.
    """
    if kind not in KINDS:
        raise ValueError(kind)
    if about_id == reporter_id:
        raise ModerationRefused(ModerationRefusal.OWN_REPORT, "about")
    made = Report(
        reporter_id=reporter_id,
        kind=kind,
        text=checked_text(text),
        about_id=about_id,
        duel_id=duel_id,
        made_at=now,
        evidence=evidence,
    )
    # Two reports of one account at the same moment are counted one after the other.
    session.execute(select(User.id).where(User.id == reporter_id).with_for_update(key_share=True))
    theirs = Report.reporter_id == reporter_id, Report.kind.in_(KINDS)
    if _count(session, *theirs, Report.state == ReportState.OPEN) >= MOST_OPEN:
        raise ModerationRefused(ModerationRefusal.TOO_MANY_OPEN, "text")
    if _count(session, *theirs, Report.made_at > now - timedelta(days=1)) >= MOST_A_DAY:
        raise ModerationRefused(ModerationRefusal.TOO_MANY_TODAY, "text")
    session.add(made)
    session.flush()
    return made


def checked_text(text: str) -> str:
    """Return the text of a report as it is stored; raises ModerationRefused."""
    text = text.strip().replace("\r\n", "\n").replace("\0", "")
    if not text:
        raise ModerationRefused(ModerationRefusal.TEXT_MISSING, "text")
    if len(text) > LONGEST:
        raise ModerationRefused(ModerationRefusal.TEXT_TOO_LONG, "text")
    return text


def _count(session: Session, *conditions: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).select_from(Report).where(*conditions)) or 0


def own_reports(session: Session, user_id: UserId, before: int | None = None) -> Sequence[Report]:
    """List the reports by an account, the latest first; one more than a page if another page follows."""
    query = _reports().where(Report.reporter_id == user_id)
    if before is not None:
        query = query.where(Report.id < before)
    return session.scalars(query.order_by(Report.id.desc()).limit(PAGE + 1)).all()


def open_reports(session: Session, after: ReportMark | None = None) -> Sequence[Report]:
    """List the open reports of the desk, the oldest first; one more than a page if another page follows."""
    query = _reports().where(Report.state == ReportState.OPEN, Report.kind.in_(KINDS))
    if after is not None:
        query = query.where(tuple_(Report.made_at, Report.id) > tuple_(*after))
    return session.scalars(query.order_by(Report.made_at, Report.id).limit(PAGE + 1)).all()


def open_calls(session: Session) -> int:
    """Count the open calls to arbiters, up to `MOST_COUNTED`; the desk does not answer them."""
    query = (
        select(Report.id)
        .where(Report.state == ReportState.OPEN, Report.kind == ReportKind.ARBITER)
        .limit(MOST_COUNTED)
    )
    return session.scalar(select(func.count()).select_from(query.subquery())) or 0


def find_report(session: Session, report_id: ReportId) -> Report:
    """Find a report of the desk, open or answered; raises NotFound."""
    found = session.scalar(_reports().where(Report.id == report_id, Report.kind.in_(KINDS)))
    if found is None:
        raise NotFound
    return found


def reports_about(session: Session, user_id: UserId, most: int = PAGE) -> Sequence[Report]:
    """List the latest reports about an account."""
    query = _reports().where(Report.about_id == user_id, Report.kind.in_(KINDS))
    return session.scalars(query.order_by(Report.id.desc()).limit(most)).all()


def answer(session: Session, report_id: ReportId, moderator_id: UserId, text: str, now: datetime) -> Report:
    """Answer a report and close it; raises NotFound, ModerationRefused."""
    text = checked_reason(text)
    locked = select(Report.id).where(Report.id == report_id).with_for_update()
    session.execute(locked)
    found = find_report(session, report_id)
    if found.state != ReportState.OPEN:
        raise ModerationRefused(ModerationRefusal.ANSWERED, "reason")
    for user_id in (found.reporter_id, found.about_id):
        check_impartial(session, moderator_id, user_id)
    found.state, found.answer, found.handler_id, found.closed_at = ReportState.CLOSED, text, moderator_id, now
    about = About(duel_id=found.duel_id, report_id=found.id)
    note_act(session, moderator_id, Act.ANSWERED, found.about_id, text, now, about)
    return found


def _reports() -> Select[Report]:
    people = joinedload(Report.reporter), joinedload(Report.about), joinedload(Report.handler)
    players = (joinedload(Report.duel).joinedload(player) for player in (StoredDuel.first, StoredDuel.second))
    return select(Report).options(*people, *players)
