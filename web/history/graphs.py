"""Graphs over the years, as numbers for their SVG."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from adjudicator import Phase, Power
from intimate.players import Player
from models import StoredDuel
from services.duels.access import DuelForViewer
from services.history.series import Figures, Series, YearFigures
from web.core.cache import cache
from web.core.page import look, rendered
from web.core.translation import gettext
from web.duels.series import (
    AUCTION,
    AUTUMN_RETREATS,
    HEIGHT,
    LEFT,
    MOMENTS,
    TOP,
    WINTER,
    Curve,
    Dot,
    Graph,
    GraphFrame,
    Pair,
    beside,
    ceiling,
    level,
    points,
    series_of,
    ticks,
)
from web.words.names import by_name, power_name

LOW, ASIDE = 66, 5.5
Known = tuple[float, Figures]


@dataclass(frozen=True, slots=True)
class Graphs:
    """All graphs of a duel, and the figures that they draw."""

    lines: Sequence[Graph]
    bids: Sequence[Graph]
    start: Figures | None
    years: Sequence[YearFigures]
    powers: Sequence[Power]
    base: str


def graphs_of(viewed: DuelForViewer, looked_at: Phase | None = None) -> Markup:
    """The section of graphs, rendered again only when a chapter brings new figures or a name changes.

    looked_at: the phase at which a rule is drawn.
    """
    stored = viewed.stored
    series = series_of(stored)
    key = ("graphs", stored.id, viewed.nameless, series.changed, looked_at, viewed.player, *look())
    return cache().made_once(
        key,
        lambda: rendered(
            "history/graphs.html", stored=stored, graphs=over_the_years(stored, series, looked_at)
        ),
    )


def over_the_years(stored: StoredDuel, series: Series, looked_at: Phase | None = None) -> Graphs | None:
    """All graphs, with a mark at the current chapter; None while there is nothing to compare."""
    if not series.years:
        return None
    frame = GraphFrame(stored, series, looked_at)
    drawn = [
        reserves(frame, series.start),
        centres(frame, gettext("Centres of the home powers"), lambda year: year.home_centres),
        centres(frame, gettext("Centres with mercenaries"), lambda year: year.all_centres),
    ]
    powers = by_name({power for year in series.years for power in year.sales})
    auctions = sum(bool(year.sales) for year in series.years)
    sold = bids(frame, series, powers) if auctions > 1 else []
    found = [graph for graph in drawn if graph]
    return Graphs(found, sold, series.start, series.years, powers, frame.base) if found else None


def reserves(frame: GraphFrame, start: Figures | None) -> Graph | None:
    """Draw both reserves: at the start, after each auction, and with the income of each autumn."""
    values: list[Known] = [(float(LEFT), start)] if start else []
    for place, year in enumerate(frame.years):
        figures = {AUCTION: year.after_auction, WINTER: year.after_autumn}
        values += [(frame.x(place, MOMENTS[at]), known) for at, known in figures.items() if known]
    return _lines(
        frame,
        gettext("Reserves"),
        values,
        lambda year: _said(frame, year, year.after_auction, year.after_autumn),
    )


def centres(frame: GraphFrame, name: str, figures: Callable[[YearFigures], Figures | None]) -> Graph | None:
    """Supply centres after each autumn."""
    found = [
        (frame.x(place, MOMENTS[AUTUMN_RETREATS]), figures(year)) for place, year in enumerate(frame.years)
    ]
    values = [(x, known) for x, known in found if known]
    return _lines(frame, name, values, lambda year: _said(frame, year, figures(year)))


def _lines(
    frame: GraphFrame, name: str, values: Sequence[Known], words: Callable[[YearFigures], str]
) -> Graph | None:
    """A graph of two lines, one for each player; None for a single value."""
    if len(values) <= 1:
        return None
    top = ceiling(max(figure for _, figures in values for figure in figures.values()))
    dots = {
        player: [Dot(player, x, level(figures[player], top, HEIGHT)) for x, figures in values]
        for player in Player
    }
    down = beside({player: dots[player][-1].y for player in Player}, TOP + HEIGHT + 2)
    curves = [
        Curve(
            player,
            points([(dot.x, dot.y) for dot in dots[player]]),
            dots[player],
            frame.names[player],
            values[-1][0] + 6,
            down[player],
        )
        for player in Player
    ]
    return Graph(name, frame, TOP + HEIGHT, ticks(top, HEIGHT), frame.bands(words), curves=curves)


def _said(frame: GraphFrame, year: YearFigures, *columns: Figures | None) -> str:
    """The values of a year in short: 1903 Anna 12 → 20 · Boris 9 → 15."""
    known = [figures for figures in columns if figures]
    said = (f"{frame.names[player]} {' → '.join(str(at[player]) for at in known)}" for player in Player)
    return f"{year.number} {' · '.join(said)}" if known else str(year.number)


def bids(frame: GraphFrame, series: Series, powers: Sequence[Power]) -> list[Graph]:
    """A graph for each mercenary that was ever for hire; one axis for all."""
    had = [series.start, *(year.after_autumn for year in frame.years)]
    richest = max((figure for figures in had if figures for figure in figures.values()), default=0)
    bid = [figure for year in frame.years for sale in year.sales.values() for figure in sale.bids.values()]
    # An absurdly high bid would make all others invisible.
    top = ceiling(min(max(bid), richest))
    return [
        Graph(
            power_name(power),
            frame,
            TOP + LOW,
            ticks(top, LOW),
            frame.bands(partial(_sold, frame, power)),
            power,
            pairs=[
                _pair(frame.x(place, 0.5), year, power, top)
                for place, year in enumerate(frame.years)
                if power in year.sales
            ],
        )
        for power in powers
    ]


def _pair(middle: float, year: YearFigures, power: Power, top: int) -> Pair:
    """Both bids of an auction side by side, that of the new commander filled."""
    sale = year.sales[power]
    dots = [
        Dot(
            player,
            round(middle + (ASIDE if player is Player.SECOND else -ASIDE), 1),
            level(sale.bids[player], top, LOW),
            won=sale.commander is player,
            void=player in year.overbid and sale.bids[player] > 0,
            beyond=sale.bids[player] > top,
        )
        for player in Player
    ]
    first, second = sale.bids.values()
    return Pair(middle, dots[0].y, dots, first == second, nobody=not first and not second)


def _sold(frame: GraphFrame, power: Power, year: YearFigures) -> str:
    """The bids of a year in short, with a tick for the player who won."""
    if power not in year.sales:
        return str(year.number)
    sale = year.sales[power]
    hired = {player: " ✓" if sale.commander is player else "" for player in Player}
    said = (f"{frame.names[player]} {sale.bids[player]}{hired[player]}" for player in Player)
    return f"{year.number} {' · '.join(said)}"
