"""Rematches: the same terms, with home powers chosen anew or exchanged."""

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from models.ids import DuelToken
from services.challenges.challenges import offer_rematch, waiting_offer
from services.challenges.refusals import ChallengeRefused
from services.duels.access import find_duel
from services.duels.refusals import DuelRefusal, DuelRefused
from web.core.configuration import most_duels
from web.core.links import duel_url, see_other
from web.core.login import me, players_only
from web.core.messages import refusal_message
from web.core.page import rendered
from web.core.session import db, now, writing
from web.duels.frame import DuelPart
from web.words.names import names_of

blueprint = Blueprint("rematch", __name__)


class RematchPart(DuelPart):
    """The ways to a rematch."""

    name = "rematch"

    def ways(self) -> str:
        """The ways to a rematch: to offer one, to answer the opponent's, to wait for their answer."""
        player = self.viewed.player
        if player is None:
            return ""
        if self.stored.level is not None:
            return rendered("practice/again.html", page=self.page)
        if self.stored.is_against_level:
            return ""
        me, opponent = self.stored.players[player], self.stored.players[player.opponent]
        return rendered(
            "challenges/rematch.html",
            page=self.page,
            theirs=waiting_offer(db(), opponent.id, me.id),
            mine=waiting_offer(db(), me.id, opponent.id),
        )


@blueprint.post("/duels/<token>/rematch")
@players_only
def offer(token: DuelToken) -> ResponseReturnValue:
    """Challenge the opponent again, and go to the challenge: to theirs, if they were first."""
    exchanged = request.form.get("homes") == "exchanged"
    opponent = ""
    try:
        with writing() as session:
            viewed = find_duel(session, token, me().id, whole=True)
            opponent = names_of(viewed.stored)[viewed.player.opponent] if viewed.player else ""
            challenge = offer_rematch(
                session, viewed.stored, me().id, now(), exchanged=exchanged, most_duels=most_duels()
            )
            return see_other(url_for("challenges.show", token=challenge.token))
    except (ChallengeRefused, DuelRefused) as error:
        if error.code is DuelRefusal.NOT_A_PLAYER:
            raise
        flash(refusal_message(error, name=opponent))
    return see_other(duel_url(token))
