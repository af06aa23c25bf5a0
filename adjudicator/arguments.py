"""Names a wrong type given in place of orders, phases and editions, once something went wrong with it."""

from collections.abc import Iterable, Mapping

from adjudicator.editions import Edition
from adjudicator.errors import EditionError, OrderError, PositionError
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support, Unreadable, Waive
from adjudicator.position import Position
from adjudicator.units import Unit

ORDERS = (Hold, Move, Support, Convoy, Retreat, Disband, Build, Waive, Unreadable)


def refuse_wrong_types(position: object, orders: object, edition: object) -> None:
    """Raise OrderError, PositionError or EditionError for what is no position, no orders or no edition."""
    if not isinstance(position, Position):
        raise PositionError("position", f"{_short(position)} is no position: use read_position")
    if not isinstance(edition, Edition):
        raise EditionError("edition", f"{_short(edition)} is no edition: use edition(name)")
    if not isinstance(orders, Mapping):
        raise OrderError("orders", "must be a mapping of orders by power: use read_orders")
    for power, issued in orders.items():
        if not isinstance(issued, list | tuple):
            raise OrderError(f"orders.{power}", "must be a list of orders")
        for order in issued:
            refuse_no_order(order, f"orders.{power}")


def refuse_no_order(order: object, field: str = "order") -> None:
    """Raise OrderError for what is no order."""
    if not isinstance(order, ORDERS):
        raise OrderError(field, f"{_short(order)} is no order: use read_orders for texts, or parse for one")


def refuse_no_units(given: Iterable[Unit], field: str = "among") -> list[Unit]:
    """Return some units; raises OrderError for what is none."""
    units = list(given)
    for unit in units:
        if not isinstance(unit, Unit):
            raise OrderError(field, f"{_short(unit)} is no unit: use Unit.parse for a text")
    return units


def _short(given: object) -> str:
    return repr(given)[:60]
