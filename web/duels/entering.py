"""Entering: bids, orders, lists; ready and not ready. As much as can be is done before the lock."""

from http import HTTPStatus
from typing import NamedTuple

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from intimate.entries import Entry
from intimate.errors import EntryError
from services.duels.entering import (
    CheckedEntry,
    MayBeOverbid,
    NothingToHandIn,
    StoredElsewhere,
    check_entry,
    desk_of,
    may_be_overbid,
    store_entry,
    store_readiness,
    store_unreadiness,
)
from services.duels.tables import NotAPlayer, NotAwaited, OnLeave, PhaseOver, Table, take_awaited_seat
from web.duels.questions import OVERBID, SURE, QuestionPage, about
from web.duels.refusals import why_not
from web.duels.refused import RefusedPage
from web.duels.sent import phase_of_form, seen_in_form
from web.duels.sent_entry import EntryRefused, SentEntry, read_sent
from web.duels.table import table_of
from web.duels.typed import SheetRefused, read_orders
from web.frame.errors import page as error_page
from web.frame.links import duel_url, see_other
from web.frame.login import me, players_only
from web.frame.page import respond
from web.frame.resend import duel_again, show_again
from web.frame.session import now, writing
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/entry", "enter", enter, methods=["POST"])
    blueprint.add_url_rule("/<token>/typed", "type_orders", type_orders, methods=["POST"])
    blueprint.add_url_rule("/<token>/ready", "ready", ready, methods=["POST"])
    blueprint.add_url_rule("/<token>/unready", "unready", unready, methods=["POST"])
    for path in ("entry", "typed", "ready", "unready", "acts/<kind>"):
        blueprint.add_url_rule(f"/<token>/{path}", f"back_from_{path.partition('/')[0]}", back_to_duel)
    blueprint.register_error_handler(PhaseOver, phase_over)
    blueprint.register_error_handler(NotAwaited, not_awaited)
    blueprint.register_error_handler(NotAPlayer, not_a_player)


def phase_over(_: PhaseOver) -> ResponseReturnValue:
    """A page was kept open too long: nothing is stored, nothing that was typed is lost."""
    return show_again(
        gettext("This phase is over"),
        gettext("The duel has moved on, so nothing was stored."),
        HTTPStatus.CONFLICT,
        duel_again(),
    )


def not_awaited(_: NotAwaited) -> ResponseReturnValue:
    """The phase asks nothing of this player."""
    return show_again(
        gettext("There is nothing for you to enter now"),
        gettext("This phase waits for your opponent only. Nothing was stored."),
        HTTPStatus.CONFLICT,
        duel_again(),
    )


def not_a_player(_: NotAPlayer) -> ResponseReturnValue:
    """Somebody else's duel."""
    return error_page(HTTPStatus.FORBIDDEN)


def back_to_duel(token: str, kind: str = "") -> ResponseReturnValue:  # noqa: ARG001  # part of the address
    """Send whoever reloads the answer to a form, or changes its language, back to the duel."""
    return see_other(duel_url(token))


def awaited_table(token: str) -> Table:
    """Find the duel, while it awaits the reader in the phase of the form; raises what stands in the way."""
    table = table_of(token, whole=True)
    stored = table.stored
    if table.player is None:
        raise NotAPlayer
    if stored.phase is None or stored.phase != phase_of_form() or stored.times.is_out(table.player, now()):
        raise PhaseOver
    if not table.is_awaited:
        raise NotAwaited
    if table.player in stored.times.away:
        raise OnLeave
    return table


def other_window() -> str:
    """Say what to do when two windows say different things."""
    return gettext(
        "Another window has stored something since you opened this page. Nothing was stored now; "
        "what you entered here stands below: look through it and store it again if you still want it."
    )


class Stored(NamedTuple):
    """The table after an entry was stored; whether readiness was taken back, and the phase resolved."""

    table: Table
    unready: bool
    resolved: bool


def store_checked(table: Table, checked: CheckedEntry, *, and_ready: bool) -> Stored:
    """Store an entry and, if asked, say ready; raises StoredElsewhere and what stands in the way."""
    seen = seen_in_form()
    with writing() as session:
        seat = take_awaited_seat(session, table.stored.token, me().id, checked.phase, now())
        unready = store_entry(seat, checked, now(), seen)
        resolved = store_readiness(seat, now()) if and_ready else False
        return Stored(seat.table_now(table), unready, resolved)


def _store(table: Table, checked: CheckedEntry) -> ResponseReturnValue:
    """Store an entry and go back to the duel, or ask once more; raises StoredElsewhere and the like."""
    and_ready = "ready" in request.form
    asks = and_ready and not _is_sure() and _may_be_overbid(table, checked.entry)
    stored = store_checked(table, checked, and_ready=and_ready and not asks)
    if asks:
        return _ask_overbid(stored.table)
    if and_ready:
        _say_ready(resolved=stored.resolved)
    else:
        if stored.unready:
            flash(gettext("You are not ready any more, because you changed what you had handed in."))
        flash(_words_for_stored(stored))
    return see_other(duel_url(table.stored.token))


def _is_sure() -> bool:
    return request.form.get(SURE) == OVERBID


def _may_be_overbid(table: Table, entry: Entry) -> bool:
    return table.player is not None and may_be_overbid(table.duel, table.player, entry)


def _ask_overbid(table: Table) -> ResponseReturnValue:
    """Ask before a sheet that may be overbid is handed in; it is stored."""
    question = about(OVERBID, table)
    assert question is not None  # noqa: S101  # there is one
    own, stored = table.own, table.stored
    seen = own.stored_at.isoformat() if own else ""
    fields = {"phase": str(stored.phase), "seen": seen, SURE: OVERBID}
    action = url_for("duels.ready", token=stored.token)
    return respond(QuestionPage(table, question, action, fields), HTTPStatus.UNPROCESSABLE_ENTITY)


def _words_for_stored(stored: Stored) -> str:
    if stored.table.is_ready:
        return gettext("Nothing has changed: you are still ready.")
    if stored.table.stored.clock.unlimited:
        return gettext("Stored. Say that you are ready when you are.")
    return gettext(
        "Stored. Say that you are ready when you are; what is stored counts at the deadline anyway."
    )


def _say_ready(*, resolved: bool) -> None:
    if resolved:
        flash(gettext("The phase is resolved."))
    else:
        flash(gettext("Handed in and sealed. Your opponent is still at it."))


@players_only
def enter(token: str) -> ResponseReturnValue:
    """Store what stands in the form of the task and, if asked, say ready."""
    table = awaited_table(token)
    sent = read_sent(table)
    try:
        return _store(table, sent.checked(table))
    except EntryRefused as refusal:
        if sent.form is not None:
            sent.form.refuse_all(refusal.faults)
        page = _refused_page(table, refusal.problem, sent)
        page.wrong_menus = {} if sent.form else refusal.faults
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    except StoredElsewhere:
        page = _refused_page(table_of(table.stored.token), other_window(), sent)
        return respond(page, HTTPStatus.CONFLICT)


def _refused_page(table: Table, problem: str, sent: SentEntry) -> RefusedPage:
    values = None if sent.form else sent.values
    return RefusedPage(table, problem, form=sent.form, values=values)


@players_only
def type_orders(token: str) -> ResponseReturnValue:
    """Store the orders of the typed box."""
    table = awaited_table(token)
    if not table.duel.takes_orders:
        raise NotAwaited
    typed = request.form.get("orders", "")
    try:
        return _store(table, check_entry(table, read_orders(typed, desk_of(table))))
    except SheetRefused as refusal:
        return respond(
            RefusedPage(table, typed=typed, faults=refusal.faults), HTTPStatus.UNPROCESSABLE_ENTITY
        )
    except EntryError as error:
        return respond(
            RefusedPage(table, typed=typed, faults=[why_not(error)]), HTTPStatus.UNPROCESSABLE_ENTITY
        )
    except StoredElsewhere:
        page = RefusedPage(table_of(token), typed=typed, faults=[other_window()])
        return respond(page, HTTPStatus.CONFLICT)


@players_only
def ready(token: str) -> ResponseReturnValue:
    """Hand in what is stored."""
    phase = phase_of_form()
    try:
        with writing() as session:
            seat = take_awaited_seat(session, token, me().id, phase, now())
            resolved = store_readiness(seat, now(), seen_in_form(), ask_overbid=not _is_sure())
    except StoredElsewhere:
        problem = gettext(
            "Another window has stored something since you opened this page, so you are not ready. What is "
            "stored now stands below: look through it, and say again that you are ready."
        )
        return respond(RefusedPage(table_of(token), problem), HTTPStatus.CONFLICT)
    except MayBeOverbid:
        return _ask_overbid(table_of(token))
    except NothingToHandIn:
        problem = gettext("Put the seven powers in order first, then hand in your list.")
        return respond(RefusedPage(table_of(token), problem), HTTPStatus.UNPROCESSABLE_ENTITY)
    _say_ready(resolved=resolved)
    return see_other(duel_url(token))


@players_only
def unready(token: str) -> ResponseReturnValue:
    """Take readiness back; what is stored stays."""
    phase = phase_of_form()
    with writing() as session:
        store_unreadiness(take_awaited_seat(session, token, me().id, phase, now()), now())
    flash(gettext("You are not ready any more. What you stored is kept."))
    return see_other(duel_url(token))
