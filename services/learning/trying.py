"""A lesson tried: what was handed in so far, judged, and as text for the form that goes on with it."""

import json
from collections.abc import Sequence

from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry
from learning.judging import is_lost, judge
from learning.lesson import Attempt, Lesson
from learning.verdict import Verdict

LONGEST = 4000
"""The characters of the longest attempt that is read."""


class BrokenAttempt(ValueError):
    """A text that is no attempt at the lesson."""


def try_lesson(lesson: Lesson, attempt: Attempt) -> Verdict:
    """Judge an attempt; raises EntryError for what cannot be handed in."""
    return judge(lesson, attempt)


def has_no_way(lesson: Lesson, attempt: Attempt) -> bool:
    """Tell whether nothing that can be handed in after an attempt solves the lesson."""
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
