"""A position on its board, laid out by province number."""

from collections.abc import Mapping

from adjudicator.board import Board
from adjudicator.convoys import Carriers, carriers, joined
from adjudicator.editions import STANDARD, Edition
from adjudicator.gists import NOWHERE
from adjudicator.position import Position
from adjudicator.units import Location, Power, Unit, province_of, same_unit


def _dictionary(units: Mapping[Unit, Power]) -> dict[Unit, Power]:
    return units if isinstance(units, dict) else dict(units)


class Layout:
    """A position by province number: `numbers` of its units in their order, `units` and `powers` by number.

    `owners` are its units, in a dictionary whatever mapping they came in. `units` and `powers` have one
    place more than there are provinces, so that NOWHERE is empty. `fleets` are the seas that have a fleet,
    as a mask of the board.
    """

    __slots__ = ("fleets", "numbers", "owners", "powers", "units")

    def __init__(self, position: Position) -> None:
        board, owners = position.board, _dictionary(position.units)
        number_of, sea_bits = board.number_of, board.sea_bits
        numbers: list[int] = []
        units: list[Unit | None] = [None] * (len(board.codes) + 1)
        powers: list[Power | None] = [None] * (len(board.codes) + 1)
        fleets = 0
        for unit, power in owners.items():
            here = number_of[unit]
            numbers.append(here)
            units[here] = unit
            powers[here] = power
            if sea_bits[here]:
                fleets |= sea_bits[here]
        self.numbers, self.units, self.powers = numbers, units, powers
        self.owners = owners
        self.fleets: int = fleets


def layout_of(position: Position) -> Layout:
    """The layout of a position, found once and noted on it."""
    try:
        return position.layout
    except AttributeError:
        found = Layout(position)
        object.__setattr__(position, "layout", found)
        return found


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
        layout = layout_of(position)
        self.board: Board = position.board
        self.position = position
        self.edition = edition
        self.names_coasts = edition.support_coast == "must"
        self.numbers, self.units, self.powers = layout.numbers, layout.units, layout.powers
        self.owners = layout.owners
        self.fleets: int = layout.fleets

    @classmethod
    def of(cls, position: Position, edition: Edition = STANDARD) -> "Scene":
        """The scene of a position, judged by an edition."""
        return cls(position, edition)

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
