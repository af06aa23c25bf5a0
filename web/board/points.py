"""The places of things on the drawn board (`static/board/standard.json`, made by `tools/map`).

All figures are in units of the drawing's view box, x to the right and y down.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import Location, Province, province_of

BOARD = Path(__file__).parents[2] / "static" / "board"
SHAPE = re.compile(r'<path id="(?P<code>[A-Z]{3})" data-kind="(?P<kind>[a-z]+)" d="(?P<path>[^"]*)"')
GROUND = re.compile(
    r'<path (?:id="[a-z]+" )?class="(?P<layer>strait|lake|closed|shore|coast)" d="(?P<path>[^"]*)"'
)

COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
FIGURE = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


class Point(NamedTuple):
    """A place on the drawing."""

    x: float
    y: float

    def __str__(self) -> str:
        """The point in a path of SVG."""
        return f"{self.x:.1f} {self.y:.1f}"

    def towards(self, other: "Point", distance: float) -> "Point":
        """The point at some distance on the way to another."""
        length = self.far(other) or 1
        return self.between(other, distance / length)

    def between(self, other: "Point", share: float) -> "Point":
        """The point that is some share of the way to another."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)

    def beside(self, other: "Point", distance: float) -> "Point":
        """The point at some distance to the right of the way to another."""
        length = self.far(other) or 1
        return Point(
            self.x - (other.y - self.y) / length * distance, self.y + (other.x - self.x) / length * distance
        )

    def far(self, other: "Point") -> float:
        """Measure the distance to another."""
        return float(((other.x - self.x) ** 2 + (other.y - self.y) ** 2) ** 0.5)

    def edge(self, other: "Point", wide: float, high: float) -> "Point":
        """The point on the edge of a box around this one from which a line goes to another."""
        across, down = abs(other.x - self.x), abs(other.y - self.y)
        share = min(wide / 2 / across if across else 1, high / 2 / down if down else 1)
        return self.between(other, min(share, 1))


class Shape(NamedTuple):
    """The outline of a space, as the path of SVG, and its terrain."""

    kind: str
    path: str


@cache
def _table() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((BOARD / "standard.json").read_text("utf-8"))
    return found


def rings(path: str) -> list[list[Point]]:
    """The corners of a path, ring by ring; raises ValueError if its lines are not straight."""
    found: list[list[Point]] = []
    x = y = 0.0
    for letter, figures in COMMAND.findall(path):
        if letter not in "MmLlZz":
            raise ValueError(f"not a straight line: {letter}")
        numbers = [float(figure) for figure in FIGURE.findall(figures)]
        if letter in "Mm":
            found.append([])
        for step_x, step_y in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = (x + step_x, y + step_y) if letter.islower() else (step_x, step_y)
            found[-1].append(Point(x, y))
    return found


@cache
def extent(province: Province) -> tuple[Point, Point]:
    """The corners, left above and right below, of the rectangle around a space."""
    points = [point for ring in rings(shapes()[province].path) for point in ring]
    across, down = [point.x for point in points], [point.y for point in points]
    return Point(min(across), min(down)), Point(max(across), max(down))


@cache
def view_box() -> tuple[float, float]:
    """The width and height of the drawing."""
    _, _, width, height = _table()["viewBox"]
    return width, height


@cache
def unit_point(location: Location) -> Point:
    """Find the place of a unit: the point of its coast, or of its province."""
    spots = _table()["spaces"][province_of(location)]["unit"]
    return Point(*spots.get(location, spots[province_of(location)]))


@cache
def label_point(province: Province) -> Point:
    """The middle of a province's code."""
    return Point(*_table()["spaces"][province]["label"])


@cache
def dislodged_point(location: Location) -> Point:
    """Find the place of a dislodged unit, beside the one that dislodged it."""
    return Point(*_table()["spaces"][province_of(location)]["dislodged"])


@cache
def head_point(location: Location) -> Point:
    """The middle of the free place for the head of an arrow."""
    spots = _table()["spaces"][province_of(location)]["head"]
    return Point(*spots.get(location, spots[province_of(location)]))


@cache
def centre_points() -> Mapping[Province, Point]:
    """The mark of each supply centre."""
    return {
        Province(code): Point(*space["centre"])
        for code, space in _table()["spaces"].items()
        if "centre" in space
    }


@cache
def shapes() -> Mapping[Province, Shape]:
    """The outline of each of the 75 spaces."""
    drawing = (BOARD / "standard.svg").read_text("utf-8")
    return {Province(found["code"]): Shape(found["kind"], found["path"]) for found in SHAPE.finditer(drawing)}


@cache
def ground() -> Mapping[str, str]:
    """The layers besides the spaces: waters within provinces, lakes, closed lands, the coast, and `shore`."""
    drawing = "".join((BOARD / f"{name}.svg").read_text("utf-8") for name in ("standard", "coast"))
    return {found["layer"]: found["path"] for found in GROUND.finditer(drawing)}
