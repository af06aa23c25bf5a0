"""Things that a player should know before they say that they are ready."""

from collections.abc import Sequence

from intimate.entries import Orders
from intimate.view import View
from web.board.words import order_words


def orders_as_text(orders: Orders | None, *, winter: bool = False) -> str:
    """Write orders for the typed box, one a line, in the reader's words. `winter` is true of adjustments."""
    return "\n".join(order_words(order, winter=winter) for order in orders.all) if orders else ""


def contradictory_orders(view: View, orders: Orders | None) -> Sequence[str]:
    """Say which orders help a unit of the player's own that does something else."""
    return [order_words(order) for order in view.contradictions(orders)] if orders else []
