"""The page of a puzzle: its position, an attempt, its result."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import NamedTuple

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Power
from intimate.auction import Auction
from intimate.chapter import fates_of
from intimate.entries import Entry, Orders, Sheet
from intimate.errors import EntryError
from intimate.players import Player
from intimate.view import View
from learning.puzzle import THEMES, Puzzle, PuzzleKind
from learning.puzzle import puzzle as puzzle_of
from models.ids import DuelToken
from services.puzzles.judging import JudgedAnswer, judge, read_answer, replies_of, worths, write_answer
from services.puzzles.standing import attempt_of, count_attempt, daily, is_open, like, rating_of_puzzle
from web.board.picture import Picture, picture_of, picture_of_orders
from web.board.standing import lawless_powers
from web.core.limits import address, count
from web.core.links import see_other
from web.core.login import member
from web.core.page import rendered, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.answering import RATE, AnswerPage, arrows_entered, count_arrows
from web.duels.forms import SheetForm
from web.duels.messages import entry_refusal_message
from web.history.chapters import UnitRow, rows_by_power
from web.puzzles import words
from web.puzzles.index import blueprint
from web.words.failures import Failing, failings
from web.words.names import by_name
from web.words.orders import order_words


class ExpectedSheet(NamedTuple):
    """A sheet that the opponent may hand in: how often in a hundred cases, and its bids."""

    percent: int
    bids: Sequence[tuple[Power, int]]


def _unknown() -> ResponseReturnValue:
    return render_template("puzzles/unknown.html"), HTTPStatus.NOT_FOUND


@blueprint.get("/<key>")
def puzzle(key: str) -> ResponseReturnValue:
    """Answer with a puzzle."""
    found = puzzle_of(key)
    return respond(PuzzlePage(found)) if found else _unknown()


@blueprint.post("/<key>")
def attempt(key: str) -> ResponseReturnValue:
    """Judge an answer, show the solution, or go back to the question with the answer."""
    count(RATE, "puzzles", address())
    found = puzzle_of(key)
    if found is None:
        return _unknown()
    kept = read_answer(found, request.form.get("kept", ""))
    if "again" in request.form:
        return respond(PuzzlePage(found, kept))
    if "solution" in request.form:
        _count(found, 0.0)
        return respond(PuzzlePage(found, kept, judge(found, found.best), is_shown=True))
    page = PuzzlePage(found, kept)
    entry = page.entered()
    if entry is None:
        refused = PuzzlePage(found, kept, form=page.sheet_form)
        return respond(refused, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        tried = judge(found, entry)
    except EntryError as error:
        refused = PuzzlePage(found, kept, problem=entry_refusal_message(error))
        return respond(refused, HTTPStatus.UNPROCESSABLE_ENTITY)
    return respond(PuzzlePage(found, entry, tried, gain=_count(found, tried.score)))


def _count(puzzle: Puzzle, score: float) -> tuple[int, int] | None:
    """Count a member's first attempt; return their rating before and after it."""
    viewer = member()
    if viewer is None:
        return None
    with writing() as session:
        counted = count_attempt(session, viewer.id, puzzle.key, score, now())
    return (round(counted.before.rating), round(counted.after.rating)) if counted else None


@blueprint.post("/<key>/arrows")
def arrows(key: str) -> ResponseReturnValue:
    """Answer with the arrows of the orders in the form, before anything is judged."""
    count_arrows()
    found = puzzle_of(key)
    if found is None:
        return _unknown()
    return arrows_entered(View(found.start, found.player))


@blueprint.post("/<key>/opinion")
def opinion(key: str) -> ResponseReturnValue:
    """Note whether a member likes a puzzle that they have tried, and go on to the next one."""
    found, viewer = puzzle_of(key), member()
    if found is None:
        return _unknown()
    if viewer:
        with writing() as session:
            like(session, viewer.id, key, liked=request.form.get("liked") == "yes")
    return see_other(url_for("puzzles.following", after=key, theme=request.args.get("theme")))


class PuzzlePage(AnswerPage):
    """The page of a puzzle, with the question or the result of an answer."""

    template = "puzzles/puzzle.html"

    def __init__(
        self,
        puzzle: Puzzle,
        kept: Entry | None = None,
        tried: JudgedAnswer | None = None,
        *,
        form: SheetForm | None = None,
        problem: str = "",
        gain: tuple[int, int] | None = None,
        is_shown: bool = False,
    ) -> None:
        """kept: the former answer, to alter it. tried: the result of an answer.

        form, problem: a refused sheet, and why an entry was refused. gain: the rating before and after.
        is_shown: whether the viewer has asked for the solution, which was then tried.
        """
        self.puzzle, self.kept, self.tried, self.problem = puzzle, kept, tried, problem
        self.gain, self.is_shown, self.refused = gain, is_shown, form
        self.view = View(puzzle.start, puzzle.player)
        self.is_refused = bool(form or problem)

    def key(self) -> Hashable:
        """The puzzle and its stream, before the first answer."""
        return None if self.kept or self.tried or self.is_refused else (self.puzzle.key, self.theme)

    def of_day(self) -> str:
        """Say of the puzzle of the day that it is that one."""
        words = gettext("Puzzle of the day")
        return f" · {words}" if self.puzzle.key == daily(now()) else ""

    def report(self) -> str:
        """The way to report that something is wrong with the puzzle."""
        return rendered("puzzles/report.html", key=self.puzzle.key)

    def opinion(self) -> str:
        """The buttons for a member who has tried the puzzle."""
        viewer = member()
        found = attempt_of(db(), viewer.id, self.puzzle.key) if viewer else None
        if found is None:
            return ""
        return rendered("puzzles/opinion.html", key=self.puzzle.key, theme=self.theme, liked=found.liked)

    @property
    def theme(self) -> str | None:
        """The viewer's stream; None for all themes."""
        theme = request.args.get("theme")
        return theme if theme in THEMES else None

    @property
    def title(self) -> str:
        """The theme of the puzzle."""
        return words.theme_name(self.puzzle)

    @property
    def question(self) -> str:
        """The question."""
        return words.question(self.puzzle)

    @property
    def threat(self) -> str:
        """The units that a guarantee must withstand."""
        return words.threat(self.puzzle)

    @property
    def turn(self) -> str:
        """Which side the viewer plays."""
        return words.turn(self.puzzle)

    @property
    def is_right(self) -> bool:
        """True if the answer is right, or if the puzzle has no wrong ones."""
        return bool(self.tried and (self.tried.is_right or self.puzzle.kind is PuzzleKind.MIX))

    @property
    def headline(self) -> str:
        """The result of the answer, in a word."""
        return words.headline(self.puzzle, self.tried) if self.tried else ""

    @property
    def why(self) -> str:
        """Why it is right or wrong."""
        return words.why(self.puzzle, self.tried, replies_of(self.puzzle)) if self.tried else ""

    @property
    def source(self) -> str:
        """The duel that the puzzle is from."""
        return words.source(self.puzzle)

    @property
    def source_is_open(self) -> bool:
        """True if that duel is one of this site, and public."""
        return bool(self.puzzle.source.duel) and is_open(db(), DuelToken(self.puzzle.source.duel))

    @property
    def difficulty(self) -> int:
        """The rating of the puzzle."""
        return round(rating_of_puzzle(db(), self.puzzle.key))

    @property
    def asks(self) -> bool:
        """True until an answer was judged."""
        return self.tried is None

    @property
    def kept_entry(self) -> Entry | None:
        """The former answer."""
        return self.kept

    @property
    def reserves(self) -> tuple[int, int]:
        """The viewer's reserve and the other player's, after the auction if it was held."""
        duel = self.tried.chapter.after if self.tried else self.puzzle.start
        return duel.credits[self.puzzle.player], duel.credits[self.puzzle.player.opponent]

    @property
    def kept_text(self) -> str:
        """The answer, for the form that goes back to it."""
        return write_answer(self.kept) if self.kept else ""

    @cached_property
    def picture(self) -> Picture:
        """The board: with the answer and the reply, once it was judged."""
        start = self.puzzle.start
        if self.tried is None or self.is_auction:
            return picture_of(start, gettext("The board"))
        chapter = self.tried.chapter
        return picture_of_orders(start, chapter.after, fates_of(chapter, start), gettext("The board"))

    @property
    def outcomes(self) -> Mapping[Power, Sequence[UnitRow]]:
        """The outcomes of both sides' orders."""
        assert self.tried  # noqa: S101  # asked for then alone
        start = self.puzzle.start
        return rows_by_power(fates_of(self.tried.chapter, start), lawless=lawless_powers(start))

    @property
    def why_unsolved(self) -> Sequence[Failing]:
        """The viewer's orders that failed because of the reply, with reasons."""
        if not self.tried or self.puzzle.kind is not PuzzleKind.GUARANTEE or self.tried.is_right:
            return ()
        start = self.puzzle.start
        fates = fates_of(self.tried.chapter, start)
        return failings(
            fate
            for fate in fates
            if start.commander(fate.power) is self.puzzle.player and fate.outcome.reasons
        )

    @property
    def solution(self) -> Sequence[tuple[Power, str]]:
        """The best answer that is known, power by power."""
        best = self.puzzle.best
        if isinstance(best, Orders):
            return [
                (power, ", ".join(order_words(order) for order in orders))
                for power, orders in best.by_power.items()
            ]
        bids = best.bids if isinstance(best, Sheet) else {}
        return [(power, str(bids.get(power, 0))) for power in by_name(self.puzzle.start.for_hire)]

    @property
    def sheets(self) -> Sequence[ExpectedSheet]:
        """The sheets that the opponent may hand in."""
        powers = by_name(self.puzzle.start.for_hire)
        return [
            ExpectedSheet(round(100 * odds), [(power, entry.bids.get(power, 0)) for power in powers])
            for entry, odds in self.puzzle.enemy
            if isinstance(entry, Sheet)
        ]

    @cached_property
    def worths(self) -> Mapping[Power, int]:
        """The value of each mercenary for the viewer, a hundred in all."""
        return worths(self.puzzle)

    @property
    def auction(self) -> Auction | None:
        """The auction that was tried."""
        return self.tried.chapter.auction if self.tried else None

    @property
    def bids(self) -> Sequence[tuple[Power, int, int, Player | None]]:
        """Each mercenary with both bids, and its commander."""
        tried = self.tried
        assert tried  # noqa: S101  # asked for then alone
        own, other = (entry.bids if isinstance(entry, Sheet) else {} for entry in (tried.entry, tried.reply))
        control = tried.chapter.auction.control if tried.chapter.auction else {}
        return [
            (power, own.get(power, 0), other.get(power, 0), control.get(power))
            for power in by_name(self.puzzle.start.for_hire)
        ]
