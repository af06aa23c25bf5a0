"""Lessons: judging attempts, writing them as text to pass from page to page, and members' progress."""

import json
from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry
from learning.course import course
from learning.judging import is_lost, judge
from learning.lesson import Attempt, Lesson, Verdict
from models import Progress
from models.base import unless_there
from models.ids import UserId

LONGEST = 4000
"""The most characters of an attempt."""


class BrokenAttempt(ValueError):
    """A text that is not an attempt at the lesson."""


def try_lesson(lesson: Lesson, attempt: Attempt) -> Verdict:
    """Judge an attempt; raises EntryError if it cannot be handed in."""
    return judge(lesson, attempt)


def has_no_way(lesson: Lesson, attempt: Attempt) -> bool:
    """Tell whether an attempt has left no way to solve the lesson."""
    return is_lost(lesson, attempt)


def write_attempt(attempt: Attempt) -> str:
    """Write an attempt as text."""
    return json.dumps([entry and write_entry(entry) for entry in attempt], separators=(",", ":"))


def read_attempt(lesson: Lesson, text: str) -> Attempt:
    """Read the attempt that a text holds, empty for an empty one; raises BrokenAttempt."""
    if not text:
        return ()
    try:
        attempt = _read(json.loads(text[:LONGEST]))
        judge(lesson, attempt)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BrokenAttempt from error
    return attempt


def _read(plain: Sequence[dict[str, object] | None]) -> tuple[Entry | None, ...]:
    return tuple(read_stored_entry(entry) if entry else None for entry in plain)


States = Mapping[str, str]
"""`solved` or `skipped`, by the key of the lesson."""
SOLVED, SKIPPED = "solved", "skipped"


def progress_of(session: Session, user_id: UserId) -> States:
    """Return a member's progress."""
    found = session.get(Progress, user_id)
    return found.lessons if found else {}


def note(session: Session, user_id: UserId, states: States) -> None:
    """Merge new progress into what is stored: solved lessons stay solved, unknown ones are ignored."""
    session.execute(unless_there(session, Progress).values(user_id=user_id, lessons={}))
    stored = session.get_one(Progress, user_id, with_for_update=True)
    new = {key: state for key, state in states.items() if key in course() and state in {SOLVED, SKIPPED}}
    solved = {key: SOLVED for key, state in stored.lessons.items() if state == SOLVED}
    stored.lessons = {**stored.lessons, **new, **solved}
