"""The points of every space for the server and the browser."""

from typing import Any

import numpy as np
from shapely import MultiPolygon, get_parts, union_all

from adjudicator.board import Board, Space
from adjudicator.units import Province
from tools.map.atlas import polygons
from tools.map.drawing import Drawing
from tools.map.labels import label_size
from tools.map.lines import table
from tools.map.places import CENTRE, FORBIDDEN, HEAD, UNIT, Beside, Layout, Point, Thing, layouts
from tools.map.projection import project
from tools.map.warp import HEIGHT, WIDTH, Warp

HEADED = "head "
"""The prefix of a place's name for the head of an arrow that ends there."""
OVER_SEA = 10.0
"""How far a fleet on a named coast may extend over the sea."""
WEIGHED = 120
"""How many layouts of a space are compared by the room that they leave for a dislodged unit."""


def furniture(drawing: Drawing, board: Board, warp: Warp) -> dict[str, Any]:
    """Return the sizes and places of everything drawn on the board."""
    coasts = {row["location"]: _drawn(row, warp) for row in table("coasts.csv")}
    sea = union_all([drawing.spaces[code] for code in board.seas])
    chosen = {
        code: _laid_out(space, drawing.spaces[code], sea, coasts) for code, space in board.spaces.items()
    }
    spaces = {code: _points(layout) for code, layout in chosen.items()}
    for row in table("places.csv"):
        _moved(spaces[Province(row["space"])], row)
    _add_dislodged(spaces, drawing, board)
    sizes = {"unit": UNIT, "centre": CENTRE, "head": HEAD}
    return {"viewBox": [0, 0, WIDTH, HEIGHT], "sizes": sizes, "spaces": spaces}


def _drawn(row: dict[str, str], warp: Warp) -> Point:
    place = np.array([[float(row["longitude"]), float(row["latitude"])]])
    x, y = warp(project(place))[0]
    return float(x), float(y)


def _moved(points: dict[str, Any], row: dict[str, str]) -> None:
    """Move a thing to its place in places.csv, chosen by hand."""
    place = [float(row["x"]), float(row["y"])]
    if row["thing"] in points:
        points[row["thing"]] = place
    elif row["thing"].startswith(HEADED):
        points["head"][row["thing"].removeprefix(HEADED)] = place
    else:
        points["unit"][row["thing"]] = place


def _laid_out(space: Space, shape: MultiPolygon, sea: MultiPolygon, coasts: dict[str, Point]) -> Layout:
    """Place the things of a space; raises ValueError if it is too small."""
    found = layouts(_things(space, shape, sea, coasts))[::5][:WEIGHED]
    if not found:
        raise ValueError(f"{space.province} is too small")
    beside, home = Beside(shape), str(space.province)
    costs = [beside.of(layout.boxes, layout.places[home][0])[0] - layout.score / 10 for layout in found]
    return found[int(np.argmin(costs))]


def _points(layout: Layout) -> dict[str, Any]:
    """Return the places of a layout without sizes."""
    points: dict[str, Any] = {"unit": {}, "head": {}}
    for name, (place, size) in layout.places.items():
        if size == UNIT:
            points["unit"][name] = place
        elif name.startswith(HEADED):
            points["head"][name.removeprefix(HEADED)] = place
        else:
            points[name] = place
    return points


def _add_dislodged(spaces: dict[Province, dict[str, Any]], drawing: Drawing, board: Board) -> None:
    """Find places for dislodged units, clear of all other units; spaces with the least room come first."""
    units = [(tuple(place), UNIT) for what in spaces.values() for place in what["unit"].values()]
    marks = [(tuple(what["label"]), label_size(board.spaces[code])) for code, what in spaces.items()]
    marks += [(tuple(what["centre"]), CENTRE) for what in spaces.values() if "centre" in what]
    rooms = {code: Beside(drawing.spaces[code]) for code in spaces}
    for code in sorted(spaces, key=lambda code: rooms[code].free(units)):
        what = spaces[code]
        cost, what["dislodged"] = rooms[code].of([*units, *marks], what["unit"][code])
        if cost >= FORBIDDEN:
            raise ValueError(f"{code} has no room for a dislodged unit")
        units.append((what["dislodged"], UNIT))


def _things(space: Space, shape: MultiPolygon, sea: MultiPolygon, coasts: dict[str, Point]) -> list[Thing]:
    """List the things to place: the unit first, then fleets on named coasts, then the rest."""
    largest = max(get_parts(shape), key=lambda part: part.area)
    middle = largest.centroid.coords[0]
    room = polygons(largest)
    things = [Thing(space.province, UNIT, room, middle)]
    rooms = {space.province: room}
    if space.coasts:
        shore = polygons(shape.union(sea.intersection(shape.buffer(OVER_SEA))))
        things += [Thing(place, UNIT, shore, coasts[place], 0.6) for place in space.locations]
        rooms |= dict.fromkeys(space.locations, shore)
    things.append(Thing("label", label_size(space), room, middle, 0.0))
    if space.centre:
        things.append(Thing("centre", CENTRE, room, middle, 0.0))
    heads = {place: coasts.get(place, middle) for place in rooms}
    return things + [
        Thing(f"{HEADED}{place}", HEAD, rooms[place], best, 0.1 if place in coasts else 0.0)
        for place, best in heads.items()
    ]
