"""Weights as unbounded parameters, scaled so that a step of 1 matters about equally for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

STEP = 0.2
"""The relative change of a weight by a step of 1; for signed weights, the absolute change."""
SIGNED = ("spring_open", "autumn_open")
"""Log-odds, which may be negative."""
SHARES = ("hired_next",)
"""Weights limited to 1."""
LEFT_ALONE = ("habit", "daring")
"""Expectations about the enemy, which must not be tuned to the players of these games."""

Point = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """The initial weights, at which every parameter is 0, and the names of those to tune."""

    start: Mapping[str, float]
    names: Sequence[str]

    @classmethod
    def of(cls, start: Mapping[str, float]) -> "Scale":
        """Tune all weights except those left alone; unsigned weights of 0 stay 0."""
        names = [name for name in start if name not in LEFT_ALONE and (name in SIGNED or start[name] > 0)]
        return cls(start, names)

    @property
    def origin(self) -> Point:
        """The parameters of the initial weights."""
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
