"""Glicko-2 (Glickman, 2022), one duel at a time, the deviation growing with idle time continuously."""

from dataclasses import dataclass
from math import sqrt

START, START_DEVIATION, START_VOLATILITY = 1500.0, 250.0, 0.06
PROVISIONAL = 110.0
"""A rating is provisional until its deviation is below this."""
SCALE = 173.7178
"""What turns the ratings that people read into those of the sums."""
PERIOD_DAYS = 5.0
"""The idle days after which the square of the deviation has grown by that of the volatility."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength; deviation: half of a range that holds it two times in three."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def is_provisional(self) -> bool:
        """True while too little is known of the player."""
        return self.deviation >= PROVISIONAL

    def aged(self, days: float) -> "Rating":
        """Return the rating after so many idle days: less is known, never less than at the beginning."""
        variance = (self.deviation / SCALE) ** 2 + max(0.0, days) / PERIOD_DAYS * self.volatility**2
        return Rating(self.rating, min(START_DEVIATION, sqrt(variance) * SCALE), self.volatility)
