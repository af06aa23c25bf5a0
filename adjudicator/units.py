"""Units and the words they are made of: powers, provinces and locations."""

import re
import sys
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, NewType

from adjudicator.errors import OrderError

Power = NewType("Power", str)
"""Code of a power, such as `FRANCE`."""
Province = NewType("Province", str)
"""Code of a space of the map, such as `SPA` or `NTH`."""
Location = NewType("Location", str)
"""A province, or one of its coasts: `SPA`, `SPA/NC`."""


CODE = 3
"""Letters of a province's code in the canonical notation."""
LOCATION = re.compile(r"[A-Z]{3}(?:/[NSEW]C)?")
UNIT = re.compile(rf"(?P<kind>[AF]) (?P<location>{LOCATION.pattern})")


class Kind(StrEnum):
    """The two kinds of units (rulebook of 1971, VI.2)."""

    ARMY = "A"
    FLEET = "F"


def province_of(location: str) -> Province:
    """The province of a location: `SPA` for `SPA/NC`."""
    return location[:CODE]  # type: ignore[return-value]  # calling the type would double the time


def is_location(text: str) -> bool:
    """True if a text has the form of a location, whether or not a board has it."""
    return LOCATION.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def refuse_no_place(text: Location) -> None:
    """Raise OrderError for a text that does not have the form of a location."""
    if not is_location(text):
        raise OrderError("place", f"{text!r} is not written as a place, such as SPA or SPA/NC")


def names_coast(location: Location) -> bool:
    """True if a location is one coast of a province."""
    return "/" in location


class Unit(NamedTuple):
    """An army or a fleet and where it stands; its power is known by the position."""

    kind: Kind
    location: Location

    @property
    def province(self) -> Province:
        """The province that the unit occupies, whatever its coast."""
        return self.location[:CODE]  # type: ignore[return-value]  # as above

    def at(self, location: Location) -> "Unit":
        """The same kind of unit elsewhere."""
        return Unit(self.kind, location)

    def __str__(self) -> str:
        """The canonical form, such as `F STP/SC`."""
        return f"{self.kind.value} {self.location}"

    def __repr__(self) -> str:
        """The same between angles."""
        return f"<{self}>"

    @staticmethod
    def parse(text: str) -> "Unit":
        """Read the canonical form; raises OrderError, also for a unit that cannot stand there.

        The same text gives the same object.
        """
        return parse_unit(text)


@lru_cache(maxsize=4096)
def parse_unit(text: str) -> Unit:
    """Read the canonical form of a unit, possible or not; raises OrderError."""
    found = UNIT.fullmatch(text)
    if not found:
        raise OrderError("unit", f"{text!r} is not a unit")
    return one(Unit(Kind(found["kind"]), Location(sys.intern(found["location"]))))


@lru_cache(maxsize=4096)
def one(unit: Unit) -> Unit:
    """Return one object for all equal units, which makes comparing them fast."""
    return unit


def same_unit(unit: Unit, named: Unit) -> bool:
    """True if a unit is the one named, ignoring a wrong or missing coast (DATC 4.B.5)."""
    alike = unit.kind is named.kind and unit.province == named.province
    return alike and is_location(named.location)
