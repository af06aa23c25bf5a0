"""Storing from the board: each order as soon as it is complete, answered for the page to go on with."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from intimate.errors import EntryError
from services.duels.entering import StoredElsewhere, check_entry
from services.duels.tables import NotAwaited, PhaseOver
from web.duels.entering import awaited_table, store_checked
from web.duels.menus import read_menus
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
        table = awaited_table(token)
        stored = store_checked(table, check_entry(table, read_menus(table.view).orders), and_ready=False)
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
