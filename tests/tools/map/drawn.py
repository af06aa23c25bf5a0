"""The board as it is drawn, and the table that it must agree with."""

import json
from functools import cache

from shapely import MultiPolygon, Polygon, box, make_valid

from adjudicator import standard
from tests.quality.project import ROOT
from tools.map.neighbours import read

SVG = ROOT / "static" / "board" / "standard.svg"
JSON = ROOT / "static" / "board" / "standard.json"


@cache
def board():
    return standard()


@cache
def shapes():
    return read(SVG.read_text("utf-8"))


@cache
def points():
    return json.loads(JSON.read_text("utf-8"))


def anchors():
    """Return where a fleet stands at each coast that has a name, in tenths."""
    return {
        place: tuple(round(10 * number) for number in point)
        for what in points()["spaces"].values()
        for place, point in what["unit"].items()
        if "/" in place
    }


@cache
def region(name):
    """Return the shape of a space, in units of the drawing; the rings in others are its holes."""
    rings = [Polygon([(x / 10, y / 10) for x, y in ring]) for ring in shapes()[name].rings]
    whole = Polygon()
    for ring in sorted(rings, key=lambda ring: -ring.area):
        whole = whole.symmetric_difference(ring)
    return whole if isinstance(whole, MultiPolygon) else MultiPolygon([make_valid(whole)])


def around(point, size):
    (x, y), (wide, high) = point, size
    return box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
