"""Draws, stalemates and concessions."""

from http import HTTPStatus

from flask import Blueprint, abort, flash, request
from flask.typing import ResponseReturnValue

from intimate.errors import EventError
from intimate.events import BY_PLAYERS, EventKind
from services.duels.events import ChangedMeanwhile, store_event
from services.duels.tables import NotAPlayer, PhaseOver, take_seat
from web.duels.refused import RefusedPage
from web.duels.sent import phase_of_form
from web.duels.table import table_of
from web.frame.links import duel_url, see_other, this_duel
from web.frame.login import me, members_only
from web.frame.page import respond
from web.frame.resend import show_again
from web.frame.session import now, writing
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/acts/<kind>", "event", event, methods=["POST"])
    blueprint.app_context_processor(lambda: {"EventKind": EventKind})
    blueprint.register_error_handler(ChangedMeanwhile, changed_meanwhile)


def changed_meanwhile(_: ChangedMeanwhile) -> ResponseReturnValue:
    """The reader decided on what is past."""
    return show_again(
        gettext("The duel has moved on"),
        gettext("A phase was resolved since you opened the page. Look at the duel again, then decide."),
        HTTPStatus.CONFLICT,
        this_duel(),
    )


def done(kind: EventKind) -> str:
    """Say that it is done."""
    words = {
        EventKind.CONCEDED: gettext("You have conceded the duel."),
        EventKind.DRAW_OFFERED: gettext(
            "You have offered a draw. It stands until the next phase is resolved."
        ),
        EventKind.DRAW_AGREED: gettext("The duel is drawn."),
        EventKind.STALEMATE_CLAIMED: gettext("You have claimed a stalemate."),
        EventKind.STALEMATE_AGREED: gettext("You have agreed: the duel ends in a stalemate."),
    }
    return words[kind]


def why_not(error: EventError) -> str:
    """Say why it cannot be done now."""
    words = {
        "claim_too_early": gettext(
            "A stalemate can be claimed once no mercenary has a unit or a supply centre. Some still do."
        ),
        "no_offer": gettext("There is no offer of a draw any more."),
        "no_claim": gettext("There is no claim of a stalemate any more."),
        "ended": gettext("The duel is over."),
    }
    return words.get(error.code, gettext("This cannot be done now."))


@members_only
def event(token: str, kind: str) -> ResponseReturnValue:
    """Let a player concede, offer or agree, or say why they cannot."""
    if kind not in set(BY_PLAYERS):
        abort(HTTPStatus.NOT_FOUND)
    wanted = EventKind(kind)
    if wanted is EventKind.CONCEDED and request.form.get("sure") != "yes":
        table = table_of(token)
        if table.player is None:
            raise NotAPlayer
        problem = gettext("Tick the box first: a concession cannot be taken back.")
        return respond(RefusedPage(table, problem), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        phase = phase_of_form()
    except PhaseOver as error:
        raise ChangedMeanwhile from error
    try:
        with writing() as session:
            store_event(take_seat(session, token, me().id), wanted, phase, now())
    except EventError as error:
        return respond(RefusedPage(table_of(token), why_not(error)), HTTPStatus.CONFLICT)
    flash(done(wanted))
    return see_other(duel_url(token))
