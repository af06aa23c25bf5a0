"""All the orders that a unit could be given in a movement phase."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from adjudicator.board import Board
from adjudicator.convoys import crossings
from adjudicator.edition import STANDARD, Edition
from adjudicator.legality import lacks_coast
from adjudicator.orders import Convoy, Hold, Move, MovementOrder, Support
from adjudicator.position import Position
from adjudicator.scene import Scene
from adjudicator.units import Kind, Location, Province, Unit


@lru_cache(maxsize=16384)
def _shared(board: Board, unit: Unit, other: Unit) -> tuple[Location, ...]:
    """The provinces, sorted, that both units could move to on their own."""
    reaches = board.reach
    both = reaches[unit.kind][unit.location] & reaches[other.kind][other.location]
    return tuple(map(Location, sorted(both)))


class Offers:
    """What can be ordered in one position."""

    def __init__(self, scene: Scene) -> None:
        """Everything that the orders of several units ask for is found once."""
        self.scene = scene
        self.others = sorted(scene.position.units)
        self.overseas = {unit: crossings(scene.board, scene.fleets, unit) for unit in self.others}

    def of(self, unit: Unit) -> tuple[MovementOrder, ...]:
        """The orders that a unit on the board could carry out; hold comes first."""
        return (Hold(unit), *self._moves(unit), *self._supports(unit), *self._convoys(unit))

    def _moves(self, unit: Unit) -> Iterator[Move]:
        for location in self.scene.board.borders[unit.kind][unit.location]:
            yield Move(unit, location)
        for end in sorted(self.overseas[unit]):
            yield Move(unit, Location(end), via=True)

    def _supports(self, unit: Unit) -> Iterator[Support]:
        reach = self.scene.board.reach[unit.kind][unit.location]
        for other in self.others:
            if other == unit:
                continue
            if other.province in reach:
                yield Support(unit, other)
            for end in self._targets(unit, other, reach):
                order = Support(unit, other, end)
                if not lacks_coast(self.scene, order, other, end):
                    yield order
                    continue
                for location in self.scene.board.landings(other, order.target):
                    yield Support(unit, other, location)

    def _targets(self, unit: Unit, other: Unit, reach: frozenset[Province]) -> Sequence[Location]:
        """The provinces, sorted, into which the unit could support the other one."""
        near = _shared(self.scene.board, unit, other)
        if reach.isdisjoint(self.overseas[other]):
            return near
        by_sea = crossings(self.scene.board, self.scene.fleets, other, without=unit.province) & reach
        return sorted({*near, *map(Location, by_sea)})

    def _convoys(self, unit: Unit) -> Iterator[Convoy]:
        if unit.province not in self.scene.fleets:
            return
        for army in self.others:
            if army.kind is Kind.FLEET:
                continue
            for end, fleets in sorted(self.scene.convoyers(army).items()):
                if unit.province in fleets:
                    yield Convoy(unit, army, Location(end))


def legal_orders(
    board: Board, position: Position, units: Iterable[Unit], edition: Edition = STANDARD
) -> Mapping[Unit, Sequence[MovementOrder]]:
    """All orders that each of the units could carry out in a movement phase; hold comes first."""
    offers = Offers(Scene.of(board, position, edition))
    return {unit: offers.of(unit) for unit in units}
