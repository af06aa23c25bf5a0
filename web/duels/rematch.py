"""A finished duel is played again, on the same terms, with home powers chosen anew or exchanged."""

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from services.challenges.errors import ChallengeRefused
from services.challenges.rematch import MatchRunning, StillRunning, offer_rematch
from services.duels.tables import find_table
from services.finding.limits import TooManyDuels
from web.finding.words import why_not
from web.frame.configuration import most_duels
from web.frame.links import duel_url, see_other
from web.frame.login import me, members_only
from web.frame.session import now, writing
from web.frame.translation import gettext
from web.words.names import names_of


def register(blueprint: Blueprint) -> None:
    """Give this its address."""
    blueprint.add_url_rule("/<token>/rematch", "rematch", rematch, methods=["POST"])


@members_only
def rematch(token: str) -> ResponseReturnValue:
    """Challenge the opponent again, and lead to the challenge: to theirs, where they were first."""
    exchanged = request.form.get("homes") == "exchanged"
    opponent = ""
    try:
        with writing() as session:
            table = find_table(session, token, me().id, whole=True)
            opponent = names_of(table.stored)[table.player.opponent] if table.player else ""
            challenge = offer_rematch(
                session, table.stored, me().id, now(), exchanged=exchanged, most_duels=most_duels()
            )
            return see_other(url_for("challenges.show", token=challenge.token))
    except MatchRunning:
        flash(gettext("The match is not over yet: its other duel comes first."))
    except StillRunning:
        flash(gettext("This duel is not over yet."))
    except (ChallengeRefused, TooManyDuels) as error:
        flash(why_not(error, opponent))
    return see_other(duel_url(token))
