"""The figures of a duel, cached and extended by new chapters."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator import Phase, PhaseKind, Power, Season
from intimate.players import Player
from models import StoredDuel
from services.history.series import NOTHING, Series, YearFigures, extend_series
from web.core.cache import cache
from web.core.links import chapter_base
from web.core.session import db
from web.words.names import names_of

LEFT, RIGHT, TOP, BAND = 26, 50, 22, 25
"""Room for figures, for names and words, and for one year: a fingertip's width on the narrowest page."""
TEN_YEARS, LONG, FEWEST = 10 * BAND, 12, 3
LABEL, SHORT, LINE = 34, 7, 12
HEIGHT = 118
"""The height of a graph, except of bids."""
AUCTION = (Season.SPRING, PhaseKind.AUCTION)
AUTUMN_RETREATS = (Season.AUTUMN, PhaseKind.RETREATS)
WINTER = (Season.WINTER, PhaseKind.ADJUSTMENTS)
MOMENTS: Mapping[tuple[Season, PhaseKind], float] = {
    AUCTION: 0.12,
    (Season.SPRING, PhaseKind.MOVEMENT): 0.3,
    (Season.SPRING, PhaseKind.RETREATS): 0.42,
    (Season.AUTUMN, PhaseKind.MOVEMENT): 0.6,
    AUTUMN_RETREATS: 0.72,
    WINTER: 0.88,
}
"""The place of each phase in its year, from 0 to 1."""
FACTORS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Band:
    """One year of a graph: a link to its auction that says all values of the year."""

    x: float
    width: float
    year: int
    label: bool
    href: str | None
    words: str


class GraphFrame:
    """The years side by side; `looked_at` is the phase that a rule marks, None for the present."""

    def __init__(self, stored: StoredDuel, series: Series, looked_at: Phase | None) -> None:
        self.years, self.base = series.years, chapter_base(stored.token)
        self.names = {player: short(name) for player, name in names_of(stored).items()}
        plot = max(TEN_YEARS, BAND * len(self.years))
        self.width, self.long = LEFT + plot + RIGHT, len(self.years) > LONG
        self.band = plot / max(len(self.years), FEWEST)
        self.rule = self._rule(looked_at)

    def x(self, place: int, moment: float) -> float:
        """Place a moment of a year."""
        return round(LEFT + (place + moment) * self.band, 1)

    def bands(self, words: Callable[[YearFigures], str]) -> list[Band]:
        """Lay out all years with their words; as many as fit are named."""
        every = -(-LABEL // int(self.band))
        return [
            Band(
                self.x(place, 0),
                round(self.band, 1),
                year.number,
                place % every == 0,
                None if year.auction is None else f"{self.base}{year.auction}",
                words(year),
            )
            for place, year in enumerate(self.years)
        ]

    def _rule(self, phase: Phase | None) -> float | None:
        """Place the phase that is looked at."""
        if phase is None:
            return None
        if phase.kind is PhaseKind.HOMES:
            return float(LEFT)
        place = phase.year - self.years[0].number
        # An undone chapter may be of a year that has not been played again since.
        return self.x(place, MOMENTS[phase.season, phase.kind]) if place <= len(self.years) else None


@dataclass(frozen=True, slots=True)
class Dot:
    """One value of a player; of a bid also whether it won, or was void by overbidding."""

    player: Player
    x: float
    y: float
    won: bool = False
    void: bool = False
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """The values of one player, joined, with their name at the end."""

    player: Player
    points: str
    dots: Sequence[Dot]
    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Both bids for a mercenary in one auction, or a cross where there was none."""

    x: float
    y: float
    dots: Sequence[Dot]
    tie: bool
    nobody: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """One graph, ready to be drawn."""

    name: str
    frame: GraphFrame
    bottom: float
    ticks: Sequence[tuple[float, str]]
    bands: Sequence[Band]
    power: Power | None = None
    curves: Sequence[Curve] = ()
    pairs: Sequence[Pair] = ()


def short(name: str) -> str:
    """A name short enough for the room beside a graph."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"


def brief(value: int) -> str:
    """A figure short enough for the room beside an axis."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return str(value)


def apart(top: int) -> int:
    """The round distance of at most three ticks up to a value."""
    size = 1
    while top > 3 * FACTORS[-1] * size:
        size *= 10
    return next(factor * size for factor in FACTORS if top <= 3 * factor * size)


def ceiling(highest: int) -> int:
    """The round value at which an axis ends."""
    distance = apart(max(1, highest))
    return -(-max(1, highest) // distance) * distance


def ticks(top: int, height: int) -> list[tuple[float, str]]:
    """Place the values that an axis names."""
    return [(level(value, top, height), brief(value)) for value in range(0, top + 1, apart(top))]


def level(value: int, top: int, height: int) -> float:
    """Measure how far down a value is; one beyond the axis is at its end."""
    return round(TOP + height * (1 - min(value, top) / top), 1)


def beside(ends: Mapping[Player, float], lowest: float) -> dict[Player, float]:
    """Place the names at the ends of two lines: beside them, without overlap, none too low."""
    first, second = (ends[player] for player in Player)
    away = max(0.0, LINE - abs(first - second)) / (2 if first > second else -2)
    placed = (first + away + 4, second - away + 4)
    lift = max(0.0, max(placed) - lowest)
    return {player: round(at - lift, 1) for player, at in zip(Player, placed, strict=True)}


def points(places: Sequence[tuple[float, float]]) -> str:
    """Places as a line of SVG goes through them."""
    return " ".join(f"{x:g},{y:g}" for x, y in places)


YEAR_BYTES = 4000


def series_of(stored: StoredDuel) -> Series:
    """Return the figures of all chapters of a duel."""
    key = ("series", stored.id)
    known: Series = cache().latest(key) or NOTHING
    if known.ordinal > stored.ordinal:  # another request has read further
        known = NOTHING
    series = extend_series(db(), stored, known)
    if series is not known:
        cache().replace(key, series, sys.getsizeof(series) + YEAR_BYTES * len(series.years))
    return series
