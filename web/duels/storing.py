"""Storing from the board: each order as soon as it is complete, answered for the page to go on with."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from intimate.entries import Entry
from intimate.errors import EntryError
from services.duels.entering import StoredElsewhere, check_entry
from services.duels.tables import NotAwaited, PhaseOver, Table
from web.duels.entering import Stored, awaited_table, store_checked
from web.duels.forms import task_form
from web.duels.menus import menu_names, read_menus
from web.duels.page import DuelPage
from web.duels.refusals import why_not
from web.frame.login import members_only
from web.frame.translation import gettext
from web.words.times import instant


def register(blueprint: Blueprint) -> None:
    """Give this its address."""
    blueprint.add_url_rule("/<token>/store", "store", store, methods=["POST"])


@members_only
def store(token: str) -> ResponseReturnValue:
    """Store the orders of the form as they stand; the answer is JSON, and so is a refusal of the orders."""
    try:
        stored = _store(token)
    except (PhaseOver, NotAwaited):
        return _refused(
            gettext("This phase is over: nothing more is stored for it. Reload the page."),
            HTTPStatus.CONFLICT,
        )
    except EntryError as error:
        return _refused(why_not(error), HTTPStatus.UNPROCESSABLE_ENTITY)
    except StoredElsewhere:
        words = gettext(
            "Another window has stored something since you opened this page. Nothing was stored now. Reload "
            "the page to see what is stored."
        )
        return _refused(words, HTTPStatus.CONFLICT)
    return jsonify(_answer(DuelPage(stored.table), unready=stored.unready))


def _refused(problem: str, status: int) -> ResponseReturnValue:
    return jsonify(problem=problem), status


def _store(token: str) -> Stored:
    """Store what stands in the form; raises what stands in the way."""
    table = awaited_table(token)
    return store_checked(table, check_entry(table, _entry_of_form(table)), and_ready=False)


def _entry_of_form(table: Table) -> Entry:
    """Read the entry that the form holds; raises EntryError."""
    if table.duel.takes_orders:
        return read_menus(menu_names(table.view.units, table.view.winters)).orders
    form = task_form(table.view, None)
    if form is None or not form.validate_on_submit():
        raise EntryError("wrong_kind", "entry", "the form holds no entry of this phase")
    return form.entry()


def _answer(page: DuelPage, *, unready: bool) -> dict[str, Any]:
    """Return what the page changes: arrows, typed box, what happens by default, when it was stored."""
    own = page.table.own
    words = [gettext("Stored")]
    if unready:
        words.insert(0, gettext("You are not ready any more."))
    if own:
        words.append(instant(own.stored_at).striptags())
    return {
        "seen": page.seen,
        "stored": " ".join(words),
        "arrows": page.arrows(),
        "typed": page.typed_orders,
        "ready": page.ready(),
        "is_ready": page.table.is_ready,
    }
