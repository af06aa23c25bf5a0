"""Finds ends for the arrows of moves: the head must be clear of units, and enough of the line visible."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from shapely import (
    LineString,
    MultiPolygon,
    box,
    clip_by_rect,
    contains,
    difference,
    distance,
    intersection,
    intersects,
    length,
    linestrings,
    points,
    polygons,
    prepare,
    total_bounds,
    union_all,
)
from shapely import Polygon as Shape

from tools.map.places import Point, Size

Numbers = npt.NDArray[np.float64]
Objects = npt.NDArray[np.object_]

LONG, HALF_WIDE = 14.0, 7.0
"""The head of an arrow, in units of the drawing."""
DRAWN_UNIT = (52, 38)
"""The size of a unit with its rim."""
STEP = 4.0
"""The distance between compared places."""
SHORTEST = 12.0
"""The least visible length of a line."""
ASIDE = 7.0
"""How far beside the middle a move ends, which leaves room for a move in the opposite direction."""
APART = 9.0
"""The distance between two opposite moves."""
HIDDEN, OVER_MARKS, TOO_SHORT = 1.5, 0.7, 12.0
"""The cost per unit of length: of a line hidden by a unit, of one over marks or codes, of a missing line."""
DISTANT, NOT_ASIDE = 0.15, 0.1
"""The cost per unit of distance of the tip from the unit, and from its proper offset to the side."""
OFF_RIM, OUTSIDE = 3.0, 15.0
"""The cost per unit of distance of the tip from the unit's rim, and of a head that is partly outside."""
CROSSING, BESIDE = 100.0, 3.0
"""The cost of crossing the opposite move, and per unit of distance by which the two are too near."""
MOST = 100
"""How many ends of a move are combined with those of the opposite move."""
TURN = 25.0
"""The cost of a right angle at the last corner of a line."""


@dataclass(frozen=True)
class Target:
    """The target space of a move: its shape, its unit's place, the boxes that the head must avoid.

    `size` is that of the unit with its rim; 0 if a line ends at a coast.
    """

    shape: MultiPolygon
    unit: Point
    boxes: list[Shape]
    size: Size = (0, 0)


def around(place: Point, size: Size) -> Shape:
    """Return the box of a thing."""
    return box(place[0] - size[0] / 2, place[1] - size[1] / 2, place[0] + size[0] / 2, place[1] + size[1] / 2)


class Around(NamedTuple):
    """Everything on the board: units, which hide lines; marks and codes, which lines should not hide."""

    units: Shape
    marks: Shape


@dataclass(frozen=True)
class End:
    """A possible end of a move: the corners from unit to tip, and its cost."""

    corners: tuple[Point, ...]
    cost: float


def ends(
    line: Sequence[Point],
    target: Target,
    board: Around,
    side: int = 1,
    within: MultiPolygon | None = None,
) -> list[End]:
    """Return the best ends for a move along a given line, the best first; none if there is no room.

    side: 1 to end right of the middle, -1 left; within: the area that must contain the last segment.
    """
    start = line[-1]
    tips = _places(target.shape)
    heads = _heads(tips, np.array(start))
    room, taken = target.shape.buffer(0.5), union_all(target.boxes)
    if any(target.size):
        taken = union_all([taken, *(clip_by_rect(each, *room.buffer(LONG).bounds) for each in board)])
    for each in (room, taken):
        prepare(each)
    inside = contains(room, heads)
    free = ~intersects(taken, heads) & (contains(room, points(tips)) if any(target.size) else inside)
    if within is not None:
        prepare(within)
        free &= contains(within, _lines(tips, np.array(start)))
    tips, inside = tips[free], inside[free]
    if not len(tips):
        return []
    lines = _lines(tips, np.array(start))
    costs = _costs_of_lines(lines, start, board) + _costs_of_tips(tips, line, target, side)
    costs += OUTSIDE * ~inside
    best = np.argsort(costs, kind="stable")[:MOST]
    return [End((*line, (float(tips[at][0]), float(tips[at][1]))), float(costs[at])) for at in best]


def side_by_side(there: list[End], back: list[End], units: Shape) -> tuple[float, End, End]:
    """Return the cheapest pair of opposite moves, with its cost; units: the two units' boxes."""
    one, two = (np.array([shaft(end.corners).difference(units) for end in each]) for each in (there, back))
    heads = [np.array([head_of(end.corners) for end in each]) for each in (there, back)]
    costs = np.add.outer([end.cost for end in there], [end.cost for end in back])
    costs += BESIDE * np.maximum(0, APART - distance(one[:, None], two[None, :]))
    costs += CROSSING * intersects(one[:, None], two[None, :])
    costs += CROSSING * intersects(heads[0][:, None], heads[1][None, :])
    row, column = np.unravel_index(np.argmin(costs), costs.shape)
    return float(costs[row, column]), there[row], back[column]


def shaft(corners: Sequence[Point]) -> LineString:
    """Return the line of a move up to its head."""
    foot = _lines(np.array([corners[-1]]), np.array(corners[-2]))[0]
    return LineString([*corners[:-1], foot.coords[-1]])


def head_of(corners: Sequence[Point]) -> Shape:
    """Return the head of a move."""
    return _heads(np.array([corners[-1]]), np.array(corners[-2]))[0]


def _costs_of_lines(lines: Objects, start: Point, board: Around) -> Numbers:
    """Rate lines by their visibility, and by what they hide."""
    own, bounds = around(start, DRAWN_UNIT), total_bounds(lines)
    units, marks = (clip_by_rect(shape, *bounds) for shape in (board.units, board.marks))
    seen = length(difference(lines, own.union(units)))
    costs = HIDDEN * length(intersection(lines, units.difference(own)))
    costs += OVER_MARKS * length(intersection(lines, marks))
    costs += TOO_SHORT * np.maximum(0, SHORTEST - seen)
    return np.asarray(costs)


def _costs_of_tips(tips: Numbers, line: Sequence[Point], target: Target, side: int) -> Numbers:
    """Rate tips by their distance to the unit and its rim, and by the turn of the line."""
    start, unit = np.array(line[-1]), np.array(target.unit)
    way = unit - start
    across = ((tips - start) @ np.array((-way[1], way[0]))) / max(float(np.hypot(*way)), 1e-9)
    costs = DISTANT * np.hypot(*(tips - unit).T) + NOT_ASIDE * np.abs(across - side * ASIDE)
    if any(target.size):
        off = np.maximum(0, np.abs(tips - unit) - np.array(target.size) / 2)
        costs += OFF_RIM * np.hypot(*off.T)
    if len(line) > 1:
        before = start - line[-2]
        cosine = ((tips - start) @ before) / np.hypot(*(tips - start).T) / np.hypot(*before)
        costs += TURN * (1 - cosine)
    return np.asarray(costs)


def _places(shape: MultiPolygon) -> Numbers:
    left, top, right, bottom = shape.bounds
    x, y = np.meshgrid(np.arange(left, right, STEP), np.arange(top, bottom, STEP))
    return np.round(np.column_stack((x.ravel(), y.ravel())), 1)


def _heads(tips: Numbers, start: Numbers) -> Objects:
    """Return the triangles of heads from the start to these tips."""
    back = start - tips
    back /= np.maximum(np.hypot(*back.T), 1e-9)[:, None]
    foot = tips + LONG * back
    side = HALF_WIDE * np.column_stack((-back[:, 1], back[:, 0]))
    return np.asarray(polygons(np.stack((tips, foot + side, foot - side), axis=1)))


def _lines(tips: Numbers, start: Numbers) -> Objects:
    """Return the lines from the start to the heads."""
    back = start - tips
    back /= np.maximum(np.hypot(*back.T), 1e-9)[:, None]
    return np.asarray(linestrings(np.stack((np.broadcast_to(start, tips.shape), tips + LONG * back), axis=1)))
