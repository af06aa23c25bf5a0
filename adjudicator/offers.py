"""All the orders that a unit could be given in a movement phase."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.board import Board
from adjudicator.convoys import carriers, crossings
from adjudicator.edition import STANDARD, Edition
from adjudicator.legality import Scene, lacks_coast
from adjudicator.orders import Convoy, Hold, Move, MovementOrder, Support
from adjudicator.position import Position
from adjudicator.units import Kind, Location, Unit


def _moves(scene: Scene, unit: Unit) -> Iterator[Move]:
    for location in scene.board.borders[unit.kind][unit.location]:
        yield Move(unit, location)
    for end in sorted(crossings(scene.board, scene.fleets, unit)):
        yield Move(unit, Location(end), via=True)


def _supports(scene: Scene, unit: Unit) -> Iterator[Support]:
    reaches = scene.board.reach
    reach = reaches[unit.kind][unit.location]
    for other in sorted(scene.position.units):
        if other == unit:
            continue
        if other.province in reach:
            yield Support(unit, other)
        there = reaches[other.kind][other.location] & reach
        by_sea = crossings(scene.board, scene.fleets, other, without=unit.province) & reach
        for end in sorted(there | by_sea if by_sea else there):
            yield from _named(scene, Support(unit, other, Location(end)))


def _named(scene: Scene, order: Support) -> Iterator[Support]:
    """The support as it stands, or once for each coast where one must be named."""
    if not lacks_coast(scene, order, order.supported, Location(order.target)):
        yield order
        return
    for location in scene.board.landings(order.supported, order.target):
        yield order._replace(to=location)


def _convoys(scene: Scene, unit: Unit) -> Iterator[Convoy]:
    if unit.province not in scene.fleets:
        return
    for army in sorted(scene.position.units):
        if army.kind is Kind.FLEET:
            continue
        for end, fleets in sorted(carriers(scene.board, scene.fleets, army.province).items()):
            if unit.province in fleets:
                yield Convoy(unit, army, Location(end))


def legal_orders(
    board: Board, position: Position, units: Iterable[Unit], edition: Edition = STANDARD
) -> Mapping[Unit, Sequence[MovementOrder]]:
    """All orders that each of the units could carry out in a movement phase; hold comes first."""
    scene = Scene.of(board, position, edition)
    return {
        unit: (Hold(unit), *_moves(scene, unit), *_supports(scene, unit), *_convoys(scene, unit))
        for unit in units
    }
