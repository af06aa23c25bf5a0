"""Simultaneous perturbation (SPSA, Spall 1992): changes all parameters at once, towards the winning side."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from lab.tuning.figures import Point

REACH, REACH_FADES = 1.2, 0.101
"""The distance of the two compared points from the middle, and its decay."""
GAIN, GAIN_FADES, STEADY = 1.0, 0.602, 30
"""The size of a step, its decay, and the number of steps before that."""


class Pair(NamedTuple):
    """Two points on opposite sides of the present one, to be compared."""

    plus: Point
    minus: Point


def signs(seed: int, number: int, count: int) -> list[int]:
    """Draw the direction of each parameter; repeatable by seed and step."""
    drawn = Random(f"{seed} {number}")  # noqa: S311  # to be repeated
    return [drawn.choice((-1, 1)) for _ in range(count)]


def pair(point: Point, number: int, sides: Sequence[int]) -> Pair:
    """Return the points that a step, counted from 0, compares."""
    reach = REACH / (number + 1) ** REACH_FADES
    return Pair(
        *(tuple(at + way * reach * side for at, side in zip(point, sides, strict=True)) for way in (1, -1))
    )


def stepped(point: Point, number: int, sides: Sequence[int], difference: float) -> Point:
    """Move towards the better side; difference: score of the plus side minus the other's, from -1 to 1."""
    reach = REACH / (number + 1) ** REACH_FADES
    gain = GAIN * (STEADY / (STEADY + number)) ** GAIN_FADES
    return tuple(at + gain * difference / (2 * reach) * side for at, side in zip(point, sides, strict=True))


def averaged(points: Sequence[Point]) -> Point:
    """Return the mean of the later half of the points, which varies less than the last one."""
    later = points[len(points) // 2 :]
    return tuple(sum(figures) / len(later) for figures in zip(*later, strict=True))
