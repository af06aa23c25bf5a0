"""Glicko-2 (Glickman, 2022), one duel at a time, the deviation growing with idle time continuously."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

START, START_DEVIATION, START_VOLATILITY = 1500.0, 250.0, 0.06
PROVISIONAL = 110.0
"""A rating is provisional until its deviation is below this."""
SCALE = 173.7178
"""What turns the ratings that people read into those of the sums."""
PERIOD_DAYS = 5.0
"""The idle days after which the square of the deviation has grown by that of the volatility."""
TAU = 0.5
"""How far the volatility may move."""
CLOSE_ENOUGH = 1e-6
"""The paper's bound for the search of the volatility."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of strength; deviation: half of the range in which it lies two times in three."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def is_provisional(self) -> bool:
        """True while the estimate is too uncertain."""
        return self.deviation >= PROVISIONAL

    def aged(self, days: float) -> "Rating":
        """Return the rating after a number of idle days: less certain, but never less than at the start."""
        if days <= 0:
            return self
        variance = (self.deviation / SCALE) ** 2 + days / PERIOD_DAYS * self.volatility**2
        return Rating(self.rating, min(START_DEVIATION, sqrt(variance) * SCALE), self.volatility)

    @property
    def idle_days_left(self) -> float:
        """The idle days after which the rating is provisional (again); 0 or less when it is by now."""
        room = (PROVISIONAL / SCALE) ** 2 - (self.deviation / SCALE) ** 2
        return room / self.volatility**2 * PERIOD_DAYS


class RatedGame(NamedTuple):
    """One result: against whom, 1, ½ or 0, and the weight by which its terms of the sums are multiplied."""

    opponent: Rating
    score: float
    weight: float = 1.0


def updated(own: Rating, games: Sequence[RatedGame], periods: float = 0.0) -> Rating:
    """Return a rating after some games, all of one instant; the paper's steps 2 to 8.

    periods: those for which the deviation is still to grow; 1 in the paper, 0 of a rating that was aged.
    """
    information = pull = 0.0
    for game in games:
        reduced = _reduced(game.opponent)
        expected = expected_score(own, game.opponent)
        information += game.weight * reduced**2 * expected * (1 - expected)
        pull += game.weight * reduced * (game.score - expected)
    if information <= 0:
        return own.aged(periods * PERIOD_DAYS)
    volatility = _new_volatility(own, 1 / information, pull / information)
    grown = (own.deviation / SCALE) ** 2 + periods * volatility**2
    variance = 1 / (1 / grown + information)
    return Rating(own.rating + SCALE * variance * pull, SCALE * sqrt(variance), volatility)


def expected_score(own: Rating, opponent: Rating) -> float:
    """Return the score to be expected against an opponent, from 0 to 1."""
    return 1 / (1 + exp(-_reduced(opponent) * (own.rating - opponent.rating) / SCALE))


def _reduced(opponent: Rating) -> float:
    """Say how much a result against this opponent tells: 1 of one who is known exactly (the paper's g)."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)


def _new_volatility(own: Rating, variance: float, change: float) -> float:
    """Search the volatility by the Illinois algorithm (the paper's step 5).

    variance, change: v and Δ of the paper. The steps, and so the last digit, are the same every time.
    """
    squared = (own.deviation / SCALE) ** 2
    before = log(own.volatility**2)

    def slope(at: float) -> float:
        whole = squared + variance + exp(at)
        return exp(at) * (change**2 - whole) / (2 * whole**2) - (at - before) / TAU**2

    low, high = before, _bound(slope, before, change**2 - squared - variance)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE_ENOUGH:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)


def _bound(slope: Callable[[float], float], before: float, surplus: float) -> float:
    """Find the other end of the search: beyond it the volatility cannot be."""
    if surplus > 0:
        return log(surplus)
    steps = 1
    while slope(before - steps * TAU) < 0:
        steps += 1
    return before - steps * TAU
