"""Finds places for the units, the label and the centre mark of each space."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from shapely import MultiPolygon, contains_xy, prepare

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]
Point = tuple[float, float]
Size = tuple[int, int]

UNIT, CENTRE, HEAD = (48, 34), (16, 16), (18, 18)
"""Width and height of a unit without its rim, of a supply centre, of an arrow's head."""
WIDEST = 64
"""The greatest width of a thing."""
ROOMY = 5
"""At a greater distance from the border, places are not better."""
GAP = 2
"""The least distance between two things, which leaves room for the rims of units."""
FEW = 600
"""How many places are compared for each thing."""
FORBIDDEN = 1e9
"""The cost of hiding a unit."""
HIDDEN = 1.5
"""The cost of hiding a code or a mark."""
LEAST = 0.6
"""The least part of a dislodged unit that must be in its space."""
TOGETHER = 0.12
"""The cost per unit of distance from the first thing."""


@dataclass(frozen=True)
class Thing:
    """A thing to place: its size, where it may be, its best place, and the weight of that."""

    name: str
    size: Size
    room: MultiPolygon
    best: Point
    pull: float = 0.02


@dataclass(frozen=True)
class Layout:
    """The things placed so far, with a score."""

    score: float = 0.0
    places: dict[str, tuple[Point, Size]] = field(default_factory=dict)

    @property
    def boxes(self) -> list[tuple[Point, Size]]:
        """The boxes of all things except heads of arrows."""
        return [box for box in self.places.values() if box[1] != HEAD]


def layouts(things: list[Thing]) -> list[Layout]:
    """Return layouts of all things of a space without overlap, the best first; none if they do not fit."""
    found = [Layout()]
    for thing in things:
        spots, worth = _spots(thing)
        found = _extended(found, thing, spots, worth)
    return found


def _extended(found: list[Layout], thing: Thing, spots: Numbers, worth: Numbers) -> list[Layout]:
    """Return the best layouts with one more thing."""
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
    """Rate a layout with a thing at each spot; minus infinity if it overlaps."""
    scores = layout.score + worth
    for number, (place, size) in enumerate(layout.places.values()):
        scores = np.where(_overlap(spots, thing.size, place, size), -np.inf, scores)
        if number == 0 and thing.size != UNIT:
            scores = scores - TOGETHER * np.hypot(*(spots - place).T)
    return scores


def _overlap(spots: Numbers, size: Size, place: Point, other: Size) -> Mask:
    """Tell for each spot whether a box there would be too near to another box."""
    apart = np.abs(spots - place)
    return (apart < np.add(size, other) / 2 + GAP).all(axis=1)


def _spots(thing: Thing) -> tuple[Numbers, Numbers]:
    """Return spots where a thing fits, rated by distance from the border and nearness to the best place."""
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
    """Return a mask of the cells inside a room, with a margin, and the corner of the first cell."""
    left, top, right, bottom = (round(bound) for bound in room.bounds)
    rim = WIDEST
    x, y = np.arange(left - rim, right + rim), np.arange(top - rim, bottom + rim)
    prepare(room)
    return contains_xy(room, *np.meshgrid(x + 0.5, y + 0.5)), (left - rim, top - rim)


def filled(inside: Mask, wide: int, high: int) -> npt.NDArray[np.int_]:
    """Count the inner cells of a box around each corner; wide, high: half of its width and height."""
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
    """Return the free margin of a box around each corner, or -1 if it does not fit."""
    free = np.full(inside.shape, -1)
    for margin in range(ROOMY + 1):
        wide, high = size[0] // 2 + margin, (size[1] + 1) // 2 + margin
        free[filled(inside, wide, high) == 4 * wide * high] = margin
    return free


class Beside:
    """Places for a dislodged unit: near its former place, clear of all units, mostly in its space."""

    def __init__(self, room: MultiPolygon) -> None:
        """Compute for each corner which part of a unit is inside."""
        inside, corner = raster(room)
        share = filled(inside, UNIT[0] // 2, UNIT[1] // 2) / (UNIT[0] * UNIT[1])
        rows, columns = np.nonzero(share > LEAST)
        self._spots = np.column_stack((columns, rows)) + np.array(corner, float)
        self._outside = 1 - share[rows, columns]

    def of(self, boxes: list[tuple[Point, Size]], home: Point) -> tuple[float, Point]:
        """Return the cost of the best place near a unit and clear of other things, and that place."""
        cost = self._costs(boxes) + 0.015 * np.hypot(*(self._spots - home).T)
        best = int(np.argmin(cost))
        x, y = self._spots[best]
        return float(cost[best]), (float(x), float(y))

    def free(self, units: list[tuple[Point, Size]]) -> int:
        """Count the places that hide no unit."""
        return int((self._costs(units) < FORBIDDEN).sum())

    def _costs(self, boxes: list[tuple[Point, Size]]) -> Numbers:
        """Return the cost of each place, by its overlap with borders and other things."""
        cost = 3 * self._outside
        for place, size in boxes:
            hidden = _overlap(self._spots, UNIT, place, size)
            cost = cost + hidden * (FORBIDDEN if size == UNIT else HIDDEN)
        return np.asarray(cost)
