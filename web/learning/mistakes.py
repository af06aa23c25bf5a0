"""The worst moments of one's own finished duel, to improve them."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from http import HTTPStatus

from flask.typing import ResponseReturnValue

from adjudicator import PhaseKind
from intimate.entries import Entry, Orders
from intimate.errors import EntryError
from intimate.view import View
from models.ids import DuelToken
from services.analysis.mistakes import is_better, reasons, worst_moments
from services.duels.access import DuelForViewer
from services.history.chapters import load_chapter, load_duel
from services.refused import NotFound
from web.analysis.part import Judged
from web.board.picture import Picture, pending_arrows, picture_of
from web.core.limits import address, count
from web.core.page import respond
from web.core.session import db
from web.core.translation import gettext
from web.duels.answering import RATE, AnswerPage, arrows_entered, count_arrows
from web.duels.finding import duel_of
from web.duels.forms import SheetForm
from web.duels.messages import entry_refusal_message
from web.learning.index import blueprint
from web.practice.words import empty_plan, motive_words, plan_lines
from web.words.chapters import phase_name
from web.words.numbers import points_words


class MistakePage(AnswerPage):
    """One of a player's worst moments: the position before it, their new answer, and its value."""

    template = "learning/mistake.html"

    def __init__(
        self, viewed: DuelForViewer, number: int, *, form: SheetForm | None = None, problem: str = ""
    ) -> None:
        """number: of the moment, from 1. Raises NotFound for anybody but a player of an analysed duel."""
        if viewed.player is None or not viewed.was_judged:
            raise NotFound
        self.viewed, self.number, self.player = viewed, number, viewed.player
        self.moments = worst_moments(Judged(viewed).course, self.player)
        if not 1 <= number <= len(self.moments):
            raise NotFound
        self.chapter = self.moments[number - 1]
        past = load_chapter(db(), viewed.stored, self.chapter.ordinal)
        self.entries = past.chapter.entries
        self.view = View(past.before or load_duel(db(), viewed.stored, past.ordinal), self.player)
        self.refused, self.problem = form, problem
        self.answer: Entry | None = None
        self.is_solved = False

    def key(self) -> Hashable:
        """None: each is seen by its player alone."""
        return None

    def judge(self, answer: Entry) -> None:
        """Judge an answer; raises EntryError for what cannot be entered."""
        self.is_solved = is_better(self.chapter, self.view.duel, self.entries, self.player, answer)
        self.answer = answer

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return phase_name(self.chapter.phase)

    @property
    def given_away(self) -> str:
        """What the player gave away in it."""
        return points_words(self.chapter.given_up(self.player) or 0)

    @property
    def asks(self) -> bool:
        """True until an answer was judged."""
        return self.answer is None

    @property
    def better(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The best plan, in words by power."""
        return plan_lines(self._best, winter=self.view.duel.kind is PhaseKind.ADJUSTMENTS)

    @property
    def better_is_nothing(self) -> str:
        """The text for a best plan without orders."""
        return empty_plan(self.chapter.phase.kind)

    @property
    def reasons(self) -> Sequence[str]:
        """The motives of the best plan."""
        return [motive_words(motive) for motive in reasons(self.view, self._best)]

    @property
    def _best(self) -> Entry:
        return self.chapter.plans(self.player)[0].entry

    @property
    def reserves(self) -> tuple[int, int]:
        """The reserves of the player and of the opponent."""
        credits_then = self.view.duel.credits
        return credits_then[self.player], credits_then[self.player.opponent]

    @cached_property
    def picture(self) -> Picture:
        """The board before the phase; then with the arrows of the answer, or of a better one."""
        duel = self.view.duel
        drawn = picture_of(duel, gettext("The board"))
        shown = self.answer if self.is_solved else self._best
        if self.answer is None or not isinstance(shown, Orders):
            return drawn
        return replace(drawn, arrows=pending_arrows(duel, shown))


@blueprint.get("/mistakes/<token>/<int:number>")
def mistake(token: DuelToken, number: int) -> ResponseReturnValue:
    """Show one of the viewer's worst moments in a finished duel."""
    return respond(MistakePage(duel_of(token), number))


@blueprint.post("/mistakes/<token>/<int:number>")
def answer_mistake(token: DuelToken, number: int) -> ResponseReturnValue:
    """Judge what the viewer would enter instead."""
    count(RATE, "lessons", address())
    viewed = duel_of(token)
    page = MistakePage(viewed, number)
    entry = page.entered()
    if entry is None:
        return respond(MistakePage(viewed, number, form=page.sheet_form), HTTPStatus.UNPROCESSABLE_ENTITY)
    judged = MistakePage(viewed, number)
    try:
        judged.judge(entry)
    except EntryError as error:
        refused = MistakePage(viewed, number, problem=entry_refusal_message(error))
        return respond(refused, HTTPStatus.UNPROCESSABLE_ENTITY)
    return respond(judged)


@blueprint.post("/mistakes/<token>/<int:number>/arrows")
def mistake_arrows(token: DuelToken, number: int) -> ResponseReturnValue:
    """Answer with the arrows of the orders in the form."""
    count_arrows()
    return arrows_entered(MistakePage(duel_of(token), number).view)
