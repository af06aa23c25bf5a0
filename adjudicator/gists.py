"""What an order says in numbers: found when a board first meets the order, and kept."""

from functools import cache
from typing import Final

from adjudicator.board import Board
from adjudicator.orders import MOVEMENT_ORDERS, Convoy, Move, MovementOrder, Order, Support, Unreadable
from adjudicator.units import Location, Unit, names_coast

NOWHERE: Final = -1
"""The number of no province."""
HOLD: Final = 0
MOVE: Final = 1
CONVOY: Final = 2
SUPPORT: Final = 3
KEPT = 1 << 16
"""How many gists a board keeps before it forgets all of them."""
NO_PLACES: frozenset[Location] = frozenset()


class Gist:
    """An order by province numbers, the same in every position of a board.

    `there` is where a move goes; for a support or convoy it is the place of `other`, the unit it is for.
    `aim` is the province that a support or convoy is directed at, `landed` the unit after a move.
    `plain` orders need no closer look: they are legal wherever the unit and the other one stand.
    """

    __slots__ = ("aim", "coast", "here", "landed", "order", "other", "plain", "there", "unit", "verb", "via")

    def __init__(self, board: Board, order: MovementOrder) -> None:
        self.order = order
        self.unit = order.unit
        self.here: int = board.number[order.unit.location]
        self.verb = HOLD
        self.there = self.aim = NOWHERE
        self.other: Unit | None = None
        self.landed = order.unit
        self.coast: Location | None = None
        self.via = False
        self.plain = True
        if isinstance(order, Move):
            self._read_move(board, order)
        elif isinstance(order, Support):
            self._read_support(board, order)
        elif isinstance(order, Convoy):
            self.verb, self.other, self.plain = CONVOY, order.army, False
            self.there, self.aim = board.number[order.army.location], board.number[order.to]

    def _read_move(self, board: Board, order: Move) -> None:
        self.verb, self.via = MOVE, order.via
        self.there = self.aim = board.number[order.to]
        self.landed = Unit(order.unit.kind, order.to)
        self.plain = not order.via and order.to in board.steps.get(order.unit, NO_PLACES)

    def _read_support(self, board: Board, order: Support) -> None:
        unit, supported, to = order.unit, order.supported, order.to
        near = board.influence.get(unit, NO_PLACES)
        self.verb, self.other = SUPPORT, supported
        self.there = self.aim = board.number[supported.location]
        if to is None:
            self.plain = supported.location in near
            return
        self.aim = board.number[to]
        self.coast = to if names_coast(to) else None
        self.plain = to in near and to in board.approaches.get(supported, NO_PLACES) and unit != supported

    def agrees(self, other: "Gist") -> bool:
        """True if the unit that a support or convoy is for goes where that says, or stays if it says so.

        A coast that a support names must be the same (DATC 6.B.9).
        """
        if other.verb != MOVE:
            return self.aim == self.there
        return other.there == self.aim and (self.coast is None or self.coast == other.landed.location)


class Gists:
    """The gists of the orders that one board has met, by identity; `known` keeps each order alive."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.known: dict[int, Gist] = {}

    def of(self, order: MovementOrder) -> Gist:
        """The gist of an order; raises KeyError for a place that the board does not have."""
        found = self.known.get(id(order))
        if found is None:
            found = Gist(self.board, order)
            if len(self.known) >= KEPT:
                self.known.clear()
            self.known[id(order)] = found
        return found

    def read(self, order: Order | Unreadable) -> Gist | None:
        """The gist of an order of a movement phase, if the board has all its places."""
        if not isinstance(order, MOVEMENT_ORDERS):
            return None
        try:
            return self.of(order)
        except KeyError:
            return None


@cache
def gists_of(board: Board) -> Gists:
    """The gists that a board keeps."""
    return Gists(board)
