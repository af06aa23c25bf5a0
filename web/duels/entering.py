"""Entering: bids, orders, lists; ready and not ready."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, redirect, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from models import StoredDuel
from services import duels, entries, readiness
from services.entries import EntryError, OrderDesk
from web.duels.forms import TaskForm, task_form
from web.duels.refusals import field_of, why_not
from web.duels.show import duel_page
from web.duels.typed import read_sheet
from web.errors import page as error_page
from web.forms import UNPROCESSABLE
from web.links import duel_url, this_duel
from web.login import me, members_only
from web.resend import show_again
from web.session import db, now

CONFLICT, FORBIDDEN = 409, 403
Content = Mapping[str, Any]


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/entry", "enter", enter, methods=["POST"])
    blueprint.add_url_rule("/<token>/typed", "type_orders", type_orders, methods=["POST"])
    blueprint.add_url_rule("/<token>/ready", "ready", ready, methods=["POST"])
    blueprint.add_url_rule("/<token>/unready", "unready", unready, methods=["POST"])
    for path in ("entry", "typed", "ready", "unready", "acts/<kind>"):
        blueprint.add_url_rule(f"/<token>/{path}", f"back_from_{path.partition('/')[0]}", back_to_duel)
    blueprint.register_error_handler(entries.PhaseOver, phase_over)
    blueprint.register_error_handler(entries.NotAwaited, not_awaited)
    blueprint.register_error_handler(duels.NotAPlayer, not_a_player)


def phase_over(_: entries.PhaseOver) -> ResponseReturnValue:
    """A page was kept open too long: nothing is stored, nothing that was typed is lost."""
    return show_again(
        gettext("This phase is over"),
        gettext("The duel has moved on, so nothing was stored. What you sent stands below."),
        CONFLICT,
        this_duel(),
    )


def not_awaited(_: entries.NotAwaited) -> ResponseReturnValue:
    """The phase asks nothing of this player."""
    return show_again(
        gettext("There is nothing for you to enter now"),
        gettext("This phase waits for your opponent only. Nothing was stored."),
        CONFLICT,
        this_duel(),
    )


def not_a_player(_: duels.NotAPlayer) -> ResponseReturnValue:
    """Somebody else's duel."""
    return error_page(FORBIDDEN)


def back_to_duel(token: str, kind: str = "") -> ResponseReturnValue:  # noqa: ARG001  # part of the address
    """Whoever reloads the answer to a form, or changes its language, comes back to the duel."""
    return redirect(duel_url(token), 303)


def phase() -> str:
    """The phase that the form was made for."""
    return request.form.get("phase", "")


def _mine(token: str) -> StoredDuel:
    """The duel, while it awaits the reader in the phase of the form."""
    return entries.awaited(db(), token, me().id, phase(), now())[0]


def changed_elsewhere(stored: StoredDuel) -> bool:
    """Whether another window has stored something since this one was opened."""
    seen = request.form.get("seen")
    entry = entries.of_player(db(), stored, duels.player_of(stored, me().id))
    return seen is not None and seen != (entry.stored_at.isoformat() if entry else "")


def other_window() -> str:
    """What to do when two windows say different things."""
    return gettext(
        "Another window has stored something since you opened this page. Nothing was stored now; "
        "what you entered here stands below: look through it and store it again if you still want it."
    )


@members_only
def enter(token: str) -> ResponseReturnValue:
    """Store what stands in the form of the task and, if asked, hand it in."""
    stored = _mine(token)
    form = task_form(duels.view_of(stored, me().id), {})
    if form is not None and changed_elsewhere(stored):
        return duel_page(stored, CONFLICT, form=form, problem=other_window())
    if form is None or not form.validate_on_submit():
        return duel_page(stored, UNPROCESSABLE, form=form)
    problem = _refused(stored, form.content(), form)
    if problem is not None:
        return duel_page(stored, UNPROCESSABLE, form=form, problem=problem)
    return _onward(stored)


def _refused(stored: StoredDuel, content: Content, form: TaskForm | None = None) -> str | None:
    """Store an entry, or say why not: beside its field if it has one, else above the form."""
    try:
        changed_readiness = entries.store(db(), stored.token, me().id, phase(), content, now())
    except EntryError as error:
        field = field_of(error)
        if form is not None and field in form:
            form.refuse(str(field), why_not(error))
            return ""
        return why_not(error)
    if changed_readiness:
        flash(gettext("You are not ready any more, because you changed what you had handed in."))
    return None


def _onward(stored: StoredDuel) -> ResponseReturnValue:
    """Hand in when the button said so, and go back to the duel."""
    if "ready" in request.form:
        return _hand_in(stored.token)
    flash(
        gettext("Stored. Say that you are ready when you are; what is stored counts at the deadline anyway.")
    )
    return redirect(duel_url(stored.token), 303)


def _hand_in(token: str) -> ResponseReturnValue:
    before = phase()
    try:
        stored = readiness.hand_in(db(), token, me().id, before, now())
    except readiness.NothingToHandIn:
        problem = gettext("Put the seven powers in order first, then hand in your list.")
        return duel_page(duels.find(db(), token, me().id), UNPROCESSABLE, problem=problem)
    if stored.phase == before:
        flash(gettext("Handed in and sealed. Your opponent is still at it."))
    else:
        flash(gettext("The phase is resolved. See what happened last, below."))
    return redirect(duel_url(token), 303)


@members_only
def type_orders(token: str) -> ResponseReturnValue:
    """Store the orders of the typed box."""
    stored = _mine(token)
    text = request.form.get("orders", "")
    if changed_elsewhere(stored):
        return duel_page(stored, CONFLICT, text=text, faults=[other_window()])
    view = duels.view_of(stored, me().id)
    if view.player is None or view.kind not in "MRA":
        raise entries.NotAwaited
    sheet = read_sheet(text, OrderDesk(view.duel, view.player))
    problem = None if sheet.faults else _refused(stored, sheet.content())
    if sheet.faults or problem is not None:
        return duel_page(stored, UNPROCESSABLE, text=text, faults=sheet.faults or [problem])
    return _onward(stored)


@members_only
def ready(token: str) -> ResponseReturnValue:
    """Hand in what is stored."""
    return _hand_in(token)


@members_only
def unready(token: str) -> ResponseReturnValue:
    """Take readiness back; what is stored stays."""
    readiness.take_back(db(), token, me().id, phase(), now())
    flash(gettext("You are not ready any more. What you stored is kept."))
    return redirect(duel_url(token), 303)
