"""Orders as values, and their canonical notation.

`parse` and `str` are exact inverses on canonical text; every order names its unit.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from adjudicator.errors import OrderError
from adjudicator.units import (
    LOCATION,
    Kind,
    Location,
    Power,
    Province,
    Unit,
    parse_unit,
    province_of,
    refuse_no_place,
)


class Written:
    """An order, or a text in place of one; `str` gives its notation."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type["Written"], tuple[object, ...]]:
        """Copies and pickles are made from the fields; a compiled class has no other way."""
        return type(self), tuple(getattr(self, one.name) for one in fields(self))  # type: ignore[arg-type]  # every order is a dataclass

    def __repr__(self) -> str:
        """The order as it is written, in angle brackets."""
        return f"<{self}>"


@dataclass(frozen=True, slots=True, repr=False)
class Hold(Written):
    """Stay (1971 IX.6)."""

    unit: Unit

    def __str__(self) -> str:
        """`A PAR H`."""
        return f"{self.unit} H"


@dataclass(frozen=True, slots=True, repr=False)
class Move(Written):
    """Go to a location, by land or sea; `via` asks for a convoy (DATC 4.A.3).

    `trade` offers to trade places with the unit there; it counts if the edition allows trades and both orders
    offer it (source 001).
    """

    unit: Unit
    to: Location
    via: bool = False
    trade: bool = False

    def __post_init__(self) -> None:
        refuse_no_place(self.to)

    def __str__(self) -> str:
        """`A PAR - BUR`, `A LON - BEL VIA`, `A SER - BUL TRADE`."""
        return f"{self.unit} - {self.to}{' VIA' if self.via else ''}{' TRADE' if self.trade else ''}"


@dataclass(frozen=True, slots=True, repr=False)
class Support(Written):
    """Support a unit's move `to` a location, or its hold if `to` is None (1971 IX.1)."""

    unit: Unit
    supported: Unit
    to: Location | None = None

    def __post_init__(self) -> None:
        if self.to is not None:
            refuse_no_place(self.to)

    @property
    def target(self) -> Province:
        """The province that the support is aimed at."""
        return self.supported.province if self.to is None else province_of(self.to)

    def __str__(self) -> str:
        """`A MAR S A PAR - BUR`, `A MAR S A PAR`."""
        return f"{self.unit} S {self.supported}{'' if self.to is None else f' - {self.to}'}"


@dataclass(frozen=True, slots=True, repr=False)
class Convoy(Written):
    """Carry an army over sea (1971 XII.1)."""

    unit: Unit
    army: Unit
    to: Location

    def __post_init__(self) -> None:
        refuse_no_place(self.to)

    def __str__(self) -> str:
        """`F NTH C A LON - BEL`."""
        return f"{self.unit} C {self.army} - {self.to}"


@dataclass(frozen=True, slots=True, repr=False)
class Retreat(Written):
    """Leave for a location after being dislodged (1971 XI)."""

    unit: Unit
    to: Location

    def __post_init__(self) -> None:
        refuse_no_place(self.to)

    def __str__(self) -> str:
        """`A PAR R PIC`."""
        return f"{self.unit} R {self.to}"


@dataclass(frozen=True, slots=True, repr=False)
class Disband(Written):
    """Leave the board, instead of a retreat or in winter (1971 XI.2, XIII.2)."""

    unit: Unit

    def __str__(self) -> str:
        """`A PAR D`."""
        return f"{self.unit} D"


@dataclass(frozen=True, slots=True, repr=False)
class Build(Written):
    """Raise a unit on a vacant home centre (1971 XIII.2)."""

    unit: Unit

    def __str__(self) -> str:
        """`F STP/NC B`."""
        return f"{self.unit} B"


@dataclass(frozen=True, slots=True, repr=False)
class Waive(Written):
    """Give up one build."""

    @property
    def unit(self) -> None:
        """None: a waived build names no unit."""

    def __str__(self) -> str:
        """`WAIVE`."""
        return "WAIVE"


@dataclass(frozen=True, slots=True, repr=False)
class Unreadable(Written):
    """A text that is not an order; `unit` is the unit with which it begins, if any."""

    text: str
    unit: Unit | None = None

    def __str__(self) -> str:
        """The text as it was written."""
        return self.text


MovementOrder = Hold | Move | Support | Convoy
"""An order of a movement phase."""
MOVEMENT_ORDERS = (Support, Move, Hold, Convoy)
"""The same as a tuple, the most frequent first, for a quicker `isinstance`."""
Order = Hold | Move | Support | Convoy | Retreat | Disband | Build | Waive
"""A readable order."""
Given = Mapping[Power, Sequence[Order | Unreadable]]
"""The orders that each power issued, in the sequence of entry."""

_PLACE = LOCATION.pattern
_UNIT = rf"[AF] {_PLACE}"
_ORDER = re.compile(
    rf"(?P<unit>{_UNIT}) (?:"
    rf"(?P<verb>[HDB])"
    rf"|(?P<go>[-R]) (?P<to>{_PLACE})(?P<via> VIA)?(?P<trade> TRADE)?"
    rf"|(?P<help>[SC]) (?P<other>{_UNIT})(?: - (?P<end>{_PLACE}))?)"
)
_SIMPLE: Mapping[str, Callable[[Unit], Order]] = {"H": Hold, "D": Disband, "B": Build}


def _helping(verb: str, unit: Unit, other: Unit, end: str | None) -> Order | None:
    if verb == "S":
        return Support(unit, other, None if end is None else Location(end))
    if end is None or other.kind is not Kind.ARMY:
        return None
    return Convoy(unit, other, Location(end))


def _built(found: re.Match[str]) -> Order | None:
    unit = parse_unit(found["unit"])
    if found["verb"]:
        return _SIMPLE[found["verb"]](unit)
    if found["help"]:
        return _helping(found["help"], unit, parse_unit(found["other"]), found["end"])
    if found["go"] == "-":
        return Move(unit, Location(found["to"]), bool(found["via"]), bool(found["trade"]))
    return None if found["via"] or found["trade"] else Retreat(unit, Location(found["to"]))


@lru_cache(maxsize=65536)
def parse(text: str) -> Order:
    """Read an order in the canonical notation; raises OrderError naming the order.

    The same text gives the same object while it is cached.
    """
    if text == "WAIVE":
        return Waive()
    found = _ORDER.fullmatch(text)
    order = _built(found) if found else None
    if order is None:
        raise OrderError("order", f"{text!r} is not an order")
    return order


def parse_or_keep(text: str) -> Order | Unreadable:
    """Read an order, or return the text as Unreadable with the unit with which it begins."""
    try:
        return parse(text)
    except OrderError:
        found = re.match(rf"({_UNIT})(?: |$)", text)
        return Unreadable(text, parse_unit(found[1]) if found else None)
