"""What a duel weighs for the rating of each of its players, by the duels before it in its pool."""

from enum import StrEnum
from typing import NamedTuple

WHOLE = 8
"""Weights are whole numbers of eighths."""
FALLING = (WHOLE, WHOLE // 2, WHOLE // 4, 0)
"""The weights of the first, second, third and every later duel of a kind."""
REPEAT_DAYS = 30
"""The days for which a duel makes later ones of the same two weigh less."""


class Why(StrEnum):
    """The rule that makes a weight less than whole."""

    REPEAT = "repeat"
    ONE_OPPONENT = "one_opponent"


class Weight(NamedTuple):
    """A weight in eighths, and the rule that made it less than whole, if one did."""

    eighths: int = WHOLE
    why: Why | None = None

    @property
    def factor(self) -> float:
        """The weight as Glicko-2 takes it."""
        return self.eighths / WHOLE


def falling(earlier: int) -> int:
    """Return the weight of a duel before which there were so many of its kind."""
    return FALLING[min(earlier, len(FALLING) - 1)]


def weigh(repeats: int, fed: int | None = None) -> Weight:
    """Weigh a duel for one of its players; the smaller of two weights counts.

    repeats: earlier duels of the same two within REPEAT_DAYS. fed: of a win against an account that has
    nothing but losses against this player, the earlier wins over such accounts; none for any other result.
    """
    by_repeats, by_opponents = falling(repeats), WHOLE if fed is None else falling(fed)
    if by_repeats == by_opponents == WHOLE:
        return Weight()
    if by_repeats <= by_opponents:
        return Weight(by_repeats, Why.REPEAT)
    return Weight(by_opponents, Why.ONE_OPPONENT)
