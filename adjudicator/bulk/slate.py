"""All legal orders of a position, numbered."""

from collections.abc import Sequence
from itertools import chain

from adjudicator.bulk.lanes import Lanes
from adjudicator.editions import STANDARD, Edition
from adjudicator.errors import OrderError
from adjudicator.offers import Offers
from adjudicator.orders import MovementOrder
from adjudicator.position import Position
from adjudicator.scene import Scene
from adjudicator.units import Power, Unit


class Slate:
    """All legal orders of a position, numbered unit by unit, hold first.

    `units` are in the order of the position, `powers` theirs; `ranges` holds the numbers of the orders
    of each unit, `unit_of` the index of the unit of each number.
    """

    def __init__(self, scene: Scene) -> None:
        offers = Offers(scene)
        self.scene = scene
        self.position = scene.position
        self.edition = scene.edition
        self.units: tuple[Unit, ...] = tuple(scene.position.units)
        self.powers: tuple[Power, ...] = tuple(scene.position.units.values())
        offered = [offers.of(unit) for unit in self.units]
        self.orders: tuple[MovementOrder, ...] = tuple(chain.from_iterable(offered))
        self.ranges: tuple[range, ...] = _numbered(offered)
        self.unit_of: tuple[int, ...] = tuple(
            chain.from_iterable([index] * len(orders) for index, orders in enumerate(offered))
        )

        # Not as cached properties, which compiled classes work out at every look.
        self._lanes: Lanes | None = None
        self._numbers: dict[MovementOrder, int] = {}

    @classmethod
    def of(cls, position: Position, edition: Edition = STANDARD) -> "Slate":
        """The legal orders of a position, judged by an edition."""
        return cls(Scene.of(position, edition))

    def __contains__(self, order: MovementOrder) -> bool:
        """True if an order is legal in this position."""
        self._read_numbers()
        return order in self._numbers

    def _read_numbers(self) -> None:
        if not self._numbers:
            self._numbers.update({order: number for number, order in enumerate(self.orders)})

    def number(self, order: MovementOrder) -> int:
        """The number of an order; raises OrderError for one that is not legal here."""
        self._read_numbers()
        found = self._numbers.get(order)
        if found is None:
            raise OrderError("order", f"{order} is no legal order of this position")
        return found

    @property
    def lanes(self) -> Lanes:
        """The orders laid out for the equations, when they are first needed."""
        if self._lanes is None:
            self._lanes = Lanes(self.scene, self.orders, self.unit_of)
        return self._lanes


def _numbered(offered: Sequence[Sequence[MovementOrder]]) -> tuple[range, ...]:
    ranges: list[range] = []
    first = 0
    for orders in offered:
        ranges.append(range(first, first + len(orders)))
        first += len(orders)
    return tuple(ranges)
