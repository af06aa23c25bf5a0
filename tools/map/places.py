"""Find where in each space its units, its label and its centre mark are drawn."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from shapely import MultiPolygon, contains_xy, prepare

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]
Point = tuple[float, float]
Size = tuple[int, int]

UNIT, CENTRE, HEAD = (48, 34), (16, 16), (18, 18)
"""Width and height of a unit without its rim, of a supply centre, of the head of an arrow."""
WIDEST = 64
"""How wide things may be at most."""
ROOMY = 5
"""Beyond this distance from the border a place gets no better."""
GAP = 2
"""Least distance between two things: the rim of a unit goes so far beyond it."""
FEW = 600
"""How many places are compared for each thing."""
FORBIDDEN = 1e9
"""The cost of hiding a unit."""
HIDDEN = 1.5
"""What it costs to hide a code or a mark."""
LEAST = 0.6
"""How much of a dislodged unit lies in its space at least."""
TOGETHER = 0.12
"""What each unit of distance from the first thing costs."""


@dataclass(frozen=True)
class Thing:
    """Something to place: its size, where it may lie, where it would best be, how much that weighs."""

    name: str
    size: Size
    room: MultiPolygon
    best: Point
    pull: float = 0.02


@dataclass(frozen=True)
class Layout:
    """Things placed so far, and how good that is."""

    score: float = 0.0
    places: dict[str, tuple[Point, Size]] = field(default_factory=dict)

    @property
    def boxes(self) -> list[tuple[Point, Size]]:
        """What is placed, without names; heads of arrows left out."""
        return [box for box in self.places.values() if box[1] != HEAD]


def layouts(things: list[Thing]) -> list[Layout]:
    """Ways to place all things of one space without overlap, best first; none if they do not fit."""
    found = [Layout()]
    for thing in things:
        spots, worth = _spots(thing)
        found = _extended(found, thing, spots, worth)
    return found


def _extended(found: list[Layout], thing: Thing, spots: Numbers, worth: Numbers) -> list[Layout]:
    """The best layouts with one thing more."""
    if not found or not len(spots):
        return []
    scores = np.array([_scores(layout, thing, spots, worth) for layout in found])
    keep = np.argsort(scores, axis=None)[::-1][:FEW]
    rows, columns = np.unravel_index(keep, scores.shape)
    return [
        Layout(
            float(scores[row, column]),
            found[row].places
            | {thing.name: ((float(spots[column, 0]), float(spots[column, 1])), thing.size)},
        )
        for row, column in zip(rows, columns, strict=True)
        if np.isfinite(scores[row, column])
    ]


def _scores(layout: Layout, thing: Thing, spots: Numbers, worth: Numbers) -> Numbers:
    """Rate the layouts with the thing at each of the spots; minus infinity where it overlaps."""
    scores = layout.score + worth
    for number, (place, size) in enumerate(layout.places.values()):
        scores = np.where(_overlap(spots, thing.size, place, size), -np.inf, scores)
        if number == 0 and thing.size != UNIT:
            scores = scores - TOGETHER * np.hypot(*(spots - place).T)
    return scores


def _overlap(spots: Numbers, size: Size, place: Point, other: Size) -> Mask:
    """Tell for each of the spots whether a box there would come too near another box."""
    apart = np.abs(spots - place)
    return (apart < np.add(size, other) / 2 + GAP).all(axis=1)


def _spots(thing: Thing) -> tuple[Numbers, Numbers]:
    """Places where a thing fits, and the worth of each: distance from the border, nearness to the best."""
    inside, corner = raster(thing.room)
    free = clearance(inside, thing.size)
    rows, columns = np.nonzero(free >= 0)
    spots = np.column_stack((columns, rows)) + np.array(corner, float)
    worth = free[rows, columns] - thing.pull * np.hypot(*(spots - thing.best).T)
    keep = np.argsort(-worth, kind="stable")
    for width in (1, 2, 3, 4, 6, 8):
        thin = keep[(spots[keep] % width == 0).all(axis=1)]
        if len(thin) <= FEW:
            break
    return spots[thin[:FEW]], worth[thin[:FEW]]


def raster(room: MultiPolygon) -> tuple[Mask, tuple[int, int]]:
    """Tell which cells of one unit lie inside, with a rim around them; and where the first begins."""
    left, top, right, bottom = (round(bound) for bound in room.bounds)
    rim = WIDEST
    x, y = np.arange(left - rim, right + rim), np.arange(top - rim, bottom + rim)
    prepare(room)
    return contains_xy(room, *np.meshgrid(x + 0.5, y + 0.5)), (left - rim, top - rim)


def filled(inside: Mask, wide: int, high: int) -> npt.NDArray[np.int_]:
    """Count the cells of a box (half its width, half its height) around each corner that lie inside."""
    sums = np.pad(inside.astype(int).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    rows, columns = (np.arange(n) for n in inside.shape)
    upper, lower = (np.clip(rows + step, 0, inside.shape[0]) for step in (-high, high))
    left, right = (np.clip(columns + step, 0, inside.shape[1]) for step in (-wide, wide))
    return (
        sums[np.ix_(lower, right)]
        - sums[np.ix_(upper, right)]
        - sums[np.ix_(lower, left)]
        + sums[np.ix_(upper, left)]
    )


def clearance(inside: Mask, size: Size) -> npt.NDArray[np.int_]:
    """Measure how much wider on each side a box around each corner of the cells might be, or -1."""
    free = np.full(inside.shape, -1)
    for margin in range(ROOMY + 1):
        wide, high = size[0] // 2 + margin, (size[1] + 1) // 2 + margin
        free[filled(inside, wide, high) == 4 * wide * high] = margin
    return free


class Beside:
    """The place of a dislodged unit: near its place, off all units, mostly in its space."""

    def __init__(self, room: MultiPolygon) -> None:
        """See how much of a unit lies inside, around each corner of the cells."""
        inside, corner = raster(room)
        share = filled(inside, UNIT[0] // 2, UNIT[1] // 2) / (UNIT[0] * UNIT[1])
        rows, columns = np.nonzero(share > LEAST)
        self._spots = np.column_stack((columns, rows)) + np.array(corner, float)
        self._outside = 1 - share[rows, columns]

    def of(self, boxes: list[tuple[Point, Size]], home: Point) -> tuple[float, Point]:
        """The best place beside a unit and off other things, and what it costs."""
        cost = self._costs(boxes) + 0.015 * np.hypot(*(self._spots - home).T)
        best = int(np.argmin(cost))
        x, y = self._spots[best]
        return float(cost[best]), (float(x), float(y))

    def free(self, units: list[tuple[Point, Size]]) -> int:
        """Count the places that hide no unit."""
        return int((self._costs(units) < FORBIDDEN).sum())

    def _costs(self, boxes: list[tuple[Point, Size]]) -> Numbers:
        """What each place costs that lies over borders or over other things."""
        cost = 3 * self._outside
        for place, size in boxes:
            hidden = _overlap(self._spots, UNIT, place, size)
            cost = cost + hidden * (FORBIDDEN if size == UNIT else HIDDEN)
        return np.asarray(cost)
