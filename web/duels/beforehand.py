"""Beforehand: retreats, builds and bids left for phases to come, and taken back."""

from http import HTTPStatus

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Phase, PhaseKind
from intimate.entries import Sheet
from intimate.errors import EntryError
from services.duels.beforehand import (
    check_left,
    desk_beforehand,
    is_overbid_ahead,
    leave_entry,
    take_back_left,
)
from services.duels.entering import CheckedEntry, StoredElsewhere
from services.duels.tables import NotAPlayer, PhaseOver, Table, take_seat
from web.duels.beforehand_page import BeforehandPage, Refused
from web.duels.entering import other_window
from web.duels.forms import BID, task_form
from web.duels.questions import OVERBID, SURE, QuestionPage, about_overbid_ahead
from web.duels.refusals import why_not
from web.duels.sent import phase_of_form, seen_in_form
from web.duels.sent_entry import EntryRefused, SentEntry
from web.duels.table import table_of
from web.duels.typed import SheetRefused, read_orders
from web.frame.links import see_other
from web.frame.login import me, players_only
from web.frame.page import respond
from web.frame.session import now, writing
from web.frame.translation import gettext
from web.words.phases import phase_name


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/beforehand", "beforehand", beforehand)
    blueprint.add_url_rule("/<token>/beforehand", "leave", leave, methods=["POST"])
    blueprint.add_url_rule("/<token>/beforehand/back", "take_back", take_back, methods=["POST"])
    blueprint.add_url_rule("/<token>/beforehand/back", "back_from_take_back", back_to_page)


def _url(token: str) -> str:
    return url_for("duels.beforehand", token=token)


def _table(token: str) -> Table:
    """Find the duel for one of its players; raises NotAPlayer."""
    table = table_of(token, whole=True)
    if table.player is None:
        raise NotAPlayer
    return table


@players_only
def beforehand(token: str) -> ResponseReturnValue:
    """Answer with what can be left now, and what is left."""
    return respond(BeforehandPage(_table(token)))


def back_to_page(token: str) -> ResponseReturnValue:
    """Send whoever reloads the answer to a form back to the page."""
    return see_other(_url(token))


@players_only
def leave(token: str) -> ResponseReturnValue:
    """Leave an entry for a phase ahead, or ask once more where a sheet may be overbid."""
    phase, table = phase_of_form(), _table(token)
    if phase not in table.view.phases_ahead:
        raise PhaseOver
    return _leave_sheet(table, phase) if phase.kind is PhaseKind.AUCTION else _leave_orders(table, phase)


def _leave_sheet(table: Table, phase: Phase) -> ResponseReturnValue:
    sent = SentEntry(task_form(table.view.at_next_auction, None))
    try:
        checked = sent.checked(table, lambda table, entry: check_left(table, phase, entry))
        return _store(table, checked)
    except EntryRefused as refusal:
        if sent.form is not None:
            sent.form.refuse_all(refusal.faults)
        return _refused(table, Refused(phase, refusal.problem, form=sent.form))
    except StoredElsewhere:
        return _conflict(table, Refused(phase, other_window(), form=sent.form))


def _leave_orders(table: Table, phase: Phase) -> ResponseReturnValue:
    typed = request.form.get("orders", "")
    try:
        orders = read_orders(typed, desk_beforehand(table, phase))
        return _store(table, check_left(table, phase, orders)) if orders.all else _take_back(table, phase)
    except SheetRefused as refusal:
        return _refused(table, Refused(phase, typed=typed, faults=refusal.faults))
    except EntryError as error:
        return _refused(table, Refused(phase, typed=typed, faults=[why_not(error)]))
    except StoredElsewhere:
        return _conflict(table, Refused(phase, other_window(), typed=typed))


def _refused(table: Table, refused: Refused) -> ResponseReturnValue:
    return respond(BeforehandPage(table, refused), HTTPStatus.UNPROCESSABLE_ENTITY)


def _conflict(table: Table, refused: Refused) -> ResponseReturnValue:
    return respond(BeforehandPage(_table(table.stored.token), refused), HTTPStatus.CONFLICT)


def _store(table: Table, checked: CheckedEntry) -> ResponseReturnValue:
    """Store what is left; raises StoredElsewhere."""
    token, seen, over = table.stored.token, seen_in_form(), is_overbid_ahead(table, checked.entry)
    is_sure = over and request.form.get(SURE) == OVERBID
    with writing() as session:
        leave_entry(take_seat(session, token, me().id), checked, now(), seen, overbid_accepted=is_sure)
    if over and not is_sure:
        return _ask_overbid(table, checked)
    words = gettext(
        "%(phase)s: left beforehand. It is used when the phase comes.", phase=phase_name(checked.phase)
    )
    flash(words)
    return see_other(_url(token))


def _ask_overbid(table: Table, checked: CheckedEntry) -> ResponseReturnValue:
    """Ask whether a sheet that may be overbid is to be handed in when the auction comes; it is left."""
    bids = checked.entry.bids if isinstance(checked.entry, Sheet) else {}
    fields = {"phase": str(checked.phase), **{f"{BID}{power}": str(bid) for power, bid in bids.items()}}
    action = _url(table.stored.token)
    page = QuestionPage(table, about_overbid_ahead(table), action, fields, back=action)
    return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)


def _take_back(table: Table, phase: Phase) -> ResponseReturnValue:
    """Delete what is left for a phase."""
    token = table.stored.token
    with writing() as session:
        taken = take_back_left(take_seat(session, token, me().id), phase)
    if taken:
        flash(gettext("%(phase)s: taken back.", phase=phase_name(phase)))
    else:
        flash(gettext("There was nothing to take back."))
    return see_other(_url(token))


@players_only
def take_back(token: str) -> ResponseReturnValue:
    """Take back what is left for a phase."""
    return _take_back(_table(token), phase_of_form())
