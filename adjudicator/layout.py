"""Units on a board, laid out by province number."""

from collections.abc import Mapping

from adjudicator.board import Board
from adjudicator.units import Power, Unit


def _dictionary(units: Mapping[Unit, Power]) -> dict[Unit, Power]:
    return units if isinstance(units, dict) else dict(units)


class Layout:
    """A position by province number: `numbers` of its units in their order, `units` and `powers` by number.

    `owners` are its units, in a dictionary whatever mapping they came in. `units` and `powers` have one
    place more than there are provinces, so that NOWHERE is empty. `fleets` are the seas that have a fleet,
    as a mask of the board.
    """

    __slots__ = ("fleets", "numbers", "owners", "powers", "units")

    def __init__(self, board: Board, given: Mapping[Unit, Power]) -> None:
        owners = _dictionary(given)
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
