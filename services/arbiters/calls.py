"""Calls to the arbiter: a player, or an arbiter of the tournament, reports a problem; an arbiter answers."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, bindparam, or_, select, tuple_
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.attributes import flag_modified

from intimate.errors import EventError
from models import ModeratorAct, Report, StoredDuel, User
from models.ids import DuelToken, ReportId, UserId
from models.moderation import Act, ReportKind, ReportState
from models.notifications import KINDS
from services.arbiters.refusals import ArbiterRefusal, ArbiterRefused
from services.duels.access import find_unlocked, lock_for_clock
from services.duels.authority import is_disinterested, may_call, may_rule
from services.duels.refusals import DuelRefusal, DuelRefused
from services.notifications.outbox import ANSWERED, CALLED, Notice, notify_each
from services.refused import NotFound

LONGEST_TEXT = 2000
PAGE = 30


def call_arbiter(session: Session, token: DuelToken, user_id: UserId, text: str, now: datetime) -> Report:
    """Call the arbiter to a running duel.

    Raises NotFound, DuelRefused if the account may not call, EventError after the end or in practice,
    ArbiterRefused.
    """
    found = find_unlocked(session, token)
    if not may_call(session, found, user_id):
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER) if found.public else NotFound
    locked = lock_for_clock(session, found.id)
    if locked is None:
        raise NotFound
    if locked.stored.phase is None:
        raise EventError("ended", "event", "the duel is over")
    if locked.stored.level is not None:
        raise EventError("practice", "event", "practice has no arbiters")
    if waiting_call(session, locked.stored, user_id) is not None:
        raise ArbiterRefused(ArbiterRefusal.CALLED_ALREADY)
    call = Report(
        reporter_id=user_id, duel_id=locked.stored.id, kind="arbiter", text=_checked(text), made_at=now
    )
    session.add(call)
    _show_anew(locked.stored)
    session.flush()
    notify_of_call(session, locked.stored, call.id, now)
    return call


def waiting_call(session: Session, stored: StoredDuel, user_id: UserId) -> Report | None:
    """Find the call of a player to a duel that waits for its answer."""
    is_theirs = (Report.duel_id == stored.id, Report.reporter_id == user_id)
    return session.scalar(select(Report).where(*is_theirs, *_open()).limit(1))


def open_calls_to(session: Session, stored: StoredDuel) -> Sequence[Report]:
    """List the open calls to one duel, the oldest first."""
    query = select(Report).options(joinedload(Report.reporter)).where(Report.duel_id == stored.id, *_open())
    return session.scalars(query.order_by(Report.made_at, Report.id)).all()


def list_open_calls(session: Session, arbiter_id: UserId, after: ReportId | None = None) -> Sequence[Report]:
    """List the open calls that an arbiter may answer, the oldest first; one more than a page.

    after: the number of the last call of the page before.
    """
    last = session.get(Report, after) if after else None
    if last is None:
        return session.scalars(_calls_query(further=False), {"arbiter_id": arbiter_id}).all()
    values = {"arbiter_id": arbiter_id, "made_at": last.made_at, "id": last.id}
    return session.scalars(_calls_query(further=True), values).all()


def answer_call(
    session: Session, call_id: ReportId, arbiter_id: UserId, answer: str, now: datetime
) -> Report:
    """Close a call with an answer; raises NotFound, ArbiterRefused."""
    call = session.scalar(
        select(Report).where(Report.id == call_id, Report.kind == ReportKind.ARBITER).with_for_update()
    )
    if call is None or call.duel is None:
        raise NotFound
    if call.state != ReportState.OPEN:
        raise ArbiterRefused(ArbiterRefusal.ANSWERED) if call.duel.public else NotFound
    if not may_rule(session, call.duel, arbiter_id):
        raise NotFound
    call.answer, call.state, call.handler_id, call.closed_at = (
        _checked(answer),
        ReportState.CLOSED,
        arbiter_id,
        now,
    )
    act = ModeratorAct(
        moderator_id=arbiter_id,
        act=Act.ANSWERED,
        duel_id=call.duel_id,
        report_id=call.id,
        reason=call.answer,
        at=now,
    )
    session.add(act)
    _show_anew(call.duel)
    session.flush()
    notify_of_answer(session, call, now)
    return call


def latest_call(session: Session, stored: StoredDuel, user_id: UserId) -> Report | None:
    """Find the last call of a player to a duel, answered or not."""
    is_theirs = (
        Report.duel_id == stored.id,
        Report.reporter_id == user_id,
        Report.kind == ReportKind.ARBITER,
    )
    return session.scalar(select(Report).where(*is_theirs).order_by(Report.id.desc()).limit(1))


def _show_anew(stored: StoredDuel) -> None:
    """Have the pages of a duel rendered again: they say whether the arbiter is called."""
    flag_modified(stored, "running")


def _checked(text: str) -> str:
    text = text.strip().replace("\0", "")
    if not text:
        raise ArbiterRefused(ArbiterRefusal.NO_TEXT, "text")
    if len(text) > LONGEST_TEXT:
        raise ArbiterRefused(ArbiterRefusal.LONG_TEXT, "text")
    return text


def _open() -> tuple[Any, ...]:
    return Report.kind == ReportKind.ARBITER, Report.state == ReportState.OPEN


@cache
def _calls_query(*, further: bool) -> Select[Report]:
    """Select a page of calls with their duels and players; built once."""
    arbiter_id = bindparam("arbiter_id", type_=Integer)
    query = (
        select(Report)
        .join(Report.duel)
        .options(
            joinedload(Report.reporter),
            joinedload(Report.duel).joinedload(StoredDuel.first),
            joinedload(Report.duel).joinedload(StoredDuel.second),
        )
        .where(*_open(), *is_disinterested(arbiter_id))
        .order_by(Report.made_at, Report.id)
        .limit(PAGE + 1)
    )
    if further:
        query = query.where(
            tuple_(Report.made_at, Report.id)
            > tuple_(bindparam("made_at", type_=Report.made_at.type), bindparam("id", type_=Integer))
        )
    return query


def notify_of_call(session: Session, stored: StoredDuel, call_id: ReportId, now: datetime) -> None:
    """Notify the arbiters of the site who do not play the duel, on all their channels."""
    players = (stored.first_id, stored.second_id)
    arbiters = select(User.id).where(or_(User.is_arbiter, User.is_moderator), User.id.not_in(players))
    news = Notice(KINDS, f"call:{call_id}", {"player": None, "phase": None, "event": CALLED}, stored.id)
    notify_each(session, dict.fromkeys(session.scalars(arbiters), (news,)), now)


def notify_of_answer(session: Session, call: Report, now: datetime) -> None:
    """Notify the caller of the answer."""
    facts = {"player": None, "phase": None, "event": ANSWERED, "report": call.id}
    news = Notice(KINDS, f"call:{call.id}:answered", facts, call.duel_id)
    notify_each(session, {call.reporter_id: (news,)}, now)
