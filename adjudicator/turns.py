"""Turns of the calendar, such as `S1901M`."""

import re
from typing import NamedTuple, Self

from adjudicator.errors import OrderError

TURN = re.compile(r"(S|F)(\d{1,4})(M|R)|(W)(\d{1,4})(A)", re.ASCII)


class Turn(NamedTuple):
    """A season (`S`, `F`, `W`), a year and a kind (`M` movement, `R` retreats, `A` adjustments)."""

    season: str
    year: int
    kind: str

    def __str__(self) -> str:
        """The canonical form, such as `F1901R`."""
        return f"{self.season}{self.year}{self.kind}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the canonical form; raises OrderError."""
        found = TURN.fullmatch(text)
        if not found:
            raise OrderError("phase", f"{text!r} is not a turn such as S1901M, F1901R or W1901A")
        season, year, kind = (part for part in found.groups() if part)
        return cls(season, int(year), kind)
