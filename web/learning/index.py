"""All lessons, part by part, and the viewer's progress."""

import json
from collections.abc import Hashable, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import NamedTuple

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from learning.course import PARTS, course, lessons_of
from services.learning import SKIPPED, States, note, progress_of
from web.core.links import see_other
from web.core.login import member
from web.core.page import Frame, respond
from web.core.session import db, writing
from web.learning.messages import PARTS as PART_WORDS
from web.learning.messages import WORDS

blueprint = Blueprint("learning", __name__, url_prefix="/learn")

LONGEST = 8000
"""The most characters of progress that a browser may send."""


class ListedLesson(NamedTuple):
    """A lesson in the list: `state` is `solved`, `skipped` or empty."""

    key: str
    title: str
    state: str


class CoursePart(NamedTuple):
    """A part with its lessons."""

    key: str
    title: str
    about: str
    lessons: Sequence[ListedLesson]

    @property
    def done(self) -> int:
        """How many of its lessons are solved or skipped."""
        return sum(bool(lesson.state) for lesson in self.lessons)


@blueprint.get("")
@blueprint.get("/", redirect_to="/learn", endpoint="slash")
def lessons() -> ResponseReturnValue:
    """Answer with all lessons."""
    return respond(CoursePage())


class CoursePage(Frame):
    """The list of the lessons."""

    template = "learning/index.html"

    @cached_property
    def states(self) -> States:
        """A member's progress; a visitor's is in their browser (static/js/learning.js)."""
        viewer = member()
        return progress_of(db(), viewer.id) if viewer else {}

    def key(self) -> Hashable:
        """The solved and skipped lessons, and whether the site or the browser remembers them."""
        return member() is not None, tuple(sorted(self.states.items()))

    @property
    def parts(self) -> Sequence[CoursePart]:
        """The parts in their order."""
        return [
            CoursePart(
                part,
                str(PART_WORDS[part][0]),
                str(PART_WORDS[part][1]),
                [
                    ListedLesson(lesson.key, str(WORDS[lesson.key].title), self.states.get(lesson.key, ""))
                    for lesson in lessons_of(part)
                ],
            )
            for part in PARTS
        ]

    @property
    def next_key(self) -> str:
        """The first lesson that is neither solved nor skipped, else the very first."""
        return next((key for key in course() if key not in self.states), next(iter(course())))

    @property
    def is_begun(self) -> bool:
        """True when something is solved or skipped."""
        return bool(self.states)


@blueprint.post("/skip")
def skip() -> ResponseReturnValue:
    """Skip a part that the member knows; go on to the next one."""
    part, viewer = request.form.get("part", ""), member()
    keys = [lesson.key for lesson in lessons_of(part)]
    if viewer:
        with writing() as session:
            note(session, viewer.id, dict.fromkeys(keys, SKIPPED))
    after = PARTS[PARTS.index(part) + 1 :] if part in PARTS else ()
    return see_other(url_for("learning.lessons", _anchor=after[0] if after else None))


@blueprint.post("/progress")
def join() -> ResponseReturnValue:
    """Merge the progress in a browser into the member's."""
    viewer = member()
    try:
        known = json.loads(request.form.get("lessons", "")[:LONGEST])
    except (ValueError, RecursionError):
        known = None
    if viewer and isinstance(known, dict):
        with writing() as session:
            note(session, viewer.id, {key: state for key, state in known.items() if isinstance(state, str)})
    return "", HTTPStatus.NO_CONTENT
