"""The page of a lesson: its position, an attempt, its result."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from http import HTTPStatus

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Location, PhaseKind, Power
from intimate.auction import Auction
from intimate.chapter import fates_of
from intimate.entries import Entry, sheets_of
from intimate.errors import EntryError
from intimate.players import Player
from intimate.view import View
from learning.course import course, following, lessons_of
from learning.goals import LEARNER, Goal
from learning.lesson import Attempt, Lesson
from services.learning import SOLVED, BrokenAttempt, has_no_way, note, read_attempt, try_lesson, write_attempt
from web.board.picture import Picture, picture_of, picture_of_orders
from web.board.points import Point, shapes, unit_point, view_box
from web.board.standing import lawless_powers
from web.core.limits import address, count
from web.core.links import see_other
from web.core.login import member
from web.core.page import rendered, respond
from web.core.session import writing
from web.core.translation import gettext, ngettext
from web.duels.answering import RATE, AnswerPage, arrows_entered, count_arrows
from web.duels.forms import SheetForm
from web.duels.messages import entry_refusal_message
from web.history.chapters import UnitRow, rows_by_power
from web.learning.index import blueprint
from web.learning.messages import PARTS as PART_WORDS
from web.learning.messages import WORDS, LessonWords, orders_failed, why_unsolved
from web.words.failures import Failing
from web.words.names import by_name, definite_name


@blueprint.get("/<key>")
def lesson(key: str) -> ResponseReturnValue:
    """Answer with a lesson from its beginning."""
    found = course().get(key)
    return respond(LessonPage(found)) if found else _unknown()


def _unknown() -> ResponseReturnValue:
    return render_template("learning/unknown.html"), HTTPStatus.NOT_FOUND


@blueprint.post("/<key>")
def attempt(key: str) -> ResponseReturnValue:
    """Judge an attempt, or go back to the beginning and keep the entries."""
    count(RATE, "lessons", address())
    found = course().get(key)
    if found is None:
        return _unknown()
    try:
        past = read_attempt(found, request.form.get("past", ""))
        kept = read_attempt(found, request.form.get("kept", ""))
    except BrokenAttempt:
        return see_other(url_for("learning.lesson", key=key))
    if "again" in request.form:
        return respond(LessonPage(found, kept=kept))
    return _judge(found, past, kept)


def _judge(lesson: Lesson, past: Attempt, kept: Attempt) -> ResponseReturnValue:
    page = LessonPage(lesson, past, kept)
    if page.is_over:
        return respond(page)
    entry = page.entered()
    if entry is None:
        refused = LessonPage(lesson, past, kept, form=page.sheet_form)
        return respond(refused, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        tried = (*past, entry)
        # Orders kept for later phases belong to the former entry; after another one, their units may not be
        # there.
        later = kept[len(tried) :] if kept[: len(tried)] == tried else ()
        judged = LessonPage(lesson, tried, (*tried, *later))
    except EntryError as error:
        return respond(
            LessonPage(lesson, past, kept, problem=entry_refusal_message(error)),
            HTTPStatus.UNPROCESSABLE_ENTITY,
        )
    viewer = member()
    if judged.is_solved and viewer:
        with writing() as session:
            note(session, viewer.id, {lesson.key: SOLVED})
    return respond(judged)


@blueprint.post("/<key>/arrows")
def arrows(key: str) -> ResponseReturnValue:
    """Answer with arrows for the orders in the form, before anything is judged."""
    count_arrows()
    found = course().get(key)
    try:
        past = read_attempt(found, request.form.get("past", "")) if found else ()
    except BrokenAttempt:
        found = None
    if found is None:
        return _unknown()
    return arrows_entered(View(try_lesson(found, past).duel, LEARNER))


class LessonPage(AnswerPage):
    """The page of a lesson: at its beginning, between two phases, or judged."""

    template = "learning/lesson.html"

    def __init__(
        self,
        lesson: Lesson,
        past: Attempt = (),
        kept: Attempt = (),
        *,
        form: SheetForm | None = None,
        problem: str = "",
    ) -> None:
        """past: the judged phases. kept: the former entry, to alter it.

        form, problem: a refused sheet, and why an entry was refused. Raises EntryError.
        """
        self.lesson, self.past, self.kept, self.problem = lesson, past, kept, problem
        self.verdict = try_lesson(lesson, past)
        self.view = View(self.verdict.duel, LEARNER)
        self.refused = form
        self.is_refused = bool(form or problem)

    def key(self) -> Hashable:
        """The lesson, before the first attempt."""
        return None if self.past or self.kept or self.is_refused else self.lesson.key

    def report(self) -> str:
        """The link to report that something is wrong with the lesson."""
        return rendered("learning/report.html", key=self.lesson.key)

    @property
    def words(self) -> LessonWords:
        """The texts of the lesson."""
        return WORDS[self.lesson.key]

    @property
    def part(self) -> str:
        """The name of its part."""
        return str(PART_WORDS[self.lesson.part][0])

    @property
    def place(self) -> tuple[int, int]:
        """Its number in the part, and how many lessons the part has."""
        lessons = lessons_of(self.lesson.part)
        return lessons.index(self.lesson) + 1, len(lessons)

    @property
    def is_over(self) -> bool:
        """True when there is nothing left to hand in."""
        return self.verdict.is_over

    @property
    def is_solved(self) -> bool:
        """True when the lesson is solved."""
        return self.verdict.is_solved

    @property
    def failed(self) -> Sequence[Failing]:
        """What failed in the phases before this one."""
        return orders_failed(self.verdict)

    @property
    def why_unsolved(self) -> Sequence[Failing]:
        """Why it is not solved."""
        return why_unsolved(self.verdict)

    @property
    def next_lesson(self) -> Lesson | None:
        """The next lesson."""
        return following(self.lesson)

    @property
    def is_last_of_part(self) -> bool:
        """True for the last lesson of its part."""
        after = self.next_lesson
        return after is None or after.part != self.lesson.part

    @property
    def turn(self) -> str:
        """Say which side the learner plays, and how many units and turns they have, if more than one."""
        power = definite_name(self.view.duel.homes[LEARNER])
        left = len(self.lesson.replies) - len(self.past)
        if self.past:
            return ngettext("%(num)d turn left.", "%(num)d turns left.", left)
        if self.is_auction:
            return gettext("You play %(power)s. Your turn: make your bids.", power=power)
        units = max(1, self._units)
        if units == left == 1:
            return gettext("You play %(power)s.", power=power)
        return gettext(
            "You play %(power)s: %(units)s, %(turns)s.",
            power=power,
            units=ngettext("%(num)d unit", "%(num)d units", units),
            turns=ngettext("%(num)d turn", "%(num)d turns", left),
        )

    @property
    def _units(self) -> int:
        return len(self.view.choices.units)

    @property
    def takes_one_order(self) -> bool:
        """True if one order is the whole answer."""
        return self._units == len(self.lesson.replies) == 1

    @property
    def is_lost(self) -> bool:
        """True if the lesson cannot be solved any more."""
        return bool(self.past) and not self.is_over and has_no_way(self.lesson, self.past)

    @property
    def asks(self) -> bool:
        """True while the page takes an entry."""
        return not self.is_over

    @property
    def kept_entry(self) -> Entry | None:
        """The former entry for this phase."""
        return self.kept[len(self.past)] if len(self.kept) > len(self.past) else None

    @property
    def reserves(self) -> tuple[int, int]:
        """The learner's reserve, and that of the other player."""
        credits_now = self.view.duel.credits
        return credits_now[LEARNER], credits_now[LEARNER.opponent]

    @property
    def past_text(self) -> str:
        """The judged phases, for the form."""
        return write_attempt(self.past)

    @property
    def kept_text(self) -> str:
        """The entries handed in, for the form that goes back to the beginning."""
        return write_attempt(self.kept or self.past)

    @property
    def has_moves(self) -> bool:
        """True if the last phase took orders, so that the board can show moves."""
        return bool(self.past) and self.verdict.last.before.takes_orders

    @cached_property
    def picture(self) -> Picture:
        """The board; once the lesson is over, with the last attempt."""
        duel = self.view.duel
        if not (self.is_over and self.has_moves):
            return picture_of(duel, gettext("The board"))
        before, chapter = self.verdict.last
        return picture_of_orders(before, duel, fates_of(chapter, before), gettext("The board"))

    @property
    def first_view(self) -> str:
        """The part of the board to show first."""
        return first_view_of(self.lesson)

    @property
    def outcomes(self) -> Mapping[Power, Sequence[UnitRow]]:
        """The outcomes of both sides' orders in the last phase."""
        before, chapter = self.verdict.last
        winter = before.kind is PhaseKind.ADJUSTMENTS
        return rows_by_power(fates_of(chapter, before), winter=winter, lawless=lawless_powers(before))

    @property
    def auction(self) -> Auction | None:
        """The auction that was tried last."""
        return self.verdict.last.chapter.auction

    @property
    def bids(self) -> Sequence[tuple[Power, int, int, Player | None]]:
        """Each mercenary with both bids, and its commander."""
        before, chapter = self.verdict.last
        first, second = (sheets_of(chapter.entries)[player].bids for player in Player)
        control = chapter.auction.control if chapter.auction else {}
        return [
            (power, first.get(power, 0), second.get(power, 0), control.get(power))
            for power in by_name(before.for_hire)
        ]


MARGIN = 130.0
"""The margin around the outermost unit, in units of the drawing."""
LARGEST_SCALE = 2.3


def first_view_of(lesson: Lesson) -> str:
    """Write which part of the board to show first, for `data-look`: its top left corner and the scale."""
    standing = (*lesson.start.position.units, *lesson.start.position.dislodged)
    points = [unit_point(unit.location) for unit in standing]
    points += [point for goal in lesson.goals for point in _points(goal)]
    left, top = min(point.x for point in points) - MARGIN, min(point.y for point in points) - MARGIN
    right, bottom = max(point.x for point in points) + MARGIN, max(point.y for point in points) + MARGIN
    width, height = view_box()
    scale = max(1.0, min(LARGEST_SCALE, width / (right - left), height / (bottom - top)))
    x = (left + right) / 2 - width / scale / 2
    y = (top + bottom) / 2 - height / scale / 2
    return f"{x:.0f} {y:.0f} {scale:.2f}"


def _points(goal: Goal) -> list[Point]:
    ends = [name.split(" ")[-1] for name in goal.names]
    return [unit_point(Location(end)) for end in ends if end.partition("/")[0] in shapes()]
