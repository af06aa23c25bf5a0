"""What players do besides their entries: draws, stalemates, concessions; arriving, time off, pauses."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from flask import abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Phase
from intimate.errors import EventError
from intimate.events import BY_PLAYERS, EventKind
from models.ids import DuelToken
from services.duels.access import DuelForViewer, lock_duel
from services.duels.events import ClockAct, store_clock_act, store_event
from services.duels.refusals import DuelRefusal, DuelRefused
from web.core.links import duel_url, see_other
from web.core.login import me, members_only, players_only
from web.core.messages import refusal_message
from web.core.page import respond
from web.core.session import now, writing
from web.core.translation import gettext
from web.duels.finding import blueprint, duel_of
from web.duels.page import RefusedPage
from web.duels.questions import CONFIRMED_ACTS, SURE, YES, QuestionPage, about, why_no_end
from web.duels.sent_entry import phase_seen
from web.duels.stalemates import missing_in_words


@blueprint.app_context_processor
def kinds() -> dict[str, Any]:
    """Let templates name the kinds of events."""
    return {"EventKind": EventKind}


def done(kind: EventKind) -> str:
    """Say that an act is done; the duel goes on."""
    words = {
        EventKind.DRAW_OFFERED: gettext(
            "You have offered a draw. It stands until the next phase is resolved."
        ),
        EventKind.DRAW_DECLINED: gettext("You have declined the draw. The duel goes on."),
        EventKind.DRAW_WITHDRAWN: gettext("You have withdrawn your offer of a draw."),
        EventKind.STALEMATE_CLAIMED: gettext("You have claimed a stalemate."),
        EventKind.STALEMATE_WITHDRAWN: gettext("You have withdrawn your claim of a stalemate."),
        EventKind.END_ASKED: gettext("You have asked to end the duel early."),
        EventKind.END_VETOED: gettext("You have vetoed the early end. The duel goes on."),
        EventKind.END_VOTED_DOWN: gettext("You have voted against the early end. The duel goes on."),
        EventKind.END_AGREED: gettext("You have agreed: the duel is over."),
    }
    return words[kind]


def event_refusal_message(error: EventError, viewed: DuelForViewer) -> Sequence[str]:
    """Say why an event cannot happen now; for an early claim, what is missing."""
    if error.code == "claim_too_early":
        rule = gettext("A stalemate can be claimed once no mercenary has a unit or a supply centre.")
        return [rule, *missing_in_words(viewed.view.in_the_way)]
    words = {
        "no_offer": gettext("There is no offer of a draw any more."),
        "no_claim": gettext("There is no claim of a stalemate any more."),
        "ended": gettext("The duel is over."),
        "in_practice": gettext("The site’s bot answers no offers."),
        **why_no_end(),
    }
    return [words.get(error.code, gettext("This cannot be done now."))]


def _question(token: DuelToken, kind: EventKind, phase: Phase) -> QuestionPage | None:
    """Return the page that asks before an act; None if there is no question, or the act is not possible."""
    if kind not in CONFIRMED_ACTS:
        return None
    viewed = duel_of(token)
    if viewed.player is None:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    question = about(kind, viewed)
    if question is None or viewed.stored.phase != phase or not viewed.view.can(kind):
        return None
    action = url_for("duels.event", token=token, kind=kind)
    return QuestionPage(viewed, question, action, {"phase": str(phase)})


@blueprint.post("/<token>/acts/<kind>")
@players_only
def event(token: DuelToken, kind: str) -> ResponseReturnValue:
    """Carry out a player's act besides the entries, ask first, or say why it is not possible."""
    if kind not in set(BY_PLAYERS):
        abort(HTTPStatus.NOT_FOUND)
    wanted = EventKind(kind)
    phase = phase_seen()
    page = _question(token, wanted, phase) if request.form.get(SURE) != YES else None
    if page:
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with writing() as session:
            locked = lock_duel(session, token, me().id)
            store_event(locked, wanted, phase, now())
            is_over = locked.stored.phase is None
    except DuelRefused as refused:
        if refused.code is not DuelRefusal.TOO_MANY_ACTS:
            raise
        return respond(RefusedPage(duel_of(token), refusal_message(refused)), HTTPStatus.CONFLICT)
    except EventError as error:
        viewed = duel_of(token)
        return respond(
            RefusedPage(viewed, " ".join(event_refusal_message(error, viewed))), HTTPStatus.CONFLICT
        )
    if not is_over:  # the card of the end says more, and a flash would cover it
        flash(done(wanted))
    return see_other(duel_url(token))


@blueprint.get("/<token>/time/<name>", endpoint="back_from_time")
def back_to_duel(token: DuelToken, name: str) -> ResponseReturnValue:  # noqa: ARG001  # part of the address
    """Redirect to the duel, as when the answer to a form is reloaded."""
    return see_other(duel_url(token))


@blueprint.post("/<token>/time/<name>")
@members_only
def clock_act(token: DuelToken, name: str) -> ResponseReturnValue:
    """Carry out a player's act about the clocks, or say why it is not possible."""
    if name not in set(ClockAct):
        abort(HTTPStatus.NOT_FOUND)
    act = ClockAct(name)
    phase = phase_seen()
    try:
        with writing() as session:
            locked = lock_duel(session, token, me().id)
            paused = locked.stored.times.pause
            store_clock_act(locked, act, phase, now())
            agreed = paused is None and locked.stored.times.pause is not None
            begun = act is ClockAct.COME and locked.stored.times.opens_until is None
    except DuelRefused as refused:
        if refused.code is not DuelRefusal.CLOCKS_CHANGED:
            raise
        return respond(RefusedPage(duel_of(token), refusal_message(refused)), HTTPStatus.CONFLICT)
    flash(gettext("The duel begins.") if begun else _done(act, agreed=agreed))
    return see_other(duel_url(token))


def _done(act: ClockAct, *, agreed: bool) -> str:
    """Say that an act about the clocks is done; agreed: both players want the pause."""
    if agreed:
        return gettext("The duel is paused. Either of you can end the pause.")
    words = {
        ClockAct.COME: gettext("You are here. The duel begins as soon as both are."),
        ClockAct.TAKE_TIME_OFF: gettext("You have time off: your clock stops until you are back."),
        ClockAct.COME_BACK: gettext("You are back, and your time runs again."),
        ClockAct.OFFER_PAUSE: gettext("You have offered a pause. It begins when your opponent agrees."),
        ClockAct.REFUSE_PAUSE: gettext("There is no offer of a pause any more."),
        ClockAct.RESUME: gettext("The pause is over: time runs again."),
        ClockAct.GRANT: gettext("Your opponent has the time of one more phase."),
    }
    return words[act]
