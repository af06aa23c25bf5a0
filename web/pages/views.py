"""The front page, the rules, and the page about time."""

from collections.abc import Hashable, Sequence
from http import HTTPStatus

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from services.challenges.lists import ListedChallenge, open_to
from services.duels.lists import ListedDuel, public
from services.duels.tables import UnknownDuel
from services.history.film import find_shown
from web.challenges.lists import ChallengeSlots
from web.duels.lists import DuelList, index
from web.frame.errors import page as error_page
from web.frame.login import member
from web.frame.page import Frame, rendered, respond
from web.frame.session import db
from web.pages import fair_play, privacy, programs, time
from web.pages.living import LivingBoard
from web.practice.seen import practice_seen, wish_of_reader

FEW = 3

blueprint = Blueprint("pages", __name__)
time.register(blueprint)
fair_play.register(blueprint)
privacy.register(blueprint)
programs.register(blueprint)


class FrontPage(DuelList, ChallengeSlots):
    """The introduction to duels, and the ways into one."""

    template = "pages/front.html"

    def __init__(
        self, running: Sequence[ListedDuel], waiting: Sequence[ListedChallenge], living: LivingBoard
    ) -> None:
        super().__init__(running)
        self.running, self.waiting, self.living = running, waiting, living
        self.shown = (waiting,)

    def key(self) -> Hashable:
        """The duels, their versions, the challenges, and the duel on the board."""
        return super().key(), tuple(challenge.id for challenge in self.waiting), self.living.name

    def practise(self) -> str:
        """The way into practice: begun at once as it was begun last, or the duel that goes on."""
        return rendered("practice/front.html", running=practice_seen().running, wish=wish_of_reader())


class RulesPage(Frame):
    """The rules of the duel in plain words."""

    template = "pages/rules.html"

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()


@blueprint.errorhandler(UnknownDuel)
def unknown(_: UnknownDuel) -> ResponseReturnValue:
    """The page of a member's duels begins after one that they may not see, or that there is not."""
    return error_page(HTTPStatus.NOT_FOUND)


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """Answer with the front page; to members with their duels."""
    if member():
        return index()
    living = LivingBoard(find_shown(db()))
    running, waiting = public(db(), ended=False, most=FEW), open_to(db(), None, most=FEW)
    return respond(FrontPage(running, waiting, living))


@blueprint.get("/living.json")
def film() -> Response:
    """Answer with the steps of the board of the front page, in the reader's language."""
    response = jsonify(LivingBoard(find_shown(db())).steps())
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@blueprint.get("/rules")
def rules() -> ResponseReturnValue:
    """Answer with the rules."""
    return respond(RulesPage())
