"""A position as an edition judges it."""

from adjudicator.board import NOWHERE, Board
from adjudicator.convoys import Carriers, carriers, joined
from adjudicator.editions import STANDARD, Edition
from adjudicator.position import Position
from adjudicator.units import Location, Power, Unit, province_of, same_unit


class Scene:
    """A position as an edition judges it, with its layout at hand.

    `names_coasts` is true where supports must name them.
    """

    __slots__ = (
        "board",
        "edition",
        "fleets",
        "names_coasts",
        "numbers",
        "owners",
        "position",
        "powers",
        "units",
    )

    def __init__(self, position: Position, edition: Edition = STANDARD) -> None:
        layout = position.layout
        self.board: Board = position.board
        self.position = position
        self.edition = edition
        self.names_coasts = edition.support_coast == "must"
        self.numbers, self.units, self.powers = layout.numbers, layout.units, layout.powers
        self.owners = layout.owners
        self.fleets: int = layout.fleets

    def place(self, location: Location) -> int:
        """The number of a location's province, whatever its coast; NOWHERE when the board has none."""
        number = self.board.number
        return (
            number[location] if location in number else number.get(Location(province_of(location)), NOWHERE)
        )

    def find(self, named: Unit) -> Unit | None:
        """Find the unit that is meant, a wrong coast set aside (DATC 4.B.5)."""
        units = self.owners
        return named if named in units else next((unit for unit in units if same_unit(unit, named)), None)

    def convoyers(self, start: int) -> Carriers:
        """The fleets that could convoy an army from a province to each other, as the edition reads a route.

        Where all routes must hold (1971 XII.4), a fleet that is linked with both ends belongs to one; else
        only a fleet that some chain cannot do without (DATC 6.G.19).
        """
        of = joined if self.edition.convoy_routes == "all" else carriers
        return of(self.board, self.fleets, start)

    def power_of(self, unit: Unit) -> Power:
        """The power of a unit on the board."""
        return self.owners[unit]
