"""Orders of one player that cannot go together: help for a unit that is ordered otherwise."""

from collections.abc import Mapping
from typing import Any

from adjudicator.notation import read
from intimate.view import Convoy, Move, Order, Support, Unit, View
from web.duels.tasks import order_words


def at_odds(view: View, content: Mapping[str, Any]) -> list[str]:
    """Supports and convoys, in words, of a unit of the player's own that is to do something else."""
    if view.player is None or view.kind != "M":
        return []
    orders = [read(text, "en") for texts in (content.get("orders") or {}).values() for text in texts]
    powers = view.duel.commands(view.player)
    known: dict[Unit, Order | None] = {
        unit: None for power in powers for unit in view.duel.position.units_of(power)
    }
    known |= {order.unit: order for order in orders if isinstance(order, Move)}
    if view.duel.edition.missing_order == "taken":
        ordered = {str(order).split(" ", 2)[1] for order in orders}
        known = {unit: order for unit, order in known.items() if unit.location in ordered}
    return [order_words(order) for order in orders if _does_nothing(order, known)]


def _does_nothing(order: Order, known: Mapping[Unit, Order | None]) -> bool:
    """known: the player's units with their moves, None for those that stay."""
    match order:
        case Support(supported=unit, to=to) if unit in known:
            move = known[unit]
            return isinstance(move, Move) if to is None else not _leads(move, to)
        case Convoy(army=unit, to=to) if unit in known:
            return not _leads(known[unit], to)
    return False


def _leads(move: Order | None, to: str) -> bool:
    """Whether a move goes there; a coast that is not named does not matter."""
    return isinstance(move, Move) and (move.to == to or move.to[:3] == to)
