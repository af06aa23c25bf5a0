"""The points of every space, as the server and the browser read them."""

from typing import Any

import numpy as np
from shapely import MultiPolygon, get_parts, union_all

from adjudicator.board import Board
from adjudicator.provinces import Space
from adjudicator.units import Province
from tools.map.atlas import polygons
from tools.map.drawing import Drawing
from tools.map.lines import table
from tools.map.places import CENTRE, LABEL, UNIT, Beside, Point, Thing, layouts
from tools.map.projection import project
from tools.map.warp import HEIGHT, WIDTH, Warp

OVER_SEA = 10.0
"""How far a fleet on a named coast may reach over its sea."""
WEIGHED = 120
"""How many layouts of a space are weighed by where they leave room for a dislodged unit."""


def furniture(drawing: Drawing, board: Board, warp: Warp) -> dict[str, Any]:
    """All that the drawing's shapes do not say: its size, those of what is drawn on it, and where."""
    coasts = {row["location"]: _drawn(row, warp) for row in table("coasts.csv")}
    sea = union_all([drawing.spaces[code] for code in board.seas])
    spaces = {
        code: _furnished(space, drawing.spaces[code], sea, coasts) for code, space in board.spaces.items()
    }
    for row in table("places.csv"):
        _moved(spaces[Province(row["space"])], row)
    sizes = {"unit": UNIT, "label": LABEL, "centre": CENTRE}
    return {"viewBox": [0, 0, WIDTH, HEIGHT], "sizes": sizes, "spaces": spaces}


def _drawn(row: dict[str, str], warp: Warp) -> Point:
    place = np.array([[float(row["longitude"]), float(row["latitude"])]])
    x, y = warp(project(place))[0]
    return float(x), float(y)


def _moved(points: dict[str, Any], row: dict[str, str]) -> None:
    """Put a thing where a human eye wants it."""
    place = [float(row["x"]), float(row["y"])]
    if row["thing"] in points:
        points[row["thing"]] = place
    else:
        points["unit"][row["thing"]] = place


def _furnished(
    space: Space, shape: MultiPolygon, sea: MultiPolygon, coasts: dict[str, Point]
) -> dict[str, Any]:
    """Place what belongs to a space; raises ValueError when it is too small."""
    found = layouts(_things(space, shape, sea, coasts))[::5][:WEIGHED]
    if not found:
        raise ValueError(f"{space.province} is too small")
    beside, home = Beside(shape), str(space.province)
    weighed = [(beside.of(layout, layout.places[home][0]), layout) for layout in found]
    (_, dislodged), best = min(weighed, key=lambda item: item[0][0] - item[1].score / 10)
    points: dict[str, Any] = {
        "unit": {name: place for name, (place, size) in best.places.items() if size == UNIT},
        "label": best.places["label"][0],
        "dislodged": dislodged,
    }
    if space.centre:
        points["centre"] = best.places["centre"][0]
    return points


def _things(space: Space, shape: MultiPolygon, sea: MultiPolygon, coasts: dict[str, Point]) -> list[Thing]:
    """List what is to be placed: the unit first, then fleets on named coasts, then the rest."""
    largest = max(get_parts(shape), key=lambda part: part.area)
    middle = largest.centroid.coords[0]
    room = polygons(largest)
    things = [Thing(space.province, UNIT, room, middle)]
    if space.coasts:
        shore = polygons(shape.union(sea.intersection(shape.buffer(OVER_SEA))))
        things += [Thing(place, UNIT, shore, coasts[place], 0.3) for place in space.locations]
    things.append(Thing("label", LABEL, room, middle, 0.0))
    if space.centre:
        things.append(Thing("centre", CENTRE, room, middle, 0.0))
    return things
