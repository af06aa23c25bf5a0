"""Results of duels for one side, and shares of them with confidence intervals."""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

LIMIT = 1.959963984540054
"""The standard normal deviate of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Share:
    """A count out of a total, draws as halves; the share and its bounds are numbers from 0 to 1."""

    part: float
    whole: int

    @property
    def value(self) -> float:
        """The share; a half if the total is 0."""
        return self.part / self.whole if self.whole else 0.5

    @property
    def bounds(self) -> tuple[float, float]:
        """The interval of Wilson (1927) that holds the true share in 95 of 100 cases."""
        if not self.whole:
            return 0.0, 1.0
        squared = LIMIT**2
        middle = self.value + squared / (2 * self.whole)
        spread = LIMIT * sqrt((self.value * (1 - self.value) + squared / (4 * self.whole)) / self.whole)
        scale = 1 + squared / self.whole
        low, high = (middle - spread) / scale, (middle + spread) / scale
        return max(0.0, low) if self.part else 0.0, min(1.0, high) if self.part < self.whole else 1.0


class Results(NamedTuple):
    """Results of duels from one side."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def duels(self) -> int:
        """The number of duels."""
        return sum(self)

    @property
    def share(self) -> Share:
        """The share of wins among the duels that somebody won."""
        return Share(self.won, self.won + self.lost)

    @property
    def reversed(self) -> "Results":
        """The results from the other side."""
        return Results(self.lost, self.won, self.drawn)
