"""Storing what is entered as it is entered, answered for the page to go on with."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from services.duels.entering import StoredElsewhere
from services.duels.tables import NotAwaited, OnLeave, PhaseOver
from web.duels.entering import awaited_table, store_checked
from web.duels.page import DuelPage
from web.duels.sent_entry import EntryRefused, read_sent, summary_of
from web.frame.login import players_only
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give this its address."""
    blueprint.add_url_rule("/<token>/store", "store", store, methods=["POST"])


@players_only
def store(token: str) -> ResponseReturnValue:
    """Store the form of the task as it stands; the answer is JSON, and so is a refusal."""
    try:
        table = awaited_table(token)
        stored = store_checked(table, read_sent(table).checked(table), and_ready=False)
    except OnLeave:
        return _refused(
            gettext("You are on leave. Reload the page and say that you are back."), HTTPStatus.CONFLICT
        )
    except (PhaseOver, NotAwaited):
        return _refused(
            gettext("This phase is over: nothing more is stored for it. Reload the page."),
            HTTPStatus.CONFLICT,
        )
    except EntryRefused as refusal:
        answer = {"problem": summary_of(refusal), "faults": refusal.faults}
        return jsonify(answer), HTTPStatus.UNPROCESSABLE_ENTITY
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
    """Return what the page changes: when it was stored, readiness, what holds by default; of orders more."""
    words = [gettext("Stored %(time)s", time="{time}")]
    if unready:
        words.insert(0, gettext("You are not ready any more."))
    answer = {
        "seen": page.seen,
        "stored": " ".join(words),
        "ready": page.ready(),
        "defaults": page.defaults(),
        "is_ready": page.table.is_ready,
    }
    return answer | ({"arrows": page.arrows(), "typed": page.typed_orders} if page.takes_orders else {})
