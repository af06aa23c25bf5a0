"""Orders left out that other orders name (arbitration of the tournaments of Anjou, part IV)."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.convoys import chains
from adjudicator.gists import NOWHERE
from adjudicator.orders import Convoy, Given, Hold, Move, MovementOrder, Order, Support, Unreadable
from adjudicator.position import Position
from adjudicator.units import Province, Unit, names_coast, province_of, same_unit

Legal = Mapping[Unit, MovementOrder]


def missing_orders(position: Position, given: Given, legal: Legal) -> dict[Unit, MovementOrder]:
    """The orders of units without one that orders of the same power name beyond doubt.

    A support or convoy names the order of another unit completely; a move by sea needs a convoy that
    only one fleet without an order can give. An order that is complete but impossible is not missing;
    one that is named in two ways is in doubt.
    """
    idle = {unit for unit in position.units if not _ordered(given.get(position.units[unit], ()), unit)}
    named_for: dict[Unit, set[MovementOrder]] = {}
    for unit, order in legal.items():
        power = position.units[unit]
        mine = {other for other in idle if position.units[other] == power}
        for named in (*_named(order, mine), *_needed(position, legal, order, mine)):
            named_for.setdefault(named.unit, set()).add(named)
    complete = {unit: _complete(orders) for unit, orders in named_for.items()}
    return {unit: orders[0] for unit, orders in complete.items() if len(orders) == 1}


def _complete(orders: set[MovementOrder]) -> list[MovementOrder]:
    """The orders without those that leave out a coast which another one names."""
    coasts = {province_of(order.to) for order in orders if isinstance(order, Move) and names_coast(order.to)}
    return [order for order in orders if not isinstance(order, Move) or str(order.to) not in coasts]


def _ordered(issued: Sequence[Order | Unreadable], unit: Unit) -> bool:
    """True if a unit was given a complete order, possible or not."""
    return any(isinstance(order, MovementOrder) and same_unit(order.unit, unit) for order in issued)


def _named(order: MovementOrder, idle: set[Unit]) -> Iterator[MovementOrder]:
    """The order of an idle unit that a support or convoy names."""
    if isinstance(order, Support) and order.supported in idle:
        yield Hold(order.supported) if order.to is None else Move(order.supported, order.to)
    if isinstance(order, Convoy) and order.army in idle:
        yield Move(order.army, order.to)


def _needed(
    position: Position, legal: Legal, order: MovementOrder, idle: set[Unit]
) -> Iterator[MovementOrder]:
    """The convoy orders without which a move by sea has no chain."""
    if not isinstance(order, Move) or not order.via:
        return
    board, end = position.board, province_of(order.to)
    willing = {_sea(fleet) for fleet in idle if fleet.province in board.seas} | {
        _sea(fleet)
        for fleet, other in legal.items()
        if isinstance(other, Convoy) and other.army == order.unit and province_of(other.to) == end
    }
    start, to = board.index[order.unit.province], board.index.get(end, NOWHERE)
    ways = chains(board, board.mask(willing), start).get(to, ())
    for fleet in idle:
        if ways and all(way & board.bits[fleet.province] for way in ways):
            yield Convoy(fleet, order.unit, order.to)


def _sea(fleet: Unit) -> Province:
    return fleet.province
