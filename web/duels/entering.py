"""Entering bids, orders and lists; ready and not ready. As much as possible is done before the lock."""

from http import HTTPStatus
from typing import Any, NamedTuple

from flask import flash, jsonify, request, url_for
from flask.typing import ResponseReturnValue

from intimate.entries import Entry
from intimate.errors import EntryError
from models.ids import DuelToken
from services.duels.access import DuelForViewer, lock_awaited_duel
from services.duels.entering import (
    CheckedEntry,
    MayBeOverbid,
    check_entry,
    desk_of,
    may_be_overbid,
    store_entry,
    store_readiness,
    store_unreadiness,
)
from services.duels.refusals import DuelRefusal, DuelRefused
from web.core.errors import page as error_page
from web.core.forms import duel_again, show_again
from web.core.links import duel_url, see_other
from web.core.login import me, players_only
from web.core.messages import refusal_message
from web.core.page import respond
from web.core.session import arrived, now, writing
from web.core.translation import gettext
from web.duels.finding import blueprint, duel_of
from web.duels.messages import TITLES, entry_refusal_message
from web.duels.page import DuelPage, RefusedPage
from web.duels.questions import (
    OVERBID,
    SLIPS,
    SURE,
    Question,
    QuestionPage,
    about,
    about_slips,
    muted_kinds,
    switched_off,
)
from web.duels.sent_entry import (
    EntryRefused,
    SentEntry,
    SheetRefused,
    phase_of_form,
    read_orders,
    read_sent,
    seen_in_form,
    summary_of,
)


@blueprint.post("/<token>/store")
@players_only
def store(token: DuelToken) -> ResponseReturnValue:
    """Store the present content of the task's form; the answer is JSON, and so is a refusal."""
    try:
        viewed = awaited_duel(token)
        stored = store_checked(viewed, read_sent(viewed).checked(viewed), and_ready=False)
    except EntryRefused as refusal:
        answer = {"problem": summary_of(refusal), "faults": refusal.faults, "rules": refusal.rules}
        return jsonify(answer), HTTPStatus.UNPROCESSABLE_ENTITY
    except DuelRefused as refused:
        if refused.code is DuelRefusal.NOT_A_PLAYER:
            raise
        words = gettext("%(reason)s Reload the page.", reason=refusal_message(refused))
        return jsonify(problem=words), HTTPStatus.CONFLICT
    return jsonify(_answer(DuelPage(stored.viewed), unready=stored.unready))


def _answer(page: DuelPage, *, unready: bool) -> dict[str, Any]:
    """Return what the page updates: the time of storing, readiness, defaults; for orders also the arrows."""
    words = [gettext("Saved")]
    if unready:
        words.insert(0, gettext("You are no longer done."))
    answer = {
        "seen": page.entry_stored_at,
        "own": page.own(),
        "stored": " ".join(words),
        "ready": page.ready(),
        "defaults": page.defaults(),
        "is_ready": page.viewed.is_ready,
    }
    return answer | ({"arrows": page.arrows(), "typed": page.typed_orders} if page.takes_orders else {})


@blueprint.app_errorhandler(DuelRefused)
def refused(refusal: DuelRefused) -> ResponseReturnValue:
    """Show the sent entry again, and say why it was refused: for example, the page was too old."""
    if refusal.code not in TITLES:
        return error_page(HTTPStatus.FORBIDDEN)
    title = str(TITLES[refusal.code])
    return show_again(title, refusal_message(refusal), HTTPStatus.CONFLICT, duel_again())


@blueprint.get("/<token>/entry", endpoint="back_from_entry")
@blueprint.get("/<token>/typed", endpoint="back_from_typed")
@blueprint.get("/<token>/ready", endpoint="back_from_ready")
@blueprint.get("/<token>/unready", endpoint="back_from_unready")
@blueprint.get("/<token>/acts/<kind>", endpoint="back_from_acts")
def back_to_duel(token: DuelToken, kind: str = "") -> ResponseReturnValue:  # noqa: ARG001  # part of the address
    """Redirect to the duel, as when the answer to a form is reloaded or its language changed."""
    return see_other(duel_url(token))


def awaited_duel(token: DuelToken) -> DuelForViewer:
    """Find the duel, if it awaits the viewer in the phase of the form; raises DuelRefused."""
    viewed = duel_of(token, whole=True)
    stored = viewed.stored
    if viewed.player is None:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    if stored.phase is None or stored.phase != phase_of_form() or stored.times.is_out(viewed.player, now()):
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    if not viewed.is_awaited:
        raise DuelRefused(DuelRefusal.NOT_AWAITED)
    if viewed.player in stored.times.away:
        raise DuelRefused(DuelRefusal.TIME_OFF)
    return viewed


def other_window(refusal: DuelRefused) -> str:
    """Say that another window has saved something else, and what to do; raises any other refusal."""
    if refusal.code is not DuelRefusal.ANOTHER_ENTRY:
        raise refusal
    return gettext(
        "%(reason)s What you entered is below: check it and save it again if you still want it.",
        reason=refusal_message(refusal),
    )


class Stored(NamedTuple):
    """The duel after storing an entry; whether that took readiness back, and resolved the phase."""

    viewed: DuelForViewer
    unready: bool
    resolved: bool


def store_checked(viewed: DuelForViewer, checked: CheckedEntry, *, and_ready: bool) -> Stored:
    """Store an entry and, if asked, say ready; raises DuelRefused."""
    seen = seen_in_form()
    with writing() as session:
        locked = lock_awaited_duel(session, viewed.stored.token, me().id, checked.phase, now())
        unready = store_entry(locked, checked, now(), seen, arrived())
        resolved = store_readiness(locked, now()) if and_ready else False
        return Stored(locked.as_seen_now(viewed), unready, resolved)


def _store(viewed: DuelForViewer, checked: CheckedEntry) -> ResponseReturnValue:
    """Store an entry and go back to the duel, or ask for confirmation; raises DuelRefused."""
    and_ready = "ready" in request.form
    question = _question_before(viewed, checked.entry) if and_ready else None
    stored = store_checked(viewed, checked, and_ready=and_ready and not question)
    if question:
        return _ask(stored.viewed, question)
    if and_ready:
        _say_ready(resolved=stored.resolved)
    else:
        if stored.unready:
            flash(gettext("You changed your entry, so you are not done any more."))
        flash(_words_for_stored(stored))
    return see_other(duel_url(viewed.stored.token))


def _is_sure(of: str = OVERBID) -> bool:
    return request.form.get(SURE) == of


def _question_before(viewed: DuelForViewer, entry: Entry | None) -> Question | None:
    """Return the question before an entry is handed in, unless it is answered."""
    if viewed.player is not None and may_be_overbid(viewed.duel, viewed.player, entry):
        return None if _is_sure() else about(OVERBID, viewed)
    return None if _is_sure(SLIPS) else about_slips(viewed, entry, muted_kinds())


def _ask(viewed: DuelForViewer, question: Question) -> ResponseReturnValue:
    """Ask before the stored entry is handed in."""
    own, stored = viewed.own, viewed.stored
    seen = own.stored_at.isoformat() if own else ""
    fields = {"phase": str(stored.phase), "seen": seen}
    action = url_for("duels.ready", token=stored.token)
    return respond(QuestionPage(viewed, question, action, fields), HTTPStatus.UNPROCESSABLE_ENTITY)


def _words_for_stored(stored: Stored) -> str:
    if stored.viewed.is_ready:
        return gettext("No change: you are still done.")
    if stored.viewed.stored.clock.unlimited:
        return gettext("Saved. Press Done when you are ready.")
    return gettext("Saved. Press Done when you are ready; what is saved counts at the deadline anyway.")


def _say_ready(*, resolved: bool) -> None:
    """Say that the entry waits, unless the phase is over: then its results say enough."""
    if not resolved:
        flash(gettext("Done and sealed. Waiting for your opponent."))


@blueprint.post("/<token>/entry")
@players_only
def enter(token: DuelToken) -> ResponseReturnValue:
    """Store the form of the task and, if asked, say ready."""
    viewed = awaited_duel(token)
    sent = read_sent(viewed)
    try:
        return _store(viewed, sent.checked(viewed))
    except EntryRefused as refusal:
        if sent.form is not None:
            sent.form.refuse_all(refusal.faults)
        page = _refused_page(viewed, refusal.problem, sent)
        page.wrong_menus = {} if sent.form else refusal.faults
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    except DuelRefused as refusal:
        page = _refused_page(duel_of(viewed.stored.token), other_window(refusal), sent)
        return respond(page, HTTPStatus.CONFLICT)


def _refused_page(viewed: DuelForViewer, problem: str, sent: SentEntry) -> RefusedPage:
    values = None if sent.form else sent.values
    return RefusedPage(viewed, problem, form=sent.form, values=values)


@blueprint.post("/<token>/typed")
@players_only
def type_orders(token: DuelToken) -> ResponseReturnValue:
    """Store the orders of the typed box."""
    viewed = awaited_duel(token)
    if not viewed.duel.takes_orders:
        raise DuelRefused(DuelRefusal.NOT_AWAITED)
    typed = request.form.get("orders", "")
    try:
        return _store(viewed, check_entry(viewed, read_orders(typed, desk_of(viewed))))
    except SheetRefused as refusal:
        return respond(
            RefusedPage(viewed, typed=typed, faults=refusal.faults), HTTPStatus.UNPROCESSABLE_ENTITY
        )
    except EntryError as error:
        return respond(
            RefusedPage(viewed, typed=typed, faults=[entry_refusal_message(error)]),
            HTTPStatus.UNPROCESSABLE_ENTITY,
        )
    except DuelRefused as refusal:
        page = RefusedPage(duel_of(token), typed=typed, faults=[other_window(refusal)])
        return respond(page, HTTPStatus.CONFLICT)


@blueprint.post("/<token>/ready")
@players_only
def ready(token: DuelToken) -> ResponseReturnValue:
    """Hand in what is stored."""
    phase = phase_of_form()
    viewed = duel_of(token, whole=True)
    question = _question_before(viewed, viewed.entry) if viewed.stored.phase == phase else None
    if question:
        return _ask(viewed, question)
    try:
        with writing() as session:
            locked = lock_awaited_duel(session, token, me().id, phase, now())
            resolved = store_readiness(locked, now(), seen_in_form(), ask_overbid=not _is_sure())
    except MayBeOverbid:
        return ready(token)
    except DuelRefused as refusal:
        return _not_ready(token, refusal)
    _say_ready(resolved=resolved)
    return switched_off(see_other(duel_url(token)), request.form.getlist("unasked"))


def _not_ready(token: DuelToken, refusal: DuelRefused) -> ResponseReturnValue:
    """Show the duel, and say why its player is not ready; raises refusals that do not concern the entry."""
    if refusal.code is DuelRefusal.NOTHING_TO_HAND_IN:
        page = RefusedPage(duel_of(token), refusal_message(refusal))
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    if refusal.code is not DuelRefusal.ANOTHER_ENTRY:
        raise refusal
    problem = gettext(
        "Another window has saved something since you opened this page, so you are not done. "
        "Check what is saved below, then press Done again."
    )
    return respond(RefusedPage(duel_of(token), problem), HTTPStatus.CONFLICT)


@blueprint.post("/<token>/unready")
@players_only
def unready(token: DuelToken) -> ResponseReturnValue:
    """Take readiness back; the stored entry stays."""
    phase = phase_of_form()
    with writing() as session:
        store_unreadiness(lock_awaited_duel(session, token, me().id, phase, now()), now())
    flash(gettext("You are no longer done. What you saved is kept."))
    return see_other(duel_url(token))
