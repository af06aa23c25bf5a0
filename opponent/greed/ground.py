"""What the yardsticks know of the board: nodes, steps and how values spread, worked out once.

A node is a unit that could be: a kind at a location. Values of all nodes are one array, by node number.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudicator import Board, Kind, Location, Province, Unit, standard

Array = NDArray[np.float64]
FAR = 30
"""The distance of what cannot be reached."""
CROSSING = 3
"""The steps that a convoy counts, which needs a fleet too."""
SPREAD = 5.0
"""What a value is divided by when it spreads to its neighbours (DumbBot)."""
SPRING = (100.0, 1000.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
AUTUMN = (1000.0, 100.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
"""The weights of places by the steps to them (DumbBot)."""


class Ground(NamedTuple):
    """The board by node number.

    place: the number of each node's province. steps: the nodes that each node can move to. near: the
    provinces of those. spring, autumn: matrices (nodes, provinces) that turn the values of provinces into
    those of nodes. distance: steps of each node to each province, by its own kind and, for armies, over a
    single sea in `CROSSING` steps. seas: the seas beside each province; ports: the coasts of each sea.
    """

    nodes: tuple[Unit, ...]
    node: Mapping[Unit, int]
    place: NDArray[np.int64]
    steps: tuple[tuple[int, ...], ...]
    near: tuple[frozenset[Province], ...]
    spring: Array
    autumn: Array
    distance: NDArray[np.int64]
    seas: Mapping[Province, tuple[Province, ...]]
    ports: Mapping[Province, tuple[Province, ...]]


@cache
def ground() -> Ground:
    """Work out the standard map."""
    board = standard()
    nodes = tuple(board.steps)
    node = {unit: number for number, unit in enumerate(nodes)}
    steps = tuple(tuple(node[unit.at(place)] for place in sorted(board.steps[unit])) for unit in nodes)
    near = tuple(board.reach[unit.kind][unit.location] for unit in nodes)
    at = np.zeros((len(nodes), len(board.spaces)))
    for number, unit in enumerate(nodes):
        at[number, board.index[unit.province]] = 1.0
    links = np.eye(len(nodes))
    for number, others in enumerate(steps):
        links[number, list(others)] = 1.0
    spread = links / SPREAD
    return Ground(
        nodes,
        node,
        np.array([board.index[unit.province] for unit in nodes]),
        steps,
        near,
        _spreading(spread, at, SPRING),
        _spreading(spread, at, AUTUMN),
        _distances(board, nodes, node, steps),
        {code: tuple(sorted(board.neighbours[code] & board.seas)) for code in board.codes},
        {sea: tuple(sorted(board.ports[sea])) for sea in board.seas},
    )


def _spreading(spread: Array, at: Array, weights: Sequence[float]) -> Array:
    """Add up what reaches each node from each province, weighted by the number of steps."""
    total = np.zeros_like(at)
    for weight in weights:
        total += weight * at
        at = spread @ at
    return total


def _distances(
    board: Board, nodes: Sequence[Unit], node: Mapping[Unit, int], steps: Sequence[Sequence[int]]
) -> NDArray[np.int64]:
    table = np.full((len(nodes), len(board.spaces)), FAR)
    crossings = _crossings(board, nodes, node)
    for start in range(len(nodes)):
        for reached, away in _walk(start, steps, crossings).items():
            place = board.index[nodes[reached].province]
            table[start, place] = min(table[start, place], away)
    return table


def _crossings(board: Board, nodes: Sequence[Unit], node: Mapping[Unit, int]) -> list[tuple[int, ...]]:
    """The nodes that an army could be carried to by a single fleet."""
    found = []
    for unit in nodes:
        seas = board.neighbours[unit.province] & board.seas if unit.kind is Kind.ARMY else frozenset()
        ports = frozenset[Province]().union(*(board.ports[sea] for sea in seas)) - {unit.province}
        found.append(tuple(node[Unit(Kind.ARMY, Location(port))] for port in sorted(ports)))
    return found


def _walk(start: int, steps: Sequence[Sequence[int]], crossings: Sequence[Sequence[int]]) -> dict[int, int]:
    """Steps from a node to all others, a crossing counting more."""
    away = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for others, cost in ((steps[here], 1), (crossings[here], CROSSING)):
            for there in others:
                if away[here] + cost < away.get(there, FAR):
                    away[there] = away[here] + cost
                    queue.append(there)
    return away
