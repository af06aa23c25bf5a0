"""A finished duel is played again, on the same terms, with home powers chosen anew or exchanged."""

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from services.challenges.challenges import OpponentClosed, TooManyWaiting
from services.challenges.rematch import StillRunning, offer_rematch
from services.duels.tables import find_table
from web.frame.links import duel_url, see_other
from web.frame.login import me, members_only
from web.frame.session import now, writing
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give this its address."""
    blueprint.add_url_rule("/<token>/rematch", "rematch", rematch, methods=["POST"])


@members_only
def rematch(token: str) -> ResponseReturnValue:
    """Challenge the opponent again, and lead to the challenge: to theirs, where they were first."""
    exchanged = request.form.get("homes") == "exchanged"
    try:
        with writing() as session:
            stored = find_table(session, token, me().id, whole=True).stored
            challenge = offer_rematch(session, stored, me().id, now(), exchanged=exchanged)
            return see_other(url_for("challenges.show", token=challenge.token))
    except StillRunning:
        flash(gettext("This duel is not over yet."))
    except OpponentClosed:
        flash(gettext("This account is closed."))
    except TooManyWaiting:
        flash(gettext("You have too many challenges waiting: withdraw one first."))
    return see_other(duel_url(token))
