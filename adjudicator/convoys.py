"""Chains of fleets over sea (1971 XII.2).

Fleets at sea, and provinces that they reach, are masks of `Board`: a bit for each province number.
"""

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_

from adjudicator.board import Board, members
from adjudicator.units import Kind, Province, Unit

Chains = Mapping[int, tuple[int, ...]]
"""By the number of each province that can be reached: the sets of fleets that carry there, as masks."""
Carriers = Mapping[int, int]
"""By the same number: the fleets that can be of use, as a mask."""


@lru_cache(maxsize=8192)
def _linked(board: Board, fleets: int, start: int) -> int:
    """The fleets that are linked with the province `start` through one another."""
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
    """Every chain over which fleets could carry an army from `start`, by where it ends.

    A chain counts only when no fleet of it could be left out, so that an unnecessary fleet
    expresses nothing (DATC 6.G.19).
    """
    return _chains_of(board, _linked(board, fleets, start), start)


@lru_cache(maxsize=8192)
def _chains_of(board: Board, fleets: int, start: int) -> Chains:
    """The same of fleets that are all linked with `start`."""
    found: dict[int, list[int]] = {}
    masks, port_masks = board.masks, board.port_masks

    def extend(chain: int, last: int, barred: int, reached: int) -> None:
        """`barred` touches an earlier fleet or the start; `reached` are the ports of earlier fleets."""
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
    """The fleets that belong to some chain from `start` without a superfluous one, by where it ends."""
    return {port: reduce(or_, ways) for port, ways in chains(board, fleets, start).items()}


@lru_cache(maxsize=8192)
def joined(board: Board, fleets: int, start: int) -> Carriers:
    """The fleets linked with one another, with `start` and with each end, needed or not."""
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
    """The provinces to which the fleets at sea could carry that army, whatever they are ordered to do.

    `without` leaves out the fleet of one sea, which has something else to do.
    """
    if army.kind is Kind.FLEET or not fleets:
        return 0
    if without is not None:
        fleets &= ~board.bits[without]
    return crossings_from(board, fleets, board.number[army.location])
