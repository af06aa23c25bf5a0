"""Chains of fleets over sea (1971 XII.2)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from adjudicator.board import Board
from adjudicator.provinces import Terrain
from adjudicator.units import Kind, Province, Unit

Chains = Mapping[Province, tuple[frozenset[Province], ...]]
"""For each province that can be reached: the sets of fleets that carry there, none superfluous."""
Carriers = Mapping[Province, frozenset[Province]]
"""For each province that can be reached: the fleets that some shortest-cut chain to it needs."""


def fleets_at_sea(board: Board, units: Iterable[Unit]) -> frozenset[Province]:
    """The seas in which a fleet stands; a fleet in a coastal province cannot convoy (1971 XIV.5)."""
    return board.seas.intersection([unit.province for unit in units])


def _ports(board: Board, sea: Province) -> set[Province]:
    return {place for place in board.neighbours[sea] if board.spaces[place].terrain is Terrain.COAST}


@lru_cache(maxsize=8192)
def chains(board: Board, fleets: frozenset[Province], start: Province) -> Chains:
    """Every chain over which fleets could carry an army from `start`, by where it ends.

    A chain counts only when no fleet of it could be left out, so that an unnecessary fleet
    expresses nothing (DATC 6.G.19).
    """
    found: dict[Province, list[frozenset[Province]]] = {}

    def extend(chain: tuple[Province, ...], reached: frozenset[Province]) -> None:
        last = chain[-1]
        ports = _ports(board, last) - reached
        for port in ports:
            found.setdefault(port, []).append(frozenset(chain))
        passed = frozenset().union(*(board.neighbours[fleet] for fleet in chain[:-1]))
        for fleet in (board.neighbours[last] & fleets) - passed - board.neighbours[start] - set(chain):
            extend((*chain, fleet), reached | ports)

    for first in board.neighbours[start] & fleets:
        extend((first,), frozenset({start}))
    return {port: tuple(ways) for port, ways in found.items()}


@lru_cache(maxsize=8192)
def carriers(board: Board, fleets: frozenset[Province], start: Province) -> Carriers:
    """The fleets that belong to some chain from `start`, by where it ends."""
    ways = chains(board, fleets, start)
    return {port: frozenset().union(*sets) for port, sets in ways.items()}


def crossings(
    board: Board, fleets: frozenset[Province], army: Unit, without: Province | None = None
) -> Carriers:
    """Where the fleets at sea could carry that army, whatever they are ordered to do.

    `without` leaves out the fleet of one sea, which is busy otherwise.
    """
    if army.kind is not Kind.ARMY or board.spaces[army.province].terrain is not Terrain.COAST:
        return {}
    return carriers(board, fleets - {without} if without in fleets else fleets, army.province)
