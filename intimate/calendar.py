"""The phases of a duel by name, such as `HOMES`, `S1901B` and `S1901M`."""

import re
from typing import NamedTuple, Self

from adjudicator import Turn
from intimate.errors import DuelError

NAME = re.compile(r"(S)([1-9][0-9]{0,3})(B)|([SF])([1-9][0-9]{0,3})([MR])|(W)([1-9][0-9]{0,3})(A)")
YEAR = (("S", "B"), ("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A"))
"""The year: auction, spring moves and retreats, autumn moves and retreats, winter (section 6)."""
FIRST_YEAR = 1901


class Phase(NamedTuple):
    """A season (`S`, `F`, `W`), a year, and a kind.

    Kinds: `H` home powers, `B` auction, `M` movement, `R` retreats, `A` winter adjustments.
    """

    season: str
    year: int
    kind: str

    def __str__(self) -> str:
        """The name, such as `S1901B`."""
        return "HOMES" if self.kind == "H" else f"{self.season}{self.year}{self.kind}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name; raises DuelError."""
        if text == "HOMES":
            return cls("S", FIRST_YEAR, "H")
        found = NAME.fullmatch(text)
        if not found:
            raise DuelError("phase", f"{text!r} is no phase of a duel")
        season, year, kind = (part for part in found.groups() if part)
        return cls(season, int(year), kind)

    @property
    def turn(self) -> Turn:
        """The turn of the base game; an auction and the choice of homes have none."""
        return Turn(self.season, self.year, self.kind)

    @property
    def following(self) -> "Phase":
        """The next phase of the calendar, whether it awaits anybody or not."""
        if self.kind == "H":
            return Phase(*YEAR[0][:1], self.year, YEAR[0][1])
        place = YEAR.index((self.season, self.kind)) + 1
        season, kind = YEAR[place % len(YEAR)]
        return Phase(season, self.year + place // len(YEAR), kind)


HOMES = Phase("S", FIRST_YEAR, "H")
