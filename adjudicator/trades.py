"""Trading places by agreement of two powers (source 001)."""

from collections.abc import Hashable, Mapping
from dataclasses import replace

from adjudicator.orders import Given, Move, Order, Unreadable
from adjudicator.position import Position
from adjudicator.units import Power, Province, province_of


def with_trades_named_once(position: Position, given: Given, sides: Mapping[Power, Hashable]) -> Given:
    """Return orders in which TRADE, written in one of a side's two orders, is added to the other.

    sides: the side of each power. A trade needs `trade` in both orders; if one player gives both orders, one
    is enough.
    """
    standing = position.occupants()
    trading = {
        (order.unit.province, province_of(order.to)): sides.get(power)
        for power, orders in given.items()
        for order in orders
        if isinstance(order, Move) and order.trade
    }
    if not trading:
        return given

    def agreed(power: Power, order: Order | Unreadable) -> Order | Unreadable:
        if not isinstance(order, Move) or order.trade:
            return order
        named: tuple[Province, Province] = (province_of(order.to), order.unit.province)
        there = standing.get(named[0])
        side = sides.get(power)
        same = there is not None and side is not None and trading.get(named) == side
        return replace(order, trade=True) if same else order

    return {power: [agreed(power, order) for order in orders] for power, orders in given.items()}
