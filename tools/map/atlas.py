"""The coasts and country borders of Natural Earth, read from a TopoJSON file of world-atlas."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from shapely import LineString, MultiPolygon, Polygon, box, get_parts, line_merge, make_valid, union_all

Points = npt.NDArray[np.float64]

WINDOW = box(-60, 12, 85, 84)
"""The part of the world to read, in degrees; everything drawn is well inside it."""


class Atlas:
    """Land, and today's borders between countries, in degrees."""

    def __init__(self, path: Path) -> None:
        """Read the file."""
        topology: dict[str, Any] = json.loads(path.read_text("utf-8"))
        self._arcs = [_arc(arc, topology["transform"]) for arc in topology["arcs"]]
        self._objects = topology["objects"]
        self._owners: dict[int, set[str]] = {}
        for country in self._objects["countries"]["geometries"]:
            for number in _numbers(country.get("arcs", [])):
                owners = self._owners.setdefault(number if number >= 0 else ~number, set())
                owners.add(country["properties"]["name"].replace(" ", ""))

    def land(self) -> MultiPolygon:
        """All land within the window."""
        shapes = [
            self._polygon(rings)
            for geometry in self._objects["land"]["geometries"]
            for rings in geometry["arcs"]
            if len(self._ring(rings[0])) > CORNERS
        ]
        return union_all(
            [
                polygons(make_valid(shape).intersection(WINDOW))
                for shape in shapes
                if box(*shape.bounds).intersects(WINDOW)
            ]
        )

    def border(self, pair: str) -> LineString:
        """Return the border between two groups of countries, such as `Spain | France Andorra`."""
        left, right = (set(side.split()) for side in pair.split("|"))
        shared = [
            LineString(self._arcs[number])
            for number, owners in self._owners.items()
            if owners & left and owners & right
        ]
        merged = line_merge(union_all(shared))
        return max(get_parts(merged), key=lambda line: line.length)

    def _polygon(self, rings: list[list[int]]) -> Polygon:
        shell, *holes = (ring for ring in map(self._ring, rings) if len(ring) > CORNERS)
        return Polygon(shell, holes)

    def _ring(self, numbers: list[int]) -> Points:
        parts = [self._arcs[n] if n >= 0 else self._arcs[~n][::-1] for n in numbers]
        return _unwrapped(np.concatenate([parts[0], *(part[1:] for part in parts[1:])]))


CORNERS = 3
"""Rings with no more corners than this are dropped."""


def polygons(shape: Any) -> MultiPolygon:  # noqa: ANN401 # any geometry
    """Keep only the polygons of a geometry."""
    parts = get_parts(get_parts(shape))
    return MultiPolygon([part for part in parts if part.geom_type == "Polygon"])


def _numbers(arcs: list[Any]) -> Iterator[int]:
    for item in arcs:
        if isinstance(item, list):
            yield from _numbers(item)
        else:
            yield item


def _arc(steps: list[list[int]], transform: dict[str, list[float]]) -> Points:
    return np.cumsum(np.array(steps), axis=0) * transform["scale"] + transform["translate"]


def _unwrapped(ring: Points) -> Points:
    """Let a ring across the antimeridian continue beyond 180 degrees instead of jumping back."""
    ring = ring.copy()
    turns = np.round(np.diff(ring[:, 0]) / 360)
    ring[1:, 0] -= 360 * np.cumsum(turns)
    return ring


def along(
    line: LineString, start: tuple[float, float], end: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return the part of a line between two points, with these as its ends."""
    points = np.array(line.coords)
    first, last = (int(np.argmin(((points - place) ** 2).sum(axis=1))) for place in (start, end))
    step = 1 if last >= first else -1
    inner = points[first : last + step if last + step >= 0 else None : step]
    return [start, *map(tuple, inner), end]
