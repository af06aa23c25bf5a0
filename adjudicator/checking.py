"""Check orders before they are adjudicated."""

from collections.abc import Sequence

from adjudicator.battle import Battle
from adjudicator.editions import STANDARD, Edition
from adjudicator.legality import sound_orders, validate
from adjudicator.orders import Convoy, Given, MovementOrder, Order, Support, Unreadable
from adjudicator.position import Position
from adjudicator.results import SUCCESS, Reason
from adjudicator.scene import Scene
from adjudicator.units import Power


def examine(
    position: Position, power: Power, order: Order | Unreadable, edition: Edition = STANDARD
) -> MovementOrder | Reason:
    """Return the movement order as it would be carried out, with its coasts, or the reason why it is void."""
    return validate(Scene.of(position, edition), power, order)


def contradictions(
    position: Position, orders: Given, edition: Edition = STANDARD
) -> Sequence[Support | Convoy]:
    """Return supports and convoys of one side for units of that side which are ordered otherwise.

    They are in the order in which their units stand in the position.
    `orders` {power: orders} are those of all powers of the side; a power that has given none is
    named with an empty list. A unit without an order holds, or does what the edition takes its
    order to be (switch `missing_order`). Orders that are void for another reason are left out.
    """
    scene = Scene.of(position, edition)
    battle = Battle(scene, sound_orders(scene, orders).gists)
    gists = [battle.gists[here] for here in scene.numbers if battle.outcome[here] is not SUCCESS]
    theirs = [gist.order for gist in gists if scene.powers[gist.there] in orders]
    return [order for order in theirs if isinstance(order, Support | Convoy)]
