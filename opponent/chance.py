"""Where the opponent gets its random numbers."""

from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """A source of random numbers, passed in by the caller; `random.Random` is one."""

    def random(self) -> float:
        """Draw a number from 0 up to 1, 1 left out."""


def shuffled(count: int, chance: Chance) -> list[int]:
    """Return the numbers below a count in random order."""
    return sorted(range(count), key=lambda _: chance.random())


def drawn(weights: Sequence[float], chance: Chance) -> int:
    """Draw a number at random, each as likely as its weight says."""
    bound, total = chance.random() * sum(weights), 0.0
    for number, weight in enumerate(weights):
        total += weight
        if bound < total:
            return number
    return max(range(len(weights)), key=lambda number: weights[number])
