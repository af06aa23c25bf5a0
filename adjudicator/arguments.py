"""Checks of arguments: a readable error for wrong types, and for names that are not on the board."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NewType

from adjudicator.board import standard
from adjudicator.editions import Edition
from adjudicator.errors import EditionError, OrderError, PositionError
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support, Unreadable, Waive
from adjudicator.position import Position
from adjudicator.units import Location, Power, Province, Unit, is_location, parse_unit

ORDERS = (Hold, Move, Support, Convoy, Retreat, Disband, Build, Waive, Unreadable)


def check_types(position: object, orders: object, edition: object) -> None:
    """Raise PositionError, OrderError or EditionError for the first argument of a wrong type."""
    if not isinstance(position, Position):
        raise PositionError("position", f"{_short(position)} is not a position: use read_position")
    if not isinstance(edition, Edition):
        raise EditionError("edition", f"{_short(edition)} is not an edition: use edition(name)")
    if not isinstance(orders, Mapping):
        raise OrderError("orders", "must be a mapping of orders by power: use read_orders")
    for power, issued in orders.items():
        if not isinstance(issued, list | tuple):
            raise OrderError(f"orders.{power}", "must be a list of orders")
        for order in issued:
            require_order(order, f"orders.{power}")


def require_order(order: object, field: str = "order") -> None:
    """Raise OrderError for anything that is not an order."""
    if not isinstance(order, ORDERS):
        hint = "use read_orders for several strings, parse for one"
        raise OrderError(field, f"{_short(order)} is not an order: {hint}")


def checked_units(given: Iterable[Unit], field: str = "among") -> list[Unit]:
    """Return units as a list; raises OrderError for anything that is not a unit."""
    units = list(given)
    for unit in units:
        if not isinstance(unit, Unit):
            raise OrderError(field, f"{_short(unit)} is not a unit: use Unit.parse for a text")
    return units


def _short(given: object) -> str:
    return repr(given)[:60]


__all__ = ["Location", "Power", "Province"]

if not TYPE_CHECKING:
    # Inside the package these names are plain types, without checks.

    class _Checked(NewType):
        """Checks a name when called; raises PositionError for an invalid one."""

        def __init__(self, name: str, refusal: str, is_one: Callable[[str], bool]) -> None:
            super().__init__(name, str)
            self.refusal, self.is_one = refusal, is_one

        def __call__(self, code: str) -> str:
            """Return the name if it is valid."""
            if not self.is_one(code):
                raise PositionError(self.__name__.lower(), f"{code!r} is {self.refusal}")
            return code

    Power = _Checked("Power", "not a power", lambda code: code in standard().powers)
    Province = _Checked("Province", "not a province", lambda code: code in standard().spaces)
    Location = _Checked("Location", "not written as a location, such as SPA or SPA/NC", is_location)


@lru_cache(maxsize=4096)
def parse_standing(text: str) -> Unit:
    """Read a unit in the canonical form; raises OrderError, also for a unit that cannot stand there.

    The same text gives the same object.
    """
    unit = parse_unit(text)
    if not standard().stands(unit):
        raise OrderError("unit", f"{unit} cannot stand there")
    return unit


# A compiled method of a named tuple has no name, and `help` fails; a function keeps its name. Orders are read
# without this check: an order for an impossible unit is void, not an error.
Unit.parse = staticmethod(parse_standing)  # type: ignore[method-assign]  # a function in place of a method
