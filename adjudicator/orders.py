"""Orders as values, and their canonical notation.

`parse` and `str` are exact inverses on canonical text; every order names its unit.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.errors import OrderError
from adjudicator.noted import Noted
from adjudicator.units import LOCATION, Kind, Location, Power, Province, Unit, province_of

if TYPE_CHECKING:
    from adjudicator.gists import Gist


class WithGist(Noted):
    """An order, on which a board notes what it says in a movement phase."""

    __slots__ = ("gist",)
    gist: "Gist"


@dataclass(frozen=True, slots=True)
class Hold(WithGist):
    """Stay (1971 IX.6)."""

    unit: Unit

    def __str__(self) -> str:
        """`A PAR H`."""
        return f"{self.unit} H"


@dataclass(frozen=True, slots=True)
class Move(WithGist):
    """Go to a location, by land or sea; `via` asks for a convoy (DATC 4.A.3)."""

    unit: Unit
    to: Location
    via: bool = False

    def __str__(self) -> str:
        """`A PAR - BUR`, `A LON - BEL VIA`."""
        return f"{self.unit} - {self.to}{' VIA' if self.via else ''}"


@dataclass(frozen=True, slots=True)
class Support(WithGist):
    """Support a unit in its move `to` a location, or where it stands when `to` is None (1971 IX.1)."""

    unit: Unit
    supported: Unit
    to: Location | None = None

    @property
    def target(self) -> Province:
        """The province that the support is aimed at."""
        return self.supported.province if self.to is None else province_of(self.to)

    def __str__(self) -> str:
        """`A MAR S A PAR - BUR`, `A MAR S A PAR`."""
        return f"{self.unit} S {self.supported}{'' if self.to is None else f' - {self.to}'}"


@dataclass(frozen=True, slots=True)
class Convoy(WithGist):
    """Carry an army over sea (1971 XII.1)."""

    unit: Unit
    army: Unit
    to: Location

    def __str__(self) -> str:
        """`F NTH C A LON - BEL`."""
        return f"{self.unit} C {self.army} - {self.to}"


@dataclass(frozen=True, slots=True)
class Retreat(WithGist):
    """Leave for a location after being dislodged (1971 XI)."""

    unit: Unit
    to: Location

    def __str__(self) -> str:
        """`A PAR R PIC`."""
        return f"{self.unit} R {self.to}"


@dataclass(frozen=True, slots=True)
class Disband(WithGist):
    """Leave the board, instead of a retreat or in winter (1971 XI.2, XIII.2)."""

    unit: Unit

    def __str__(self) -> str:
        """`A PAR D`."""
        return f"{self.unit} D"


@dataclass(frozen=True, slots=True)
class Build(WithGist):
    """Raise a unit on a vacant home centre (1971 XIII.2)."""

    unit: Unit

    def __str__(self) -> str:
        """`F STP/NC B`."""
        return f"{self.unit} B"


@dataclass(frozen=True, slots=True)
class Waive(WithGist):
    """Give up one build."""

    @property
    def unit(self) -> None:
        """No unit is named."""

    def __str__(self) -> str:
        """`WAIVE`."""
        return "WAIVE"


@dataclass(frozen=True, slots=True)
class Unreadable(WithGist):
    """A text that is no order; `unit` is the unit that it begins with, when it names one."""

    text: str
    unit: Unit | None = None

    def __str__(self) -> str:
        """The text as it was written."""
        return self.text


MovementOrder = Hold | Move | Support | Convoy
"""An order of a movement phase."""
MOVEMENT_ORDERS = (Support, Move, Hold, Convoy)
"""The same for `isinstance`, which is quicker with a tuple, the most frequent first."""
Order = Hold | Move | Support | Convoy | Retreat | Disband | Build | Waive
"""An order that could be read."""
Given = Mapping[Power, Sequence[Order | Unreadable]]
"""The orders that each power issued, in the sequence of entry."""

_PLACE = LOCATION.pattern
_UNIT = rf"[AF] {_PLACE}"
_ORDER = re.compile(
    rf"(?P<unit>{_UNIT}) (?:"
    rf"(?P<verb>[HDB])"
    rf"|(?P<go>[-R]) (?P<to>{_PLACE})(?P<via> VIA)?"
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
    unit = Unit.parse(found["unit"])
    if found["verb"]:
        return _SIMPLE[found["verb"]](unit)
    if found["help"]:
        return _helping(found["help"], unit, Unit.parse(found["other"]), found["end"])
    if found["go"] == "-":
        return Move(unit, Location(found["to"]), bool(found["via"]))
    return None if found["via"] else Retreat(unit, Location(found["to"]))


@lru_cache(maxsize=65536)
def parse(text: str) -> Order:
    """Read an order in the canonical notation; raises OrderError naming the order.

    The same text gives the same object, as long as it is remembered.
    """
    if text == "WAIVE":
        return Waive()
    found = _ORDER.fullmatch(text)
    order = _built(found) if found else None
    if order is None:
        raise OrderError("order", f"{text!r} is not an order")
    return order


def parse_or_keep(text: str) -> Order | Unreadable:
    """Read an order, or return the text as Unreadable with the unit that it begins with."""
    try:
        return parse(text)
    except OrderError:
        found = re.match(rf"({_UNIT})(?: |$)", text)
        return Unreadable(text, Unit.parse(found[1]) if found else None)
