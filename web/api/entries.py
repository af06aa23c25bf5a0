"""Entries: stored whole for a phase that awaits the account or for one ahead, and handed in."""

from flask_babel import lazy_gettext as _l

from adjudicator import Phase
from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry
from intimate.errors import EntryError
from models import StoredEntry
from services.access.tokens import Scope
from services.duels.beforehand import check_left, is_overbid_ahead, leave_entry, left_entries, take_back_left
from services.duels.entering import (
    CheckedEntry,
    check_entry,
    may_be_overbid,
    store_entry,
    store_readiness,
    store_unreadiness,
)
from services.duels.tables import NotAwaited, OnLeave, PhaseOver, Table, take_awaited_seat, take_seat
from web.api.access import bearer
from web.api.operations import operation
from web.api.problems import Problem, not_found
from web.api.refusals import of_entry
from web.api.shapes import entries as shapes
from web.api.tables import is_out, own_table_of, phase_named
from web.frame.session import db, now, writing
from web.frame.translation import gettext

ADDRESS = "/duels/<duel>/entries/<phase>"
REFUSED = ("not_found", "not_a_player", "phase_over", "phase_to_come", "not_awaited", "on_leave")


def own_entry(own: StoredEntry, phase: str) -> shapes.StoredEntry:
    """Show the account what it has stored."""
    return shapes.StoredEntry(
        phase=phase,
        entry=shapes.Entry.model_validate(write_entry(own.content)),
        stored_at=own.stored_at,
        ready=own.ready,
        seal=own.seal,
    )


def check_awaited(table: Table) -> None:
    """Check that the account can enter something for the awaited phase; raises what stands in the way."""
    if is_out(table):
        raise PhaseOver
    if not table.is_awaited:
        raise NotAwaited
    if table.player in table.stored.times.away:
        raise OnLeave


@operation(
    "GET",
    ADDRESS,
    Scope.READ,
    group="entries",
    summary=_l("What is stored for a phase"),
    answer=shapes.StoredEntry,
    problems=("not_found", "not_a_player", "phase_over", "phase_to_come"),
)
def show_entry(duel: str, phase: str) -> shapes.StoredEntry:
    """What the account has stored for the awaited phase, or left for one ahead; never anybody else's."""
    table, wanted = own_table_of(duel), phase_named(phase)
    if wanted == table.stored.phase:
        own = table.own
    elif wanted in table.view.phases_ahead:
        own = left_entries(db(), table).get(wanted)
    else:
        raise PhaseOver
    if own is None:
        raise not_found()
    return own_entry(own, phase)


@operation(
    "PUT",
    ADDRESS,
    Scope.PLAY,
    group="entries",
    summary=_l("Store an entry"),
    query=shapes.EntryAsked,
    body=shapes.Entry,
    answer=shapes.EntryAnswer,
    problems=REFUSED,
)
def put_entry(duel: str, phase: str, query: shapes.EntryAsked, body: shapes.Entry) -> shapes.EntryAnswer:
    """Store an entry whole, in place of what was there: of the awaited phase, or of one ahead.

    A change takes readiness back. What is stored counts at the deadline, ready or not.
    """
    table, wanted = own_table_of(duel), phase_named(phase)
    if wanted == table.stored.phase:
        return _enter(table, body)
    if wanted in table.view.phases_ahead:
        return _leave(table, wanted, body, accepted=query.accept_overbid == "true")
    raise PhaseOver


def value_of(body: shapes.Entry) -> Entry:
    """Turn what was sent into an entry; raises Problem."""
    try:
        return read_stored_entry(body.model_dump())
    except EntryError as error:
        raise of_entry(error) from error


def _enter(table: Table, body: shapes.Entry) -> shapes.EntryAnswer:
    check_awaited(table)
    entry, token = value_of(body), table.stored.token
    try:
        checked = check_entry(table, entry)
    except EntryError as error:
        raise of_entry(error, entry, table.stored.phase) from error
    with writing() as session:
        seat = take_awaited_seat(session, token, bearer().user_id, checked.phase, now())
        was_ready = store_entry(seat, checked, now())
        own = seat.entries[checked.player]
        over = may_be_overbid(seat.duel, checked.player, entry)
        return _answer(own, was_ready=was_ready, over=over)


def _leave(table: Table, phase: Phase, body: shapes.Entry, *, accepted: bool) -> shapes.EntryAnswer:
    entry = value_of(body)
    try:
        checked = check_left(table, phase, entry)
    except EntryError as error:
        raise of_entry(error, entry, phase) from error
    over = is_overbid_ahead(table, entry)
    _store_left(table, checked, accepted=accepted and over)
    own = left_entries(db(), own_table_of(table.stored.token)).get(phase)
    if own is None:
        raise PhaseOver
    return _answer(own, was_ready=False, over=over)


def _store_left(table: Table, checked: CheckedEntry, *, accepted: bool) -> None:
    token = table.stored.token
    with writing() as session:
        seat = take_seat(session, token, bearer().user_id)
        leave_entry(seat, checked, now(), overbid_accepted=accepted)


def _answer(own: StoredEntry, *, was_ready: bool, over: bool) -> shapes.EntryAnswer:
    seen = own_entry(own, str(own.phase))
    return shapes.EntryAnswer(**dict(seen), was_ready=was_ready, may_be_overbid=over)


@operation(
    "DELETE",
    ADDRESS,
    Scope.PLAY,
    group="entries",
    summary=_l("Take back what was left beforehand"),
    answer=shapes.TakenBack,
    problems=("not_found", "not_a_player", "phase_over", "phase_to_come", "not_possible"),
)
def delete_entry(duel: str, phase: str) -> shapes.TakenBack:
    """Delete what the account has left for a phase ahead; what is stored for the awaited one is replaced."""
    table, wanted = own_table_of(duel), phase_named(phase)
    token = table.stored.token
    if wanted == table.stored.phase:
        raise Problem("not_possible", gettext("What is stored for the awaited phase can only be replaced."))
    with writing() as session:
        taken = take_back_left(take_seat(session, token, bearer().user_id), wanted)
    return shapes.TakenBack(phase=phase, taken_back=taken)


@operation(
    "PUT",
    f"{ADDRESS}/readiness",
    Scope.PLAY,
    group="entries",
    summary=_l("Hand in, or take readiness back"),
    body=shapes.Readiness,
    answer=shapes.ReadinessAnswer,
    problems=(*REFUSED, "nothing_to_hand_in", "may_be_overbid"),
)
def put_readiness(duel: str, phase: str, body: shapes.Readiness) -> shapes.ReadinessAnswer:
    """Say that the account is ready, or is not; the phase is resolved once everybody awaited is ready.

    Where nothing is stored, nothing is handed in: units hold, and nobody is bid for.
    """
    wanted = phase_named(phase)
    with writing() as session:
        seat = take_awaited_seat(session, duel, bearer().user_id, wanted, now())
        player = seat.player
        assert player is not None  # noqa: S101  # a seat that is taken is a player's
        if body.ready:
            resolved = store_readiness(seat, now(), ask_overbid=not body.accept_overbid)
        else:
            store_unreadiness(seat, now())
            resolved = False
        own = None if resolved else seat.entries.get(player)
        seal = own.seal if own else None
        return shapes.ReadinessAnswer(ready=body.ready, seal=seal, resolved=resolved)
