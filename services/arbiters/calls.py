"""Calls to the arbiter: a player says what is wrong with their duel, an arbiter answers."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, bindparam, or_, select, tuple_
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.attributes import flag_modified

from intimate.errors import EventError
from models import KeeperAct, Report, StoredDuel
from services.arbiters.authority import may_rule
from services.duels.tables import take_seat
from services.telling.arbiters import tell_of_answer, tell_of_call

LONGEST_TEXT = 2000
PAGE = 30


class CalledAlready(Exception):
    """The player has called the arbiter to this duel, and waits for the answer."""


class TextRefused(ValueError):
    """A call or an answer without words, or with too many; `code` says which."""

    field = "text"

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class UnknownCall(Exception):
    """There is no such call, or none that this account may answer."""


class Answered(Exception):
    """Another arbiter has answered the call."""


def call_arbiter(session: Session, token: str, user_id: int, text: str, now: datetime) -> Report:
    """Call the arbiter to a running duel.

    Raises UnknownDuel, NotAPlayer, EventError after the end or in practice, CalledAlready, TextRefused.
    """
    seat = take_seat(session, token, user_id)
    if seat.stored.phase is None:
        raise EventError("ended", "event", "the duel is over")
    if seat.stored.level is not None:
        raise EventError("practice", "event", "nobody is to be judged in practice")
    if waiting_call(session, seat.stored, user_id) is not None:
        raise CalledAlready
    call = Report(
        reporter_id=user_id, duel_id=seat.stored.id, kind="arbiter", text=_checked(text), made_at=now
    )
    session.add(call)
    _show_anew(seat.stored)
    session.flush()
    tell_of_call(session, seat.stored, call.id, now)
    return call


def waiting_call(session: Session, stored: StoredDuel, user_id: int) -> Report | None:
    """Find the call of a player to a duel that waits for its answer."""
    is_theirs = (Report.duel_id == stored.id, Report.reporter_id == user_id)
    return session.scalar(select(Report).where(*is_theirs, *_open()).limit(1))


def open_calls_to(session: Session, stored: StoredDuel) -> Sequence[Report]:
    """List the open calls to one duel, the oldest first."""
    query = select(Report).options(joinedload(Report.reporter)).where(Report.duel_id == stored.id, *_open())
    return session.scalars(query.order_by(Report.made_at, Report.id)).all()


def list_open_calls(session: Session, arbiter_id: int, after: int = 0) -> Sequence[Report]:
    """List the open calls to duels that an arbiter does not play, the oldest first; one more than a page.

    after: the number of the last call of the page before.
    """
    last = session.get(Report, after) if after else None
    if last is None:
        return session.scalars(_calls_query(further=False), {"arbiter_id": arbiter_id}).all()
    values = {"arbiter_id": arbiter_id, "made_at": last.made_at, "id": last.id}
    return session.scalars(_calls_query(further=True), values).all()


def answer_call(session: Session, call_id: int, arbiter_id: int, answer: str, now: datetime) -> Report:
    """Close a call with an answer; raises UnknownCall, Answered, TextRefused."""
    call = session.scalar(
        select(Report).where(Report.id == call_id, Report.kind == "arbiter").with_for_update()
    )
    if call is None or call.duel is None:
        raise UnknownCall
    if call.state != "open":
        raise Answered if call.duel.public else UnknownCall
    if not may_rule(session, call.duel, arbiter_id):
        raise UnknownCall
    call.answer, call.state, call.handler_id, call.closed_at = _checked(answer), "closed", arbiter_id, now
    act = KeeperAct(
        keeper_id=arbiter_id,
        act="answered",
        duel_id=call.duel_id,
        report_id=call.id,
        reason=call.answer,
        at=now,
    )
    session.add(act)
    _show_anew(call.duel)
    session.flush()
    tell_of_answer(session, call, now)
    return call


def latest_call(session: Session, stored: StoredDuel, user_id: int) -> Report | None:
    """Find the last call of a player to a duel, answered or not."""
    is_theirs = (Report.duel_id == stored.id, Report.reporter_id == user_id, Report.kind == "arbiter")
    return session.scalar(select(Report).where(*is_theirs).order_by(Report.id.desc()).limit(1))


def _show_anew(stored: StoredDuel) -> None:
    """Let the pages of a duel be made anew: they say whether the arbiter is called."""
    flag_modified(stored, "running")


def _checked(text: str) -> str:
    text = text.strip().replace("\0", "")
    if not text:
        raise TextRefused("empty")
    if len(text) > LONGEST_TEXT:
        raise TextRefused("too_long")
    return text


def _open() -> tuple[Any, ...]:
    return Report.kind == "arbiter", Report.state == "open"


@cache
def _calls_query(*, further: bool) -> Select[Report]:
    """Select a page of calls with their duels and players; built once."""
    arbiter_id = bindparam("arbiter_id", type_=Integer)
    plays = or_(StoredDuel.first_id == arbiter_id, StoredDuel.second_id == arbiter_id)
    query = (
        select(Report)
        .join(Report.duel)
        .options(
            joinedload(Report.reporter),
            joinedload(Report.duel).joinedload(StoredDuel.first),
            joinedload(Report.duel).joinedload(StoredDuel.second),
        )
        .where(*_open(), ~plays)
        .order_by(Report.made_at, Report.id)
        .limit(PAGE + 1)
    )
    if further:
        query = query.where(
            tuple_(Report.made_at, Report.id)
            > tuple_(bindparam("made_at", type_=Report.made_at.type), bindparam("id", type_=Integer))
        )
    return query
