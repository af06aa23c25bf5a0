"""Glicko-2 (Glickman, 2022), one duel at a time, the deviation growing with idle time continuously."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

START, START_DEVIATION, START_VOLATILITY = 1500.0, 250.0, 0.06
PROVISIONAL = 110.0
"""A rating is provisional until its deviation is below this."""
SCALE = 173.7178
"""The ratio of displayed ratings to those of the formulas."""
PERIOD_DAYS = 5.0
"""Idle days that count as one rating period."""
TAU = 0.5
"""The paper's τ, which limits changes of the volatility."""
CLOSE_ENOUGH = 1e-6
"""The paper's ε, at which the search for the volatility ends."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of strength; the strength is within one deviation of the rating in two of three cases."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def is_provisional(self) -> bool:
        """True while the estimate is too uncertain."""
        return self.deviation >= PROVISIONAL

    def aged(self, days: float) -> "Rating":
        """Return the rating after some idle days; the deviation grows, up to that of a new player."""
        if days <= 0:
            return self
        variance = (self.deviation / SCALE) ** 2 + days / PERIOD_DAYS * self.volatility**2
        return Rating(self.rating, min(START_DEVIATION, sqrt(variance) * SCALE), self.volatility)

    @property
    def idle_days_left(self) -> float:
        """The idle days until the rating is provisional; 0 or less if it is now."""
        room = (PROVISIONAL / SCALE) ** 2 - (self.deviation / SCALE) ** 2
        return room / self.volatility**2 * PERIOD_DAYS


class RatedGame(NamedTuple):
    """One result: the opponent, the score (1, ½ or 0), and the weight of the game."""

    opponent: Rating
    score: float
    weight: float = 1.0


def updated(own: Rating, games: Sequence[RatedGame], periods: float = 0.0) -> Rating:
    """Return a rating after some games, all of one instant; the paper's steps 2 to 8.

    periods: for how many the deviation is still to grow; 1 in the paper, 0 if the rating was aged.
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
    """Return the paper's g: how informative a result against this opponent is, 1 if the rating is exact."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)


def _new_volatility(own: Rating, variance: float, change: float) -> float:
    """Find the volatility by the Illinois algorithm (the paper's step 5).

    variance, change: v and Δ of the paper. Deterministic to the last digit.
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
    """Return the other bound of the search (the paper's B)."""
    if surplus > 0:
        return log(surplus)
    steps = 1
    while slope(before - steps * TAU) < 0:
        steps += 1
    return before - steps * TAU
