"""What all graphs over the years share: the years side by side, and values one above the other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from intimate.view import Player
from models import StoredChapter, StoredDuel
from services.series import Series, Year
from web.duels.scrubber import KINDS, chapter_base

LEFT, RIGHT, TOP, BAND = 26, 50, 22, 25
"""Room for figures, for names and for words, and for one year: a fingertip's width on the narrowest page."""
TEN_YEARS, LONG, FEWEST = 10 * BAND, 12, 3
LABEL, SHORT, LINE = 34, 7, 12
MOMENTS = {"SB": 0.12, "SM": 0.3, "SR": 0.42, "FM": 0.6, "FR": 0.72, "WA": 0.88}
"""Where in its year each phase stands."""
FACTORS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Band:
    """One year of a graph: a link to its auction that says all values of the year."""

    x: float
    width: float
    year: str
    label: bool
    href: str | None
    words: str


class Frame:
    """The years side by side, and where one is among them."""

    def __init__(self, stored: StoredDuel, series: Series, looked_at: StoredChapter | None) -> None:
        self.years, self.base = series.years, chapter_base(stored)
        self.names = {Player.FIRST: short(stored.first.name), Player.SECOND: short(stored.second.name)}
        plot = max(TEN_YEARS, BAND * len(self.years))
        self.width, self.long = LEFT + plot + RIGHT, len(self.years) > LONG
        self.band = plot / max(len(self.years), FEWEST)
        self.rule = self._rule(looked_at)

    def x(self, place: int, moment: float) -> float:
        """Where a moment of a year stands."""
        return round(LEFT + (place + moment) * self.band, 1)

    def bands(self, words: Callable[[Year], str]) -> list[Band]:
        """All years with what is said of them; as many of them are named as find room."""
        every = -(-LABEL // int(self.band))
        return [
            Band(
                self.x(place, 0),
                round(self.band, 1),
                year.name,
                place % every == 0,
                None if year.auction is None else f"{self.base}{year.auction}",
                words(year),
            )
            for place, year in enumerate(self.years)
        ]

    def _rule(self, chapter: StoredChapter | None) -> float | None:
        """Where a chapter stands; what is no phase stands where the phase that it fell in does."""
        if chapter is None:
            return None
        phase = str(chapter.phase or chapter.line["next"] or "")
        if phase[:1] + phase[-1:] not in KINDS:
            return float(LEFT) if phase == "HOMES" else self.x(len(self.years), 0)
        return self.x(int(phase[1:5]) - int(self.years[0].name), MOMENTS[phase[0] + phase[-1]])


def short(name: str) -> str:
    """A name that finds room beside a graph."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"


def brief(value: int) -> str:
    """A figure that finds room beside an axis."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return str(value)


def apart(top: int) -> int:
    """The round distance of three ticks, or fewer, that reach up to a value."""
    size = 1
    while top > 3 * FACTORS[-1] * size:
        size *= 10
    return next(factor * size for factor in FACTORS if top <= 3 * factor * size)


def ceiling(highest: int) -> int:
    """The round value at which an axis ends."""
    distance = apart(max(1, highest))
    return -(-max(1, highest) // distance) * distance


def ticks(top: int, height: int) -> list[tuple[float, str]]:
    """What an axis names, and how far down."""
    return [(level(value, top, height), brief(value)) for value in range(0, top + 1, apart(top))]


def level(value: int, top: int, height: int) -> float:
    """How far down a value stands; one beyond the axis stands at its end."""
    return round(TOP + height * (1 - min(value, top) / top), 1)


def beside(ends: Mapping[Player, float], lowest: float) -> dict[Player, float]:
    """How far down the names at the ends of two lines stand: beside them, not on each other, none too low."""
    first, second = (ends[player] for player in Player)
    away = max(0.0, LINE - abs(first - second)) / (2 if first > second else -2)
    placed = (first + away + 4, second - away + 4)
    lift = max(0.0, max(placed) - lowest)
    return {player: round(at - lift, 1) for player, at in zip(Player, placed, strict=True)}


def points(places: Sequence[tuple[float, float]]) -> str:
    """Places as a line of SVG goes through them."""
    return " ".join(f"{x:g},{y:g}" for x, y in places)
