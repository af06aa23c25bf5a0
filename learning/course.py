"""The course: all lessons, part by part, as the files of `lessons/` have them (docs/learning.md)."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from adjudicator import Phase, Power, standard
from intimate.codec import read_entry
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.players import Player
from intimate.settings import rules
from intimate.start import set_up
from learning.goals import LEARNER, Goal, GoalKind
from learning.lesson import Attempt, Lesson, Reply, Wrong

PARTS = ("moving", "support", "convoy", "retreat", "duel", "winning")
"""The parts in the recommended order."""
ANY = "any"
Plain = Mapping[str, Any]


@cache
def course() -> Mapping[str, Lesson]:
    """All lessons by their keys, in order."""
    return {lesson.key: lesson for part in PARTS for lesson in _lessons_of(part)}


def lessons_of(part: str) -> Sequence[Lesson]:
    """The lessons of a part."""
    return [lesson for lesson in course().values() if lesson.part == part]


def following(lesson: Lesson) -> Lesson | None:
    """The lesson after another one, None after the last."""
    lessons = list(course().values())
    after = lessons[lessons.index(lesson) + 1 :]
    return after[0] if after else None


def _lessons_of(part: str) -> list[Lesson]:
    text = files("learning").joinpath("lessons", f"{part}.toml").read_text("utf-8")
    return [_lesson(part, plain) for plain in tomllib.loads(text)["lessons"]]


def _lesson(part: str, plain: Plain) -> Lesson:
    start = _start(plain)
    replies = tuple(
        Reply(is_any=True) if reply == ANY else Reply(_entry(start, Player.SECOND, reply))
        for reply in plain.get("replies", [[]])
    )
    return Lesson(
        plain["key"],
        part,
        start,
        replies,
        tuple(_goal(kind, given) for kind, given in plain["goal"].items()),
        _attempt(start, plain["solution"]),
        Wrong(_attempt(start, plain["wrong"]["answer"]), plain["wrong"]["why"]),
    )


def _start(plain: Plain) -> Duel:
    """Set up a position written as in a record; powers without `centers` own their home centres."""
    start = plain["start"]
    powers = {*start["homes"].values(), *start["units"], *start.get("dislodged", {})}
    owned = {power: sorted(standard().homes[Power(power)]) for power in powers}
    centers = owned | start.get("centers", {})
    return set_up(rules("intimate", plain.get("settings", {})), start | {"centers": centers})


def _goal(kind: str, given: object) -> Goal:
    if isinstance(given, list):
        return Goal(GoalKind(kind), tuple(given))
    return Goal(GoalKind(kind), number=given if isinstance(given, int) else 0)


def _attempt(start: Duel, answers: Sequence[Any]) -> Attempt:
    return tuple(_entry(start, LEARNER, answer) for answer in answers)


def _entry(start: Duel, player: Player, given: Any) -> Entry | None:  # noqa: ANN401  # any value of a TOML file
    """Read a list (orders of the home power) or a table (orders or bids by power)."""
    if not given:
        return None
    by_power = {start.homes[player]: given} if isinstance(given, list) else given
    bids = all(isinstance(value, int) for value in by_power.values())
    plain = {"bids": by_power} if bids else {"orders": by_power}
    kind = Phase.parse("S1901B" if bids else "S1901M").kind
    return read_entry(plain, kind)
