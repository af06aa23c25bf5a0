"""One door to the three kinds of phases."""

from collections.abc import Mapping, Sequence

from adjudicator.adjustments import adjudicate_adjustments
from adjudicator.board import Board, standard
from adjudicator.edition import STANDARD, Edition
from adjudicator.errors import OrderError
from adjudicator.missing import Given
from adjudicator.movement import adjudicate_movement
from adjudicator.orders import parse_or_keep
from adjudicator.position import Position
from adjudicator.results import Result
from adjudicator.retreats import adjudicate_retreats
from adjudicator.turns import Turn
from adjudicator.units import Power


def adjudicate(
    turn: Turn,
    position: Position,
    orders: Given,
    board: Board | None = None,
    edition: Edition = STANDARD,
) -> Result:
    """Resolve a phase of any kind, read as an edition reads it.

    `orders` {power: orders in the sequence of entry}. Orders that cannot be carried out are void;
    supply centres never change hands here (`Position.with_ownership` does that).
    """
    if turn.kind == "R":
        return adjudicate_retreats(position, orders, edition)
    phase = adjudicate_movement if turn.kind == "M" else adjudicate_adjustments
    return phase(position, orders, board or standard(), edition)


def read_orders(texts: Mapping[Power, Sequence[str]]) -> Given:
    """Orders in the canonical notation, by power; what cannot be read is kept and will be void.

    Raises OrderError for what is no list of texts.
    """
    for power, issued in texts.items():
        if isinstance(issued, str) or not all(isinstance(text, str) for text in issued):
            raise OrderError(f"orders.{power}", "must be a list of orders")
    return {power: [parse_or_keep(text) for text in issued] for power, issued in texts.items()}
