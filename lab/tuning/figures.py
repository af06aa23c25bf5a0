"""Weights as figures without bounds, so that a step of 1 matters about as much for each of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

STEP = 0.2
"""By what part a step of 1 alters a weight, or by how much one that may be negative."""
SIGNED = ("spring_open", "autumn_open")
"""Log-odds, which may be above or below 0."""
SHARES = ("hired_next",)
"""These are never more than 1."""
LEFT_ALONE = ("habit", "daring")
"""What the enemy is expected to be is no matter of games won against those whom one happens to play."""

Point = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Where weights were to begin with, and which of them are altered; there every figure is 0."""

    start: Mapping[str, float]
    names: Sequence[str]

    @classmethod
    def of(cls, start: Mapping[str, float]) -> "Scale":
        """Alter all weights that can be; of others than those of `SIGNED` one that is 0 stays so."""
        names = [name for name in start if name not in LEFT_ALONE and (name in SIGNED or start[name] > 0)]
        return cls(start, names)

    @property
    def origin(self) -> Point:
        """The figures of the weights to begin with."""
        return (0.0,) * len(self.names)

    def weights(self, point: Point) -> dict[str, float]:
        """Return all weights at a point."""
        found = dict(self.start)
        for name, figure in zip(self.names, point, strict=True):
            found[name] = self._weight(name, figure)
        return found

    def _weight(self, name: str, figure: float) -> float:
        if name in SIGNED:
            return round(self.start[name] + STEP * figure, 4)
        weight = exp(log(self.start[name]) + STEP * figure)
        return round(min(1.0, weight) if name in SHARES else weight, 4)
