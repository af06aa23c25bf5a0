"""The board by number: where units can stand, what they reach, and how far everything is."""

from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from adjudicator import Board, Kind, Location, Province, Unit, province_of, standard

EMBARK, SAIL, LAND = 3.0, 1.0, 1.0
"""What the parts of a convoy cost an army, in moves: to a first sea, from sea to sea, ashore again."""
FAR = 12.0
"""Stands for a place that a unit can never reach, in moves."""
Floats = NDArray[np.float32]
Booleans = NDArray[np.bool_]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Tables:
    """Tables by the number of a stand (a kind of unit at a location) and of a province.

    province [stand]: its province. reach [stand, province]: where such a unit could go on its own.
    steps [stand, province]: how many moves away a province is, convoys included.
    """

    number: dict[Unit, int]
    province: Integers
    reach: Booleans
    steps: Floats

    def nearest(self, provinces: list[int]) -> Floats:
        """Return for every stand the moves to the nearest of some provinces."""
        if not provinces:
            return np.full(len(self.province), FAR, dtype=np.float32)
        nearest: Floats = self.steps[:, provinces].min(axis=1)
        return nearest


def _roads(board: Board, kind: Kind) -> dict[str, list[tuple[str, float]]]:
    """The ways from place to place with their lengths; armies cross seas at a price."""
    roads: dict[str, list[tuple[str, float]]] = {
        here: [(there, 1.0) for there in ways] for here, ways in board.borders[kind].items()
    }
    if kind is Kind.FLEET:
        return roads
    for sea in board.seas:
        roads[sea] = [(other, SAIL) for other in board.neighbours[sea] & board.seas]
        for port in board.ports[sea]:
            roads[sea].append((port, LAND))
            roads[port].append((sea, EMBARK))
    return roads


def _lengths(roads: dict[str, list[tuple[str, float]]], start: str) -> dict[str, float]:
    """Dijkstra's shortest ways from one place."""
    found: dict[str, float] = {}
    queue = [(0.0, start)]
    while queue:
        length, here = heappop(queue)
        if here in found:
            continue
        found[here] = length
        for there, more in roads[here]:
            if there not in found:
                heappush(queue, (length + more, there))
    return found


def _by_province(board: Board, lengths: dict[str, float]) -> Floats:
    row = np.full(len(board.codes), FAR, dtype=np.float32)
    for place, length in lengths.items():
        number = board.index[Province(province_of(place))]
        row[number] = min(row[number], length)
    return row


@cache
def tables(board: Board | None = None) -> Tables:
    """Work out the tables of a board, the standard one when left out."""
    board = board or standard()
    stands = [Unit(kind, Location(place)) for kind in Kind for place in board.borders[kind]]
    roads = {kind: _roads(board, kind) for kind in Kind}
    reach = np.zeros((len(stands), len(board.codes)), dtype=np.bool_)
    for number, unit in enumerate(stands):
        reach[number, [board.index[end] for end in board.reach[unit.kind][unit.location]]] = True
    return Tables(
        {unit: number for number, unit in enumerate(stands)},
        np.array([board.index[unit.province] for unit in stands]),
        reach,
        np.stack([_by_province(board, _lengths(roads[unit.kind], unit.location)) for unit in stands]),
    )
