"""The drawing as SVG: paths with classes and ids, no colours and no text."""

import re
from collections.abc import Iterable
from itertools import pairwise

from shapely import LineString, MultiLineString, MultiPolygon, get_parts

from tools.map.drawing import Drawing
from tools.map.warp import HEIGHT, WIDTH

SHORE_DETAIL = 6.0
"""The tolerance for simplifying the coast for the lines in the water."""
SHORTEST_SHORE = 30.0
"""Islands with a shorter coast have no lines in the water around them."""
HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}">'


def document(drawing: Drawing, kinds: dict[str, str]) -> str:
    """Return the document: seas, then land, then things on land, then lines in the water."""
    drawn = {
        space: f'<path id="{space}" data-kind="{kinds[space]}" d="{outline(drawing.spaces[space])}"/>'
        for space in sorted(drawing.spaces)
    }
    lines = [
        HEAD,
        '<g id="seas">',
        *(drawn[space] for space in drawn if kinds[space] == "sea"),
        "</g>",
        '<g id="lands">',
        *(drawn[space] for space in drawn if kinds[space] != "sea"),
        "</g>",
        f'<path id="strait" class="strait" d="{outline(drawing.straits)}"/>',
        f'<path id="lake" class="lake" d="{outline(drawing.lakes)}"/>',
        f'<path id="closed" class="closed" d="{outline(drawing.closed)}"/>',
        f'<path id="shore" class="shore" d="{_shore(drawing.coast)}"/>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def outline(shape: MultiPolygon) -> str:
    """Return the rings of a shape as path data, the largest first."""
    parts = sorted(get_parts(shape), key=lambda part: -part.area)
    return "".join(_path(ring) for part in parts for ring in (part.exterior, *part.interiors))


def _path(line: LineString) -> str:
    """Return a line as path data in tenths of a unit; `z` closes rings."""
    points = [(round(10 * x), round(10 * y)) for x, y in line.coords]
    ring = points[0] == points[-1]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    written = _numbers(number for step in (steps[:-1] if ring else steps) for number in step)
    return f"M{_numbers(points[0])}l{written}{'z' if ring else ''}"


def _numbers(tenths: Iterable[int]) -> str:
    """Write numbers as short as SVG allows: `3.5.2-.2 0 1`."""
    text = last = ""
    for number in tenths:
        short = re.sub(r"^(-?)0\.", r"\1.", f"{number / 10:g}")
        clear = not last or short.startswith("-") or (short.startswith(".") and "." in last)
        text += short if clear else " " + short
        last = short
    return text


def coast_document(coast: MultiLineString) -> str:
    """Return a document with only the coastline."""
    path = "".join(_path(line) for line in get_parts(coast))
    return f'{HEAD}\n<path id="coast" class="coast" d="{path}"/>\n</svg>\n'


def _shore(coast: MultiLineString) -> str:
    """Return the lines in the water: the simplified coast, which is drawn wide."""
    longest = [line.simplify(SHORE_DETAIL) for line in get_parts(coast) if line.length >= SHORTEST_SHORE]
    lines = [LineString([(round(x), round(y)) for x, y in line.coords]) for line in longest]
    return "".join(_path(line) for line in lines if line.length)
