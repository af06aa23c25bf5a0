"""How credits change the results of a pairing, by logistic regression, and which credits make it even.

The model for the chance of the first power of pairing p, with its credits shifted by s, is 1 / (1 +
exp(-(a[p] + (b + d[p]) * s))): an offset for each pairing, a common slope, and each pairing's difference from
it. Normal priors keep them finite if there are few duels. The offset is the advantage with the usual credits;
the shift that makes the pairing even is -a[p] / (b + d[p]).
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
OFFSETS, SLOPE, DIFFERENCES = 3.0, 1.0, 0.05
"""Standard deviations of the priors: offsets, the common slope, and differences from it."""
Z2 = 1.959963984540054**2
STEPS, PRECISE = 50, 1e-10


class Even(NamedTuple):
    """The shift that makes a pairing even, with its 95% interval; None if there are too few duels."""

    shift: float | None
    low: float | None = None
    high: float | None = None

    @property
    def is_sure(self) -> bool:
        """True if 0 is outside the interval, so that it is certain which side needs more."""
        return self.low is not None and self.high is not None and self.low * self.high > 0


class Fit(NamedTuple):
    """The parameters, b first, then all a and all d, and their covariance."""

    pairings: Sequence[str]
    values: Numbers
    covariance: Numbers

    def even(self, pairing: str) -> Even:
        """Return the shift that makes a pairing even."""
        place, number = self.pairings.index(pairing), len(self.pairings)
        rows = np.zeros((2, len(self.values)))
        rows[0, 1 + place] = 1.0
        rows[1, [0, 1 + number + place]] = 1.0
        offset, slope = rows @ self.values
        spread = rows @ self.covariance @ rows.T
        return _ratio(offset, slope, spread[0, 0], spread[1, 1], spread[0, 1])


def fit(scored: Iterable[tuple[str, float, float]], pairings: Sequence[str]) -> Fit:
    """Fit pairing, shift and score of many duels by Newton's method.

    A score of a half counts as half a win and half a loss. The covariance is robust, since such scores vary
    less than wins and losses.
    """
    counted = _counted(scored, pairings)
    rows = _design(counted, len(pairings))
    score, number = counted[:, 2], counted[:, 3]
    prior = _prior(len(pairings))
    values = np.zeros(len(prior))
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-(rows @ values)))
        slope = rows.T @ (number * (score - chance)) - prior * values
        curve = (rows * (number * chance * (1.0 - chance))[:, None]).T @ rows + np.diag(prior)
        step = np.linalg.solve(curve, slope)
        values = values + np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < PRECISE:
            break
    scatter = (rows * (number * (score - chance) ** 2)[:, None]).T @ rows + np.diag(prior)
    inverse = np.linalg.inv(curve)
    return Fit(pairings, values, inverse @ scatter @ inverse)


def _counted(scored: Iterable[tuple[str, float, float]], pairings: Sequence[str]) -> Numbers:
    """Count equal duels: index of the pairing, shift, score, count."""
    counts: dict[tuple[int, float, float], int] = {}
    for pairing, shift, score in scored:
        key = pairings.index(pairing), shift, score
        counts[key] = counts.get(key, 0) + 1
    return np.array([(*key, counts[key]) for key in sorted(counts)], dtype=float).reshape(-1, 4)


def _design(counted: Numbers, pairings: int) -> Numbers:
    rows = np.zeros((len(counted), 1 + 2 * pairings))
    place, line = counted[:, 0].astype(int), np.arange(len(counted))
    rows[:, 0] = counted[:, 1]
    rows[line, 1 + place] = 1.0
    rows[line, 1 + pairings + place] = counted[:, 1]
    return rows


def _prior(pairings: int) -> Numbers:
    """Return the prior precision of each parameter."""
    deviations = [SLOPE, *[OFFSETS] * pairings, *[DIFFERENCES] * pairings]
    return 1.0 / np.array(deviations) ** 2


def _ratio(offset: float, slope: float, of_offset: float, of_slope: float, both: float) -> Even:
    """Return -offset / slope, with Fieller's interval: the shifts at which equal chances are possible."""
    square, middle, rest = (
        slope**2 - Z2 * of_slope,
        offset * slope - Z2 * both,
        offset**2 - Z2 * of_offset,
    )
    if slope <= 0 or square <= 0:
        return Even(None)
    root = sqrt(max(0.0, middle**2 - square * rest))
    low, high = (-middle - root) / square, (-middle + root) / square
    return Even(float(-offset / slope), float(low), float(high))
