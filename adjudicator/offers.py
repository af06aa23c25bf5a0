"""All the orders that a unit could be given in a movement phase."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.board import Board
from adjudicator.convoys import crossings
from adjudicator.edition import STANDARD, Edition
from adjudicator.legality import Scene, lacks_coast
from adjudicator.orders import Convoy, Hold, Move, MovementOrder, Support
from adjudicator.position import Position
from adjudicator.units import Location, Unit, province_of


def _moves(scene: Scene, unit: Unit) -> Iterator[Move]:
    for location in scene.board.borders[unit.kind][unit.location]:
        yield Move(unit, location)
    for end in crossings(scene.board, scene.fleets, unit):
        yield Move(unit, Location(end), via=True)


def _supports(scene: Scene, unit: Unit) -> Iterator[Support]:
    reach = scene.board.reach[unit.kind][unit.location]
    for other in scene.position.units:
        if other == unit:
            continue
        if other.province in reach:
            yield Support(unit, other)
        ends = {province_of(place) for place in scene.board.borders[other.kind][other.location]}
        ends.update(crossings(scene.board, scene.fleets, other, without=unit.province))
        for end in ends & reach:
            yield from _named(scene, Support(unit, other, Location(end)))


def _named(scene: Scene, order: Support) -> Iterator[Support]:
    """The support as it stands, or once for each coast where one must be named."""
    if not lacks_coast(scene, order, order.supported, Location(order.target)):
        yield order
        return
    for location in scene.board.landings(order.supported, order.target):
        yield order._replace(to=location)


def _convoys(scene: Scene, unit: Unit) -> Iterator[Convoy]:
    for army in scene.position.units:
        for end, fleets in crossings(scene.board, scene.fleets, army).items():
            if unit.province in fleets:
                yield Convoy(unit, army, Location(end))


def legal_orders(
    board: Board, position: Position, units: Iterable[Unit], edition: Edition = STANDARD
) -> Mapping[Unit, Sequence[MovementOrder]]:
    """All orders that each of the units could carry out in a movement phase; hold comes first."""
    scene = Scene.of(board, position, edition)
    return {
        unit: (
            Hold(unit),
            *sorted(_moves(scene, unit), key=str),
            *sorted(_supports(scene, unit), key=str),
            *sorted(_convoys(scene, unit), key=str),
        )
        for unit in units
    }
