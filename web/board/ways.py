"""The ways of moves on the drawn board, as `tools/map` has found them (`static/board/ways.json`)."""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from typing import Any

from adjudicator import Location, Province, province_of, standard
from web.board.points import BOARD, Point, head_point

ORDERED, OCCUPIED, EMPTY = 0.01, 1.0, 2.0
"""What a sea costs on the way of an army: with a fleet that is to convoy it, with another, without."""


@cache
def _table() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((BOARD / "ways.json").read_text("utf-8"))
    return found


def corners_between(here: Location, there: Location) -> Sequence[Point]:
    """Find the corners of a move's line, and its tip beside a unit that stands there."""
    found = _table()["ends"].get(here, {}).get(there)
    return [Point(*corner) for corner in found] if found else [head_point(there)]


def sea_way(start: Province, seas: Sequence[Province], end: Province) -> Sequence[Point]:
    """The corners of an army's line over these seas, from its place to its tip; none if they are no chain."""
    pieces = [_between(here, there) for here, there in zip((start, *seas), seas, strict=False)]
    pieces.append(_table()["ashore"].get(seas[-1], {}).get(end, ()) if seas else ())
    if not all(pieces):
        return ()
    corners = [Point(*corner) for piece in pieces for corner in piece[:-1]]
    return [*corners, Point(*pieces[-1][-1])]


def _between(here: Province, there: Province) -> Sequence[Sequence[float]]:
    """The line from a unit to the fleet of a neighbouring sea."""
    found: Sequence[Sequence[float]] = _table()["seas"].get(here, {}).get(there, ())
    return found


@cache
def _seas_by(place: Province) -> Sequence[Province]:
    """The seas that a space borders on."""
    return sorted(standard().neighbours[place] & standard().seas)


def chain(
    start: Province,
    end: Province,
    ordered: Collection[Province],
    occupied: Collection[Province] = (),
) -> Sequence[Province]:
    """The seas over which an army may go: where fleets are ordered to convoy it, else by the shortest way."""
    waiting: list[tuple[float, Sequence[Province]]] = [(0.0, (start,))]
    known: set[Province] = set()
    while waiting:
        cost, way = heappop(waiting)
        if way[-1] == end:
            return way[1:-1]
        if way[-1] in known:
            continue
        known.add(way[-1])
        if way[-1] in standard().seas and end in standard().neighbours[way[-1]]:
            heappush(waiting, (cost, (*way, end)))
        for sea in _seas_by(way[-1]):
            step = ORDERED if sea in ordered else OCCUPIED if sea in occupied else EMPTY
            heappush(waiting, (cost + step, (*way, sea)))
    return ()


def chain_over(start: Province, fleet: Province, end: Province) -> Sequence[Province]:
    """The shortest chain of seas from a coast to another in which that of a fleet has its part."""
    first, last = chain(start, fleet, ()), chain(end, fleet, ())
    return (*first, fleet, *reversed(last))


def is_by_sea(here: Location, there: Location) -> bool:
    """Tell whether an army could only go there over the sea."""
    return province_of(there) not in standard().neighbours[province_of(here)]
