"""The drawn board, and the table that it must agree with."""

import json
import re
from functools import cache

from shapely import box

from adjudicator import standard
from tests.quality.project import ROOT
from tools.map.neighbours import read, region_of, rings

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
    """Return the place of a fleet at each named coast, in tenths."""
    return {
        place: tuple(round(10 * number) for number in point)
        for what in points()["spaces"].values()
        for place, point in what["unit"].items()
        if "/" in place
    }


@cache
def region(name):
    """Return the shape of a space, in units of the drawing."""
    return region_of(shapes()[name].rings)


def nobodys(name):
    """Return the shape outside all spaces: `closed` or `lake`."""
    data = re.search(f'<path id="{name}".* d="([^"]*)"', SVG.read_text("utf-8"))[1]
    return region_of(rings(data))


def around(point, size):
    (x, y), (wide, high) = point, size
    return box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
