"""The shares of both players over the years, as a graph."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator import Phase
from intimate.players import Player
from models import StoredDuel
from services.history.series import Series
from services.history.series import Year as YearOfSeries
from services.judging.seen import Course
from services.judging.turning import JudgedChapter
from web.frame.translation import gettext
from web.history.axes import MOMENTS, TOP, Band, Frame, beside, level, points, ticks
from web.history.graphs import HEIGHT, Curve, Dot, Graph
from web.words.shares import points as points_of

WHOLE = 100
ONWARDS = 0.12
"""How much of a year the end stands behind the last chapter."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the turning point stands: the line and the point of the player who fell back."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ShareGraph:
    """The graph, and the turning point in it if there is one."""

    graph: Graph
    turn: Turn | None


def share_graph(
    stored: StoredDuel, series: Series, course: Course, looked_at: Phase | None = None
) -> ShareGraph:
    """Draw the shares before each judged chapter, of which there are some, and by the result."""
    frame = Frame(stored, _whole(series, course.chapters), looked_at)
    xs = {chapter.ordinal: _place(frame, chapter.phase) for chapter in course.chapters}
    shares = [(xs[chapter.ordinal], chapter.judgement.share) for chapter in course.chapters]
    if course.end is not None and course.progress.is_complete:
        shares.append((round(shares[-1][0] + ONWARDS * frame.band, 1), course.end))
    dots = {player: [Dot(player, x, _down(share, player)) for x, share in shares] for player in Player}
    down = beside({player: dots[player][-1].y for player in Player}, TOP + HEIGHT + 2)
    curves = [
        Curve(
            player,
            points([(dot.x, dot.y) for dot in dots[player]]),
            dots[player],
            frame.names[player],
            shares[-1][0] + 6,
            down[player],
        )
        for player in Player
    ]
    bottom = TOP + HEIGHT
    graph = Graph(
        gettext("How it stood, in per cent"),
        frame,
        bottom,
        ticks(WHOLE, HEIGHT),
        _bands(frame, course),
        curves=curves,
    )
    return ShareGraph(graph, _turn(course, xs))


def _turn(course: Course, xs: Mapping[int, float]) -> Turn | None:
    turning = course.turning
    chapter = course.of(turning.ordinal) if turning else None
    if turning is None or chapter is None:
        return None
    return Turn(xs[turning.ordinal], _down(chapter.judgement.share, turning.player))


def _whole(series: Series, chapters: Sequence[JudgedChapter]) -> Series:
    """Add the years to the series that have no figures."""
    known = {year.number: year for year in series.years}
    numbers = sorted({*known, *(chapter.phase.year for chapter in chapters)})
    every = range(numbers[0], numbers[-1] + 1)
    return replace(series, years=tuple(known.get(number, YearOfSeries(number)) for number in every))


def _place(frame: Frame, phase: Phase) -> float:
    return frame.x(phase.year - frame.years[0].number, MOMENTS[phase.season, phase.kind])


def _down(share: float, player: Player) -> float:
    own = share if player is Player.FIRST else 1 - share
    return level(points_of(own), WHOLE, HEIGHT)


def _bands(frame: Frame, course: Course) -> Sequence[Band]:
    """Lay out the years; each leads to its first chapter that is judged, and says both shares in it."""
    firsts: dict[int, JudgedChapter] = {}
    for chapter in course.chapters:
        firsts.setdefault(chapter.phase.year, chapter)

    def words(year: YearOfSeries) -> str:
        of_year = [each for each in course.chapters if each.phase.year == year.number]
        later = [each for each in course.chapters if each.phase.year > year.number]
        return _said(frame, of_year + later[:1] if of_year else [], year.number)

    return [
        replace(
            band, href=f"{frame.base}{firsts[band.year].ordinal}#judgement" if band.year in firsts else None
        )
        for band in frame.bands(words)
    ]


def _said(frame: Frame, chapters: Sequence[JudgedChapter], year: int) -> str:
    """The shares of a year, and what came of them, in a few signs: 1903 Anna 62 → 40 · Boris 38 → 60."""
    if not chapters:
        return str(year)
    ends = (chapters[0], chapters[-1])[: len(chapters)]
    said = (
        f"{frame.names[player]} {' → '.join(str(points_of(chapter.share(player))) for chapter in ends)}"
        for player in Player
    )
    return f"{year} {' · '.join(said)}"
