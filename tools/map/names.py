"""Room for the full name of each space: within its borders, clear of its unit and its centre."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any

import numpy as np
from shapely import MultiPolygon

from adjudicator.board import Board, Space, Terrain
from adjudicator.notation.writing import province_name
from tools.map.labels import width
from tools.map.places import CENTRE, GAP, UNIT, Mask, Point, Size, filled, raster

SIZES = (15, 14, 13, 12, 11)
"""The font sizes to try, the best first, in units of the drawing."""
LINE = 1.15
"""The height of a line relative to the font size."""
BASELINE = 0.36
"""The distance of the baseline below the middle of a line, relative to the font size."""
MARGIN = 1


def names(
    board: Board, regions: Mapping[str, MultiPolygon], points: Mapping[str, Any], language: str
) -> list[dict[str, Any] | None]:
    """Find room for the names of all spaces, in the order of the drawing; None for a space without room.

    size: the font size. lines: text, x of the middle, y of the baseline, and width of each line.
    """
    return [
        _name(board.spaces[code], regions[code], points[code], province_name(code, language))
        for code in points
    ]


def _name(space: Space, region: MultiPolygon, points: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    inside, corner = raster(region)
    free = _free(inside, corner, points)
    at_sea = space.terrain is Terrain.SEA
    for size in SIZES:
        for lines in _broken(name):
            wide = max(width(line, size, at_sea=at_sea) for line in lines)
            spot = _nearest(free, corner, (ceil(wide), ceil(len(lines) * size * LINE)), points["label"])
            if spot:
                return {"size": size, "lines": list(_placed(lines, spot, size, ceil(wide)))}
    return None


def _free(inside: Mask, corner: tuple[int, int], points: Mapping[str, Any]) -> Mask:
    """Mark the cells of a space that are clear of its units and its centre."""
    things: list[tuple[Point, Size]] = [(point, UNIT) for point in points["unit"].values()]
    if "centre" in points:
        things.append((points["centre"], CENTRE))
    free = inside.copy()
    for (x, y), (wide, high) in things:
        left, top = x - wide / 2 - GAP - corner[0], y - high / 2 - GAP - corner[1]
        free[int(top) : ceil(top + high + 2 * GAP), int(left) : ceil(left + wide + 2 * GAP)] = False
    return free


def _broken(name: str) -> Iterator[list[str]]:
    """Yield a name in one line, then in two lines in all ways."""
    words = name.split(" ")
    yield [name]
    for number in range(1, len(words)):
        yield [" ".join(words[:number]), " ".join(words[number:])]


def _nearest(free: Mask, corner: tuple[int, int], size: Size, best: Point) -> Point | None:
    """Find the free place for a box nearest to the best place."""
    wide, high = ceil(size[0] / 2) + MARGIN, ceil(size[1] / 2) + MARGIN
    rows, columns = np.nonzero(filled(free, wide, high) == 4 * wide * high)
    if not len(rows):
        return None
    x, y = columns + corner[0], rows + corner[1]
    nearest = int(np.argmin(np.hypot(x - best[0], y - best[1])))
    return float(x[nearest]), float(y[nearest])


def _placed(lines: list[str], middle: Point, size: int, wide: int) -> Iterator[tuple[str, float, float, int]]:
    for number, line in enumerate(lines):
        from_middle = (number - (len(lines) - 1) / 2) * size * LINE
        yield line, middle[0], round(middle[1] + from_middle + size * BASELINE, 1), wide
