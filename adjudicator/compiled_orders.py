"""Orders as numbers, compiled once for each board."""

from collections import defaultdict
from functools import cache, lru_cache
from typing import Final

from adjudicator.board import NOWHERE, Board
from adjudicator.orders import MOVEMENT_ORDERS, Convoy, Move, MovementOrder, Order, Support, Unreadable
from adjudicator.results import SUCCESS, Cause, Flag, Outcome, Reason
from adjudicator.units import Kind, Location, Unit, names_coast, one

MEMO_SIZE = 65536
"""How many compiled orders are kept for a board."""
HOLD: Final = 0
MOVE: Final = 1
CONVOY: Final = 2
SUPPORT: Final = 3
VERBS: Final = (HOLD, MOVE, CONVOY, SUPPORT)
NO_PLACES: frozenset[Location] = frozenset()
BOUNCE: Final = (Flag.BOUNCE,)


class CompiledOrder:
    """An order by province numbers, the same in every position of a board.

    `there` is the goal of a move; for a support or convoy, the province of the supported or convoyed unit,
    `other`. `end` is where the ordered unit wants to be afterwards, `landed` that unit after a move. `aim` is
    the goal of the supported or convoyed unit, `coast` the coast that a support names. A `plain` order is
    legal in all positions with these units. A `carried` order is legal if fleets can carry the army to the
    province `port`. All other orders have to be validated. `if_unmatched` is the outcome of a support or
    convoy if the other unit does something else, `bounce` the outcome of another unit's move if only this
    unit stops it.
    """

    __slots__ = (
        "aim",
        "bounce",
        "carried",
        "coast",
        "end",
        "here",
        "if_unmatched",
        "landed",
        "order",
        "other",
        "plain",
        "port",
        "there",
        "trade",
        "unit",
        "verb",
        "via",
    )

    def __init__(self, board: Board, order: MovementOrder) -> None:
        self.order = order
        self.unit = order.unit
        self.verb = HOLD
        self.here: int = board.number[order.unit.location]
        self.end = self.here
        self.there = self.aim = NOWHERE
        self.other: Unit | None = None
        self.landed = self.unit
        self.port = NOWHERE
        self.coast: Location | None = None
        self.via = self.carried = self.trade = False
        self.plain = True
        self.if_unmatched = SUCCESS
        self.bounce = bounced((self.unit,))
        if isinstance(order, Move):
            self._read_move(board, order)
        elif isinstance(order, Support):
            self._read_support(board, order)
        elif isinstance(order, Convoy):
            self._read_convoy(board, order)

    def _read_move(self, board: Board, order: Move) -> None:
        self.verb, self.via, self.trade = MOVE, order.via, order.trade
        self.there = self.end = board.number[order.to]
        self.landed = one(Unit(order.unit.kind, order.to))
        self.port = self.there
        self.plain = not order.via and order.to in board.steps.get(order.unit, NO_PLACES)
        by_sea = order.via and order.unit.kind is Kind.ARMY and self.there != self.here
        self.carried = by_sea and not names_coast(order.to)

    def _read_support(self, board: Board, order: Support) -> None:
        unit, supported, to = order.unit, order.supported, order.to
        near = board.influence.get(unit, NO_PLACES)
        self.verb, self.other, self.if_unmatched = SUPPORT, supported, mismatch(supported)
        self.there = self.aim = board.number[supported.location]
        if to is None:
            self.plain = supported.location in near
            return
        self.aim = self.port = board.number[to]
        self.coast = to if names_coast(to) else None
        possible = to in near and unit != supported
        self.plain = possible and to in board.approaches.get(supported, NO_PLACES)
        self.carried = possible and supported.kind is Kind.ARMY and self.coast is None

    def _read_convoy(self, board: Board, order: Convoy) -> None:
        unit, army = order.unit, order.army
        self.verb, self.other, self.plain = CONVOY, army, False
        self.if_unmatched = mismatch(army)
        self.there = board.number[army.location]
        self.aim = self.port = board.number[order.to]
        self.carried = unit.province in board.seas and unit.kind is Kind.FLEET and army.kind is Kind.ARMY
        self.carried = self.carried and not names_coast(order.to)

    def agrees(self, other: "CompiledOrder") -> bool:
        """True if a support or convoy matches the order of the unit that it is for.

        A coast that a support names must match, too (DATC 6.B.9).
        """
        return other.end == self.aim and (self.coast is None or self.coast == other.landed.location)


class Unordered(CompiledOrder):
    """Stands for a missing order; has no attributes."""

    __slots__ = ()

    def __init__(self) -> None:
        pass


NO_ORDER: Final[CompiledOrder] = Unordered()
"""The only instance."""


@lru_cache(maxsize=8192)
def bounced(units: tuple[Unit, ...]) -> Outcome:
    """The outcome of a move that these units stop."""
    return Outcome(BOUNCE, Reason(Cause.BOUNCED, units))


@cache
def mismatch(other: Unit) -> Outcome:
    """The outcome of a support or convoy that does not match the order of the other unit."""
    return Outcome((Flag.VOID,), Reason(Cause.MISMATCH, (other,)))


COMPILED: Final = defaultdict[Board, dict[int, CompiledOrder]](dict)
"""The compiled orders of each board, by the `id` of the order, which the entry keeps alive.

Keys are shifted, since the four lowest bits of an `id` are always 0 and the keys would collide. Keys hashed
by value would take three times as long.
"""


def compiled_order(board: Board, order: Order | Unreadable) -> CompiledOrder:
    """Compile an order for a board; NO_ORDER for one of another phase, or with a place off the board."""
    memo = COMPILED[board]
    found = memo.get(id(order) >> 4)
    if found is not None:
        return found
    if not isinstance(order, MOVEMENT_ORDERS):
        return NO_ORDER
    try:
        found = CompiledOrder(board, order)
    except KeyError:
        return NO_ORDER
    if len(memo) >= MEMO_SIZE:
        memo.clear()
    memo[id(order) >> 4] = found
    return found
