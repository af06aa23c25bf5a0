"""Orders that a player left out and wrote down elsewhere (seed of the tournaments of Anjou, part IV)."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.board import Board
from adjudicator.convoys import chains, fleets_at_sea
from adjudicator.orders import Convoy, Hold, Move, MovementOrder, Order, Support, Unreadable
from adjudicator.position import Position
from adjudicator.units import Power, Province, Unit, names_coast, province_of, same_unit

Given = Mapping[Power, Sequence[Order | Unreadable]]
"""The orders that each power issued, in the order of entry."""
Legal = Mapping[Unit, MovementOrder]


def missing_orders(board: Board, position: Position, given: Given, legal: Legal) -> dict[Unit, MovementOrder]:
    """The orders of units that have none, as far as orders of the same power tell them beyond doubt.

    A support or convoy names the order of another unit whole; a move by sea needs a convoy that only
    one idle fleet can give. An order that is complete but impossible is not missing; two that say
    different things are in doubt.
    """
    idle = {unit for unit in position.units if not _ordered(given.get(position.units[unit], ()), unit)}
    told: dict[Unit, set[MovementOrder]] = {}
    for unit, order in legal.items():
        power = position.units[unit]
        mine = {other for other in idle if position.units[other] == power}
        for named in (*_named(order, mine), *_needed(board, position, legal, order, mine)):
            told.setdefault(named.unit, set()).add(named)
    whole = {unit: _whole(orders) for unit, orders in told.items()}
    return {unit: orders[0] for unit, orders in whole.items() if len(orders) == 1}


def _whole(orders: set[MovementOrder]) -> list[MovementOrder]:
    """The orders but those that leave out a coast which another one names."""
    coasts = {province_of(order.to) for order in orders if isinstance(order, Move) and names_coast(order.to)}
    return [order for order in orders if not isinstance(order, Move) or str(order.to) not in coasts]


def _ordered(issued: Sequence[Order | Unreadable], unit: Unit) -> bool:
    """Whether a unit was given a whole order, possible or not."""
    return any(isinstance(order, MovementOrder) and same_unit(order.unit, unit) for order in issued)


def _named(order: MovementOrder, idle: set[Unit]) -> Iterator[MovementOrder]:
    """The order of an idle unit that a support or convoy speaks of."""
    if isinstance(order, Support) and order.supported in idle:
        yield Hold(order.supported) if order.to is None else Move(order.supported, order.to)
    if isinstance(order, Convoy) and order.army in idle:
        yield Move(order.army, order.to)


def _needed(
    board: Board, position: Position, legal: Legal, order: MovementOrder, idle: set[Unit]
) -> Iterator[MovementOrder]:
    """The convoy orders without which a move by sea has no chain."""
    if not isinstance(order, Move) or not order.via:
        return
    end = province_of(order.to)
    seas = fleets_at_sea(board, position.units)
    willing = {_sea(fleet) for fleet in idle if fleet.province in seas} | {
        _sea(fleet)
        for fleet, other in legal.items()
        if isinstance(other, Convoy) and other.army == order.unit and province_of(other.to) == end
    }
    ways = chains(board, frozenset(willing), order.unit.province).get(end, ())
    for fleet in idle:
        if ways and all(way & board.mask([fleet.province]) for way in ways):
            yield Convoy(fleet, order.unit, order.to)


def _sea(fleet: Unit) -> Province:
    return fleet.province
