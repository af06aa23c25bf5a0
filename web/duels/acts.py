"""Draws, stalemates and concessions."""

from flask import Blueprint, abort, flash, redirect, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from services import duels, happenings
from services.happenings import EventError
from web.duels.show import duel_page
from web.links import duel_url, this_duel
from web.login import me, members_only
from web.resend import show_again
from web.session import db, now

CONFLICT, NOT_FOUND, UNPROCESSABLE = 409, 404, 422


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/acts/<kind>", "act", act, methods=["POST"])
    blueprint.register_error_handler(happenings.ChangedMeanwhile, changed_meanwhile)


def changed_meanwhile(_: happenings.ChangedMeanwhile) -> ResponseReturnValue:
    """The reader decided on what is past."""
    return show_again(
        gettext("The duel has moved on"),
        gettext("A phase was resolved since you opened the page. Look at the duel again, then decide."),
        CONFLICT,
        this_duel(),
    )


def done(kind: str) -> str | None:
    """What to say when it is done; None for what players cannot do."""
    words = {
        "conceded": gettext("You have conceded the duel."),
        "draw_offered": gettext("You have offered a draw. It stands until the next phase is resolved."),
        "draw_agreed": gettext("The duel is drawn."),
        "stalemate_claimed": gettext("You have claimed a stalemate."),
        "stalemate_agreed": gettext("You have agreed: the duel ends in a stalemate."),
    }
    return words.get(kind)


def why_not(error: EventError) -> str:
    """Why it cannot be done now."""
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
def act(token: str, kind: str) -> ResponseReturnValue:
    """Do it, or say why not."""
    words = done(kind)
    if words is None:
        abort(NOT_FOUND)
    if kind == "conceded" and request.form.get("sure") != "yes":
        stored, _ = duels.locked(db(), token, me().id)
        problem = gettext("Tick the box first: a concession cannot be taken back.")
        return duel_page(stored, UNPROCESSABLE, problem=problem)
    try:
        happenings.act(db(), token, me().id, kind, request.form.get("phase", ""), now())
    except EventError as error:
        return duel_page(duels.find(db(), token, me().id), CONFLICT, problem=why_not(error))
    flash(words)
    return redirect(duel_url(token), 303)
