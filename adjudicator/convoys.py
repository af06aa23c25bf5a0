"""Chains of fleets over sea (1971 XII.2).

Fleets at sea and the provinces that they reach are bit masks by province number (`Board.mask`).
"""

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_

from adjudicator.board import Board, members
from adjudicator.units import Kind, Province, Unit

Chains = Mapping[int, tuple[int, ...]]
"""The chains to each province that can be reached, by its number: sets of fleets as masks."""
Carriers = Mapping[int, int]
"""The useful fleets to each province, by its number: one mask."""


@lru_cache(maxsize=8192)
def _linked(board: Board, fleets: int, start: int) -> int:
    """The fleets connected to the province `start` through each other."""
    masks = board.masks
    linked = waiting = masks[start] & fleets
    while waiting:
        first = waiting & -waiting
        new = masks[first.bit_length() - 1] & fleets & ~linked
        linked |= new
        waiting ^= first | new
    return linked


@lru_cache(maxsize=8192)
def _ports(board: Board, fleets: int) -> int:
    """The coastal provinces that touch a fleet."""
    return reduce(or_, [board.port_masks[sea] for sea in members(fleets)], 0)


def chains(board: Board, fleets: int, start: int) -> Chains:
    """Every chain of fleets that could carry an army from `start`, by its end.

    A chain counts only if it needs each of its fleets, so that an unnecessary fleet shows no intent (DATC
    6.G.19).
    """
    return _chains_of(board, _linked(board, fleets, start), start)


@lru_cache(maxsize=8192)
def _chains_of(board: Board, fleets: int, start: int) -> Chains:
    """The same for fleets that are all connected to `start`."""
    found: dict[int, list[int]] = {}
    masks, port_masks = board.masks, board.port_masks

    def extend(chain: int, last: int, barred: int, reached: int) -> None:
        """Extend a chain; barred: next to an earlier fleet or the start, reached: ports of earlier fleets."""
        ports = port_masks[last] & ~reached
        for port in members(ports):
            found.setdefault(port, []).append(chain)
        for sea in members(masks[last] & fleets & ~barred & ~chain):
            extend(chain | 1 << sea, sea, barred | masks[last], reached | ports)

    for first in members(masks[start] & fleets):
        extend(1 << first, first, masks[start], 1 << start)
    return {port: tuple(ways) for port, ways in found.items()}


@lru_cache(maxsize=8192)
def carriers(board: Board, fleets: int, start: int) -> Carriers:
    """The fleets that belong to some minimal chain from `start`, by its end."""
    return {port: reduce(or_, ways) for port, ways in chains(board, fleets, start).items()}


@lru_cache(maxsize=8192)
def joined(board: Board, fleets: int, start: int) -> Carriers:
    """The fleets connected to `start` and to each end through each other, necessary or not."""
    found: dict[int, int] = {}
    for first in members(board.masks[start] & fleets):
        group = _linked(board, fleets, first) | 1 << first
        for port in members(_ports(board, group) & ~(1 << start)):
            found[port] = found.get(port, 0) | group
    return found


@lru_cache(maxsize=8192)
def crossings_from(board: Board, fleets: int, start: int) -> int:
    """The provinces to which fleets could carry an army from `start`."""
    return _ports(board, _linked(board, fleets, start)) & ~(1 << start)


def crossings(board: Board, fleets: int, army: Unit, without: Province | None = None) -> int:
    """The provinces to which the fleets at sea could carry an army if they were ordered to.

    without: a sea whose fleet does something else.
    """
    if army.kind is Kind.FLEET or not fleets:
        return 0
    if without is not None:
        fleets &= ~board.bits[without]
    return crossings_from(board, fleets, board.number[army.location])
