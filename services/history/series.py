"""A duel in figures, year by year: reserves, supply centres and bids, of resolved chapters only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from adjudicator import Phase, PhaseKind, Power, Season
from intimate.auction import Auction
from intimate.chapter import Chapter
from intimate.codec import read_chapter, read_duel
from intimate.duel import Duel
from intimate.entries import sheets_of
from intimate.players import Player
from models import StoredChapter, StoredDuel
from services.history.chapters import kept_after, list_in_force

Figures = Mapping[Player, int]


@dataclass(frozen=True, slots=True)
class Sale:
    """A mercenary in one auction: both bids, its commander, and the price."""

    bids: Figures
    commander: Player | None
    price: int | None = None


@dataclass(frozen=True, slots=True)
class YearFigures:
    """The figures of one year; None for what is not known yet or never happened.

    auction: the ordinal of the auction's chapter. after_autumn: reserves with the autumn's income, which is
    all that the next auction can spend. all_centres: those of the home power and of its mercenaries.
    """

    number: int
    auction: int | None = None
    sales: Mapping[Power, Sale] = field(default_factory=dict)
    overbid: tuple[Player, ...] = ()
    after_auction: Figures | None = None
    after_autumn: Figures | None = None
    home_centres: Figures | None = None
    all_centres: Figures | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """All years of a duel, and its first reserves; `hired`: who commands whom in the last year.

    ordinal: how many chapters these figures cover; changed: how many up to the last one that brought new
    figures.
    """

    ordinal: int = 0
    changed: int = 0
    start: Figures | None = None
    years: tuple[YearFigures, ...] = ()
    hired: Mapping[Power, Player] = field(default_factory=dict)


NOTHING = Series()


def sales_of(series: Series, number: int) -> Mapping[Power, Sale]:
    """Return the mercenaries in the auction of a year; none if there was no auction."""
    return next((year.sales for year in series.years if year.number == number), {})


def extend_series(session: Session, stored: StoredDuel, known: Series = NOTHING) -> Series:
    """Add new chapters to a duel's figures; undone ones do not count."""
    if known.ordinal >= stored.ordinal:
        return known
    query = (
        select(StoredChapter)
        .where(StoredChapter.duel_id == stored.id, StoredChapter.ordinal >= known.ordinal - 1)
        .order_by(StoredChapter.ordinal)
        .options(undefer(StoredChapter.entries), undefer(StoredChapter.line), undefer(StoredChapter.state))
    )
    rows = session.scalars(query).all()
    if known.ordinal and any(kept_after(row) is not None for row in rows if row.ordinal >= known.ordinal):
        return extend_series(session, stored)
    counted = {row.ordinal for row in list_in_force(rows)} if not known.ordinal else None
    rules, before = stored.rules, None
    for row in rows:
        after = read_duel(row.state, rules)
        if counted is not None and row.ordinal not in counted:
            known = replace(known, ordinal=row.ordinal + 1)
        elif row.ordinal >= known.ordinal:
            known = with_chapter(known, read_chapter(row.line, row.entries, row.lots, before, after))
        before = after
    return known


def with_chapter(series: Series, chapter: Chapter) -> Series:
    """Add one chapter to the figures."""
    found = _with_figures(series, chapter)
    is_new = (found.start, found.years) != (series.start, series.years)
    ordinal = series.ordinal + 1
    return replace(found, ordinal=ordinal, changed=ordinal if is_new else series.changed)


def _with_figures(series: Series, chapter: Chapter) -> Series:
    if chapter.phase is None:
        return series
    if chapter.kind is PhaseKind.HOMES:
        return replace(series, start=chapter.after.credits or None)
    if chapter.kind is PhaseKind.AUCTION:
        series = _with_auction(series, chapter, chapter.phase.year, series.ordinal)
    if chapter.after.control:
        series = replace(series, hired=chapter.after.control)
    for year in _autumns_ended(chapter):
        series = _with_autumn(series, year, chapter.after)
    return series


def _with_year(series: Series, number: int, **figures: object) -> Series:
    """Set figures of the last year, or of a new one."""
    *earlier, last = series.years or (None,)
    if last is None or last.number != number:
        earlier, last = list(series.years), YearFigures(number)
    changed = replace(last, **figures)  # type: ignore[arg-type]  # the fields of a year
    return replace(series, years=(*earlier, changed))


def _with_auction(series: Series, chapter: Chapter, year: int, ordinal: int) -> Series:
    """Note both sheets and their result."""
    if chapter.auction is None:
        return series
    control = chapter.auction.control
    sales = {power: _sale(chapter, chapter.auction, power) for power in chapter.after.mercenaries}
    figures = {"auction": ordinal, "sales": sales, "overbid": chapter.auction.overbid}
    return replace(_with_year(series, year, **figures, after_auction=chapter.after.credits), hired=control)


def _sale(chapter: Chapter, auction: Auction, power: Power) -> Sale:
    sheets = sheets_of(chapter.entries)
    bids = {player: sheets[player].bids.get(power, 0) for player in Player}
    commander = auction.control.get(power)
    return Sale(bids, commander, auction.prices[commander].get(power) if commander else None)


def _autumns_ended(chapter: Chapter) -> Iterable[int]:
    """Find the years whose autumn retreats a chapter resolved or passed."""
    ended: list[Phase] = [
        phase for phase in (chapter.phase, *(passed.phase for passed in chapter.passed)) if phase
    ]
    return [
        phase.year for phase in ended if phase.season is Season.AUTUMN and phase.kind is PhaseKind.RETREATS
    ]


def _with_autumn(series: Series, year: int, after: Duel) -> Series:
    """Note centres with their new owners, and reserves with the income."""
    homes = {player: after.centres(player) for player in Player}
    hired = {
        player: sum(
            len(after.position.centres_of(power))
            for power, who in series.hired.items()
            if who is player and not after.is_own(power)
        )
        for player in Player
    }
    return _with_year(
        series,
        year,
        after_autumn=after.credits or None,
        home_centres=homes,
        all_centres={player: homes[player] + hired[player] for player in Player},
    )
