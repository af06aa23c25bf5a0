"""Shortest paths for lines within spaces, around capes and islands."""

from heapq import heappop, heappush
from itertools import count

import numpy as np
import numpy.typing as npt
from shapely import MultiPolygon, Polygon, contains, get_coordinates, get_parts, linestrings, prepare
from shapely import Point as Spot

from tools.map.atlas import polygons
from tools.map.places import Point

CLEARANCES = (8.0, 6.0, 4.0, 2.5, 1.2, 0.4)
"""Distances from the coast to try, the best first, in units of the drawing."""
WIGGLE = 1.5
"""The tolerance for simplifying coasts."""
Numbers = npt.NDArray[np.float64]


def way(region: MultiPolygon, start: Point, end: Point) -> list[Point]:
    """Return the shortest line between two points of a region that stays inside it."""
    for clearance in CLEARANCES:
        found = _shortest(region, clearance, start, end)
        if found:
            return found
    raise ValueError(f"no way from {start} to {end}")


def _shortest(region: MultiPolygon, clearance: float, start: Point, end: Point) -> list[Point]:
    """Return the shortest line at a distance from the coast, except near its ends; empty if there is none."""
    room = region.buffer(-clearance).simplify(WIGGLE)
    parts = [part for part in get_parts(room) if isinstance(part, Polygon) and part.area > clearance]
    if not parts:
        return []
    free = polygons(MultiPolygon(parts).buffer(0.05))
    open_sea = polygons(free.union(_near(region, start, clearance)).union(_near(region, end, clearance)))
    nodes = np.vstack(([start, end], get_coordinates(MultiPolygon(parts))))
    return _along(nodes, _visible(nodes, open_sea))


def _near(region: MultiPolygon, place: Point, clearance: float) -> MultiPolygon:
    """Return the part of a region near an end of a line, where it may come nearer to the coast."""
    return polygons(region.intersection(Spot(place).buffer(3 * clearance + 4)))


def _visible(nodes: Numbers, room: MultiPolygon) -> npt.NDArray[np.bool_]:
    """Tell for each pair of nodes whether the line between them stays in the room."""
    prepare(room)
    one, two = np.triu_indices(len(nodes), 1)
    inside = contains(room, linestrings(np.stack((nodes[one], nodes[two]), axis=1)))
    table = np.zeros((len(nodes), len(nodes)), bool)
    table[one, two] = table[two, one] = inside
    return table


def _along(nodes: Numbers, visible: npt.NDArray[np.bool_]) -> list[Point]:
    """Return the shortest path from the first node to the second (Dijkstra)."""
    before: dict[int, int] = {}
    number = count()
    waiting = [(0.0, next(number), 0, -1)]
    while waiting:
        length, _, here, origin = heappop(waiting)
        if here in before:
            continue
        before[here] = origin
        if here == 1:
            break
        for there in np.flatnonzero(visible[here]):
            step = float(np.hypot(*(nodes[there] - nodes[here])))
            heappush(waiting, (length + step, next(number), int(there), here))
    if 1 not in before:
        return []
    places = [1]
    while places[-1]:
        places.append(before[places[-1]])
    return [(float(nodes[at][0]), float(nodes[at][1])) for at in reversed(places)]
