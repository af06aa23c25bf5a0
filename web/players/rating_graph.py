"""A player's rating over time, with what is not known of it, as numbers for an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from models import RatingChange

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 60, 8, 12, 12
ASIDE = 0.04
"""The room before the first duel and after the last one, as a part of the time between them."""
LEAST_SPAN = timedelta(days=1)
DISTANCES = (50, 100, 200, 500)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Dot:
    """The rating after one duel."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """The line of the rating, the band of its deviation around it, and the axes."""

    line: str
    band: str
    dots: Sequence[Dot]
    ticks: Sequence[tuple[float, int]]
    begins: datetime
    ends: datetime
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


class Scales:
    """Instants from left to right, ratings from below upwards."""

    def __init__(self, changes: Sequence[RatingChange]) -> None:
        first, last = changes[0].rated_at, changes[-1].rated_at
        aside = max(LEAST_SPAN, (last - first) * ASIDE)
        self.begins, self.ends = first - aside, last + aside
        edges = [(each.rating_before, each.deviation_before) for each in changes]
        edges += [(each.rating, each.deviation) for each in changes]
        highest = max(rating + deviation for rating, deviation in edges)
        lowest = min(rating - deviation for rating, deviation in edges)
        self.apart = next(
            (apart for apart in DISTANCES if (highest - lowest) / apart <= MOST_TICKS - 1), DISTANCES[-1]
        )
        self.top = -(-highest // self.apart) * self.apart
        self.base = lowest // self.apart * self.apart

    def x(self, at: datetime) -> float:
        """Place an instant."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ((at - self.begins) / (self.ends - self.begins)), 1)

    def y(self, rating: float) -> float:
        """Place a rating."""
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.top - rating) / (self.top - self.base), 1)

    def ticks(self) -> list[tuple[float, int]]:
        """Place the ratings that the axis names."""
        number = int((self.top - self.base) / self.apart)
        return [
            (self.y(rating), rating)
            for rating in (int(self.base + each * self.apart) for each in range(number + 1))
        ]


def graph_of(changes: Sequence[RatingChange]) -> RatingGraph | None:
    """Draw changes, the earliest first; None without any.

    Each duel is a step: from what was known just before it, less by idle time, to what was known after it.
    """
    if not changes:
        return None
    scales, first, last = Scales(changes), changes[0], changes[-1]
    knots = [(scales.begins, first.rating_before, first.deviation_before)]
    for change in changes:
        knots.append((change.rated_at, change.rating_before, change.deviation_before))
        knots.append((change.rated_at, change.rating, change.deviation))
    knots.append((scales.ends, last.rating, last.deviation))
    upper = [(scales.x(at), scales.y(rating + deviation)) for at, rating, deviation in knots]
    lower = [(scales.x(at), scales.y(rating - deviation)) for at, rating, deviation in knots]
    return RatingGraph(
        _points([(scales.x(at), scales.y(rating)) for at, rating, _ in knots]),
        _points([*upper, *reversed(lower)]),
        [Dot(scales.x(change.rated_at), scales.y(change.rating)) for change in changes],
        scales.ticks(),
        first.rated_at,
        last.rated_at,
    )


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)
