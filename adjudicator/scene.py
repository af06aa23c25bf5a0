"""A position together with an edition."""

from adjudicator.board import NOWHERE, Board
from adjudicator.convoys import Carriers, carriers, joined
from adjudicator.editions import STANDARD, Edition
from adjudicator.position import Position
from adjudicator.units import Location, Power, Unit, province_of, same_unit


class Scene:
    """A position with an edition and a layout. `names_coasts`: whether supports must name coasts."""

    __slots__ = (
        "board",
        "edition",
        "fleets",
        "names_coasts",
        "numbers",
        "position",
        "power_by_unit",
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
        self.power_by_unit = layout.power_by_unit
        self.fleets: int = layout.fleets

    def place(self, location: Location) -> int:
        """The province number of a location, with any coast; NOWHERE if the board has none."""
        number = self.board.number
        return (
            number[location] if location in number else number.get(Location(province_of(location)), NOWHERE)
        )

    def find(self, named: Unit) -> Unit | None:
        """Find the unit that is meant, ignoring a wrong coast (DATC 4.B.5)."""
        units = self.power_by_unit
        return named if named in units else next((unit for unit in units if same_unit(unit, named)), None)

    def convoyers(self, start: int) -> Carriers:
        """The fleets that could convoy an army from a province, by destination and the edition's routes.

        If all routes must hold (1971 XII.4), these are all fleets connected to both ends; else only those
        that some chain needs (DATC 6.G.19).
        """
        of = joined if self.edition.convoy_routes == "all" else carriers
        return of(self.board, self.fleets, start)

    def power_of(self, unit: Unit) -> Power:
        """The power of a unit on the board."""
        return self.power_by_unit[unit]
