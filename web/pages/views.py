"""The front page and the rules."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from flask import Blueprint
from flask.typing import ResponseReturnValue

from services.challenges.challenges import ListedChallenge, open_to
from services.duels.lists import ListedDuel, public
from web.duels.lists import DuelList
from web.duels.table import reader_id
from web.frame.page import Frame, respond
from web.frame.session import db
from web.words.times import instant

FEW = 6

blueprint = Blueprint("pages", __name__)


class FrontPage(DuelList):
    """The introduction to duels, and the ways into one."""

    template = "pages/front.html"

    def __init__(self, running: Sequence[ListedDuel], waiting: Sequence[ListedChallenge]) -> None:
        super().__init__(running)
        self.running, self.waiting = running, waiting

    def key(self) -> Hashable:
        """The duels, their versions, and the challenges."""
        return super().key(), tuple(challenge.id for challenge in self.waiting)

    @cached_property
    def _challenges(self) -> Mapping[str, ListedChallenge]:
        return {challenge.token: challenge for challenge in self.waiting}

    def made(self, token: str) -> str:
        """The time since a challenge was made."""
        return instant(self._challenges[token].created_at)


class RulesPage(Frame):
    """The rules of the duel in plain words."""

    template = "pages/rules.html"

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """Answer with the front page."""
    return respond(FrontPage(public(db(), ended=False, most=FEW), open_to(db(), reader_id(), most=FEW)))


@blueprint.get("/rules")
def rules() -> ResponseReturnValue:
    """Answer with the rules."""
    return respond(RulesPage())
