"""One entrance to the three kinds of phases."""

from collections.abc import Callable, Mapping, Sequence

from adjudicator.adjustments import adjudicate_adjustments
from adjudicator.editions import STANDARD, Edition
from adjudicator.errors import OrderError, PhaseError
from adjudicator.movement import adjudicate_movement
from adjudicator.orders import Given, parse_or_keep
from adjudicator.phases import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.results import Result
from adjudicator.retreats import adjudicate_retreats
from adjudicator.units import Power

_BY_KIND: Mapping[PhaseKind, Callable[[Position, Given, Edition], Result]] = {
    PhaseKind.MOVEMENT: adjudicate_movement,
    PhaseKind.RETREATS: adjudicate_retreats,
    PhaseKind.ADJUSTMENTS: adjudicate_adjustments,
}


def adjudicate(phase: Phase, position: Position, orders: Given, edition: Edition = STANDARD) -> Result:
    """Resolve a phase of any kind, read as an edition reads it.

    `orders` {power: orders in the sequence of entry}. Orders that cannot be carried out are void;
    supply centres never change hands here (`Position.with_ownership` does that). Raises PhaseError
    for a phase that the base game does not have, OrderError for a power that is not on the board.
    """
    if phase.kind not in _BY_KIND:
        raise PhaseError("phase", f"{phase} is no phase of the base game, which alone is adjudicated")
    for power in orders:
        if power not in position.board.powers:
            raise OrderError("orders", f"{power!r} is no power")
    return _BY_KIND[phase.kind](position, orders, edition)


def read_orders(texts: Mapping[str, Sequence[str]]) -> Given:
    """Read orders in the canonical notation, by power; a text that cannot be read becomes Unreadable.

    Raises OrderError for anything but lists or tuples of texts.
    """
    for power, issued in texts.items():
        if not isinstance(issued, list | tuple) or not all(isinstance(text, str) for text in issued):
            raise OrderError(f"orders.{power}", "must be a list of orders")
    return {Power(power): [parse_or_keep(text) for text in issued] for power, issued in texts.items()}
