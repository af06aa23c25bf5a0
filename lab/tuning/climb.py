"""Simultaneous perturbation (SPSA, Spall 1992): all figures are altered at once, and follow what wins."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from lab.tuning.figures import Point

REACH, REACH_FADES = 1.2, 0.101
"""How far the two points that are compared lie on either side, and how that shrinks."""
GAIN, GAIN_FADES, STEADY = 1.0, 0.602, 30
"""How far a step goes for what was found, how that shrinks, and after how many steps it begins to."""


class Pair(NamedTuple):
    """Two points on either side of one, to be compared."""

    plus: Point
    minus: Point


def signs(seed: int, number: int, count: int) -> list[int]:
    """Draw on which side each figure lies; the same for the same step of the same run."""
    drawn = Random(f"{seed} {number}")  # noqa: S311  # to be repeated
    return [drawn.choice((-1, 1)) for _ in range(count)]


def pair(point: Point, number: int, sides: Sequence[int]) -> Pair:
    """Return the points that step `number`, counted from 0, compares."""
    reach = REACH / (number + 1) ** REACH_FADES
    return Pair(
        *(tuple(at + way * reach * side for at, side in zip(point, sides, strict=True)) for way in (1, -1))
    )


def stepped(point: Point, number: int, sides: Sequence[int], difference: float) -> Point:
    """Go to the side that won more; difference: its score less the other's, from -1 to 1."""
    reach = REACH / (number + 1) ** REACH_FADES
    gain = GAIN * (STEADY / (STEADY + number)) ** GAIN_FADES
    return tuple(at + gain * difference / (2 * reach) * side for at, side in zip(point, sides, strict=True))


def averaged(points: Sequence[Point]) -> Point:
    """Return the mean of the later half of the points, which scatters less than the last one."""
    later = points[len(points) // 2 :]
    return tuple(sum(figures) / len(later) for figures in zip(*later, strict=True))
