"""Chains of fleets over sea (1971 XII.2)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from operator import or_

from adjudicator.board import Board
from adjudicator.units import Kind, Province, Unit

Chains = Mapping[Province, tuple[int, ...]]
"""For each province that can be reached: the sets of fleets that carry there, as masks of `Board`."""
Carriers = Mapping[Province, frozenset[Province]]
"""For each province that can be reached: the fleets that belong to some chain without a superfluous one."""


def fleets_at_sea(board: Board, units: Iterable[Unit]) -> frozenset[Province]:
    """The seas in which a fleet stands; a fleet in a coastal province cannot convoy (1971 XIV.5)."""
    return board.seas.intersection([unit.location for unit in units])


def _spread(board: Board, fleets: frozenset[Province], start: Province) -> set[Province]:
    """The fleets that are linked with `start` through one another."""
    linked = set(board.neighbours[start] & fleets)
    queue = list(linked)
    while queue:
        new = (board.neighbours[queue.pop()] & fleets) - linked
        linked |= new
        queue.extend(new)
    return linked


@lru_cache(maxsize=8192)
def harbours(board: Board, fleets: frozenset[Province], start: Province) -> frozenset[Province]:
    """The provinces to which fleets could carry an army from `start`."""
    if fleets.isdisjoint(board.neighbours[start]):
        return frozenset()
    return _ports(board, frozenset(_spread(board, fleets, start))) - {start}


@lru_cache(maxsize=8192)
def _ports(board: Board, fleets: frozenset[Province]) -> frozenset[Province]:
    return frozenset().union(*[board.ports[sea] for sea in fleets])


@lru_cache(maxsize=8192)
def chains(board: Board, fleets: frozenset[Province], start: Province) -> Chains:
    """Every chain over which fleets could carry an army from `start`, by where it ends.

    A chain counts only when no fleet of it could be left out, so that an unnecessary fleet
    expresses nothing (DATC 6.G.19).
    """
    return _chains_of(board, frozenset(_spread(board, fleets, start)), start)


@lru_cache(maxsize=8192)
def _chains_of(board: Board, fleets: frozenset[Province], start: Province) -> Chains:
    """The same of fleets that are all linked with `start`; sets of spaces are numbers, a bit for each."""
    found: dict[Province, list[int]] = {}
    masks, fleet_mask = board.masks, board.mask(fleets)

    def extend(chain: int, last: Province, barred: int, reached: int) -> None:
        """`barred` touches an earlier fleet or the start; `reached` are the ports of earlier fleets."""
        ports = board.port_masks[last] & ~reached
        for port in board.places(ports):
            found.setdefault(port, []).append(chain)
        for sea in board.places(masks[last] & fleet_mask & ~barred & ~chain):
            extend(chain | 1 << board.index[sea], sea, barred | masks[last], reached | ports)

    for first in board.neighbours[start] & fleets:
        extend(1 << board.index[first], first, masks[start], 1 << board.index[start])
    return {port: tuple(ways) for port, ways in found.items()}


@lru_cache(maxsize=8192)
def carriers(board: Board, fleets: frozenset[Province], start: Province) -> Carriers:
    """The fleets that belong to some chain from `start`, by where it ends."""
    return _carriers_of(board, frozenset(_spread(board, fleets, start)), start)


@lru_cache(maxsize=8192)
def _carriers_of(board: Board, fleets: frozenset[Province], start: Province) -> Carriers:
    """The same of fleets that are all linked with `start`."""
    together = {port: reduce(or_, ways) for port, ways in _chains_of(board, fleets, start).items()}
    return {port: frozenset(board.places(mask)) for port, mask in together.items()}


@lru_cache(maxsize=8192)
def joined(board: Board, fleets: frozenset[Province], start: Province) -> Carriers:
    """The fleets linked with one another, with `start` and with each end, needed or not."""
    found: dict[Province, frozenset[Province]] = {}
    for first in board.neighbours[start] & fleets:
        group = frozenset(_spread(board, fleets, first) | {first})
        ports = frozenset().union(*(board.ports[sea] for sea in group)) - {start}
        for port in ports:
            found[port] = found.get(port, frozenset()) | group
    return found


def crossings(
    board: Board, fleets: frozenset[Province], army: Unit, without: Province | None = None
) -> frozenset[Province]:
    """The provinces to which the fleets at sea could carry that army, whatever they are ordered to do.

    `without` leaves out the fleet of one sea, which has something else to do.
    """
    if army.kind is Kind.FLEET or not fleets:
        return frozenset()
    return harbours(board, fleets - {without} if without in fleets else fleets, army.province)
