"""Phases of the calendar, such as `S1901M`."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from adjudicator.errors import PhaseError

FIRST_YEAR = 1901
_NAME = re.compile(r"(S)([1-9][0-9]{0,3})(B)|([SF])([1-9][0-9]{0,3})([MR])|(W)([1-9][0-9]{0,3})(A)")


class Season(StrEnum):
    """The seasons of a year; a phase's name begins with one."""

    SPRING = "S"
    AUTUMN = "F"
    WINTER = "W"


class PhaseKind(StrEnum):
    """The kinds of phases; only duels have `HOMES` and `AUCTION`."""

    HOMES = "H"
    AUCTION = "B"
    MOVEMENT = "M"
    RETREATS = "R"
    ADJUSTMENTS = "A"

    @property
    def takes_orders(self) -> bool:
        """True for the phases of the base game."""
        return self not in (PhaseKind.HOMES, PhaseKind.AUCTION)


Calendar = tuple[tuple[Season, PhaseKind], ...]
"""The phases of a year in order."""

CALENDAR: Calendar = (
    (Season.SPRING, PhaseKind.MOVEMENT),
    (Season.SPRING, PhaseKind.RETREATS),
    (Season.AUTUMN, PhaseKind.MOVEMENT),
    (Season.AUTUMN, PhaseKind.RETREATS),
    (Season.WINTER, PhaseKind.ADJUSTMENTS),
)
"""The year of the base game (1971 V, XIII)."""


class Phase(NamedTuple):
    """A season, a year and a kind."""

    season: Season
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        """The name, such as `F1901R`; the choice of homes, which comes once, is `HOMES`."""
        return "HOMES" if self.kind is PhaseKind.HOMES else f"{self.season}{self.year}{self.kind}"

    def __repr__(self) -> str:
        """The same between angles."""
        return f"<{self}>"

    @classmethod
    def parse(cls, text: str) -> "Phase":
        """Read a name; raises PhaseError. The same text gives the same object."""
        return _parsed(text)

    def following(self, calendar: Calendar = CALENDAR) -> "Phase":
        """The next phase of a calendar; raises PhaseError if this one is not in it."""
        if self.kind is PhaseKind.HOMES:
            season, kind = calendar[0]
            return Phase(season, self.year, kind)
        if (self.season, self.kind) not in calendar:
            raise PhaseError("phase", f"{self} is not in the calendar")
        years, place = divmod(calendar.index((self.season, self.kind)) + 1, len(calendar))
        season, kind = calendar[place]
        return Phase(season, self.year + years, kind)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Phase:
    if text == "HOMES":
        return Phase(Season.SPRING, FIRST_YEAR, PhaseKind.HOMES)
    found = _NAME.fullmatch(text)
    if not found:
        raise PhaseError("phase", f"{text!r} is not a phase such as S1901M, F1901R or W1901A")
    season, year, kind = (part for part in found.groups() if part)
    return Phase(Season(season), int(year), PhaseKind(kind))
