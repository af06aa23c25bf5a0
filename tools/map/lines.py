"""The borders of 1901 as lines on the flat map, in km, from the tables in data/."""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from shapely import LineString, Point

from tools.map.atlas import Atlas, Points, along
from tools.map.projection import project

DATA = Path(__file__).parent / "data"

STEP = 6.0
"""The distance between points of a hand-drawn line, in km."""
STRAIGHTENED = 7.0
"""The tolerance for simplifying today's borders, so that they look hand-drawn, in km."""
WANDERING = 5.0
"""How far a hand-drawn land border strays from its smooth line, in km."""


def table(name: str) -> Iterator[dict[str, str]]:
    """Yield each row of a table by column."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def places(text: str) -> list[tuple[float, float]]:
    """Read `longitude latitude; longitude latitude`."""
    return [_place(part) for part in text.split(";") if part.strip()]


def _place(text: str) -> tuple[float, float]:
    longitude, latitude = text.split()
    return float(longitude), float(latitude)


def junctions() -> dict[str, tuple[float, float]]:
    """Return the points where lines meet, in degrees, by name."""
    return {
        row["junction"]: (float(row["longitude"]), float(row["latitude"])) for row in table("junctions.csv")
    }


def land_borders(atlas: Atlas) -> list[LineString]:
    """Return the land borders, hand-drawn or along today's borders."""
    known = junctions()
    return [_land_border(row, known, atlas) for row in table("land.csv")]


def _land_border(row: dict[str, str], known: dict[str, tuple[float, float]], atlas: Atlas) -> LineString:
    start, end = known[row["from"]], known[row["to"]]
    if row["follows"]:
        surveyed = LineString(project(np.array(along(atlas.border(row["follows"]), start, end))))
        return LineString(smooth(np.array(surveyed.simplify(STRAIGHTENED).coords)))
    drawn = smooth(project(np.array([start, *places(row["via"]), end])))
    return LineString(wander(drawn, start[0] + end[1]))


def sea_borders() -> list[LineString]:
    """Return the sea borders, all hand-drawn."""
    known = junctions()
    return [
        LineString(smooth(project(np.array([known[row["from"]], *places(row["via"]), known[row["to"]]]))))
        for row in table("sea.csv")
    ]


def seeds(part: str) -> list[tuple[str, Point]]:
    """Return a point in each piece of each space, on land or on water."""
    rows = [row for row in table("seeds.csv") if row["part"] == part]
    return [(row["space"], point) for row, point in zip(rows, _points(rows), strict=True)]


def straits() -> list[Point]:
    """List the straits that must be visible."""
    return _points(list(table("straits.csv")))


def _points(rows: list[dict[str, str]]) -> list[Point]:
    degrees = np.array([(float(row["longitude"]), float(row["latitude"])) for row in rows])
    return [Point(place) for place in project(degrees)]


def smooth(points: Points) -> Points:
    """Return a Catmull-Rom curve through all points, with a point every few km."""
    before, after = 2 * points[0] - points[1], 2 * points[-1] - points[-2]
    knots = np.vstack((before, points, after))
    pieces = [_bend(*knots[n : n + 4]) for n in range(len(points) - 1)]
    return np.vstack((*pieces, points[-1:]))


def _bend(a: Points, b: Points, c: Points, d: Points) -> Points:
    count = max(2, int(np.hypot(*(c - b)) / STEP))
    t = np.linspace(0, 1, count, endpoint=False)[:, None]
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def wander(points: Points, phase: float) -> Points:
    """Let a line stray to both sides, as rivers and crests do; the ends are fixed."""
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    way = np.concatenate(([0.0], np.cumsum(lengths)))
    sway = sum(
        np.sin(way / wave + phase * number * 7) * wave**0.6
        for number, wave in enumerate((5.0, 8.7, 13.9, 23.0), start=1)
    )
    taper = np.minimum(1, np.minimum(way, way[-1] - way) / 25)
    across = np.gradient(points, axis=0)[:, ::-1] * (-1, 1)
    across /= np.hypot(*across.T)[:, None]
    return points + across * (sway * taper * WANDERING / 10)[:, None]
