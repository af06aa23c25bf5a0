"""The part of the board that a lesson is about."""

from adjudicator import Location, province_of
from learning.goals import Goal
from learning.lesson import Lesson
from web.board.points import Point, shapes, unit_point, view_box

AROUND = 130.0
"""How much is seen around the outermost unit, in units of the drawing."""
NEAREST = 2.3


def look_of(lesson: Lesson) -> str:
    """Say which part of the board to show first, as `data-look` has it: its corner, and how near."""
    standing = (*lesson.start.position.units, *lesson.start.position.dislodged)
    points = [unit_point(unit.location) for unit in standing]
    points += [point for goal in lesson.goals for point in _points(goal)]
    left, top = min(point.x for point in points) - AROUND, min(point.y for point in points) - AROUND
    right, bottom = max(point.x for point in points) + AROUND, max(point.y for point in points) + AROUND
    width, height = view_box()
    scale = max(1.0, min(NEAREST, width / (right - left), height / (bottom - top)))
    x = (left + right) / 2 - width / scale / 2
    y = (top + bottom) / 2 - height / scale / 2
    return f"{x:.0f} {y:.0f} {scale:.2f}"


def _points(goal: Goal) -> list[Point]:
    places = [Location(name.split(" ")[-1]) for name in goal.names]
    return [unit_point(place) for place in places if province_of(place) in shapes()]
