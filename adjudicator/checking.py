"""Checks of orders before adjudication."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.adjustments import builds_possible, due, legal_builds
from adjudicator.arguments import check_types, require_order
from adjudicator.battle import Battle
from adjudicator.editions import STANDARD, Edition
from adjudicator.legality import sound_orders, validate
from adjudicator.orders import (
    Build,
    Convoy,
    Disband,
    Given,
    Move,
    MovementOrder,
    Order,
    Retreat,
    Support,
    Unreadable,
    Waive,
)
from adjudicator.phases import PhaseKind
from adjudicator.position import Position
from adjudicator.results import SUCCESS, Reason
from adjudicator.scene import Scene
from adjudicator.units import Location, Power, Unit, same_unit


def examine(
    position: Position, power: Power, order: Order | Unreadable, edition: Edition = STANDARD
) -> MovementOrder | Reason:
    """Return the movement order in the form to carry out, with its coasts, or the reason why it is void.

    Raises OrderError for anything but an order.
    """
    try:
        return validate(Scene(position, edition), power, order)
    except (AttributeError, TypeError):
        check_types(position, {power: [order]}, edition)
        raise


class VoidOrder(NamedTuple):
    """A void order, its power, and the reason."""

    power: Power
    order: Order | Unreadable
    reason: Reason


def void_orders(position: Position, orders: Given, edition: Edition = STANDARD) -> Sequence[VoidOrder]:
    """List the orders of a movement that are void by themselves, including those for missing units.

    Outcomes are by unit, so an order for a missing unit has none there. Raises OrderError for anything that
    is not an order.
    """
    examined = [
        (power, order, examine(position, power, order, edition))
        for power, issued in orders.items()
        for order in issued
    ]
    return [VoidOrder(power, order, found) for power, order, found in examined if isinstance(found, Reason)]


def is_possible(position: Position, kind: PhaseKind, order: Order, edition: Edition = STANDARD) -> bool:
    """Tell whether any power could give an order in a phase of that kind; a coast may be missing.

    In a retreat phase, a move counts as a retreat. Raises OrderError for anything but an order.
    """
    require_order(order)
    match kind:
        case PhaseKind.MOVEMENT:
            return _could_in_movement(Scene(position, edition), order)
        case PhaseKind.RETREATS:
            return _could_in_retreats(position, order)
        case PhaseKind.ADJUSTMENTS:
            return _could_in_winter(position, order)
    return False


def _could_in_movement(scene: Scene, order: Order) -> bool:
    unit = scene.find(order.unit) if order.unit else None
    return unit is not None and not isinstance(validate(scene, scene.power_of(unit), order), Reason)


def _could_in_retreats(position: Position, order: Order) -> bool:
    unit = next((unit for unit in position.dislodged if order.unit and same_unit(unit, order.unit)), None)
    if unit is None:
        return False
    if isinstance(order, Retreat | Move):
        retreats = position.dislodged[unit].retreats
        return any(_lands(unit.at(place), order.to) for place in retreats)
    return isinstance(order, Disband)


def _could_in_winter(position: Position, order: Order) -> bool:
    if isinstance(order, Build):
        space = position.board.spaces.get(order.unit.province)
        power = space.home if space else None
        if power is None or not builds_possible(position, power):
            return False
        built = [build.unit for build in legal_builds(position, power) if build.unit.kind is order.unit.kind]
        return any(_lands(unit, order.unit.location) for unit in built)
    if isinstance(order, Disband):
        unit = next((unit for unit in position.units if same_unit(unit, order.unit)), None)
        return unit is not None and due(position, position.units[unit]) < 0
    return isinstance(order, Waive)


def _lands(unit: Unit, named: Location) -> bool:
    """True if a place is the location of a unit, with or without its coast."""
    return named in {unit.location, Location(unit.province)}


def contradictions(
    position: Position, orders: Given, edition: Edition = STANDARD
) -> Sequence[Support | Convoy]:
    """Return the supports and convoys of a side for units of the same side that have other orders.

    They come in the order of their units in the position. `orders` {power: orders} has all powers of the
    side, those without orders with an empty list. A unit without an order holds, or gets one by the edition's
    switch `missing_order`. Orders that are void for another reason are left out.
    """
    try:
        scene = Scene(position, edition)
        battle = Battle(scene, sound_orders(scene, orders).compiled)
    except (AttributeError, TypeError):
        check_types(position, orders, edition)
        raise
    unmet = [battle.compiled[here] for here in scene.numbers if battle.outcome[here] is not SUCCESS]
    theirs = [one.order for one in unmet if scene.powers[one.there] in orders]
    return [order for order in theirs if isinstance(order, Support | Convoy)]
