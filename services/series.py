"""A duel in figures, year by year: reserves, supply centres and bids, of resolved chapters only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from intimate.players import Player
from models import StoredChapter, StoredDuel

Line = Mapping[str, Any]
Figures = Mapping[Player, int]


@dataclass(frozen=True, slots=True)
class Sale:
    """A mercenary in one auction: what both bid, and who commands it by that."""

    power: str
    bids: Figures
    commander: Player | None


@dataclass(slots=True)
class Year:
    """What is known of one year; None is not known yet, or never came to be."""

    name: str
    auction: int | None = None
    """The ordinal of the auction's chapter."""
    sales: Mapping[str, Sale] = field(default_factory=dict)
    overbid: tuple[Player, ...] = ()
    after_auction: Figures | None = None
    after_autumn: Figures | None = None
    """Reserves with the income of the autumn: what there is for the next auction."""
    home_centres: Figures | None = None
    all_centres: Figures | None = None
    """Centres of both with those of the mercenaries that they command."""


@dataclass(frozen=True, slots=True)
class Series:
    """All years of a duel, and the reserves that it began with."""

    start: Figures | None
    years: tuple[Year, ...]


def series(session: Session, stored: StoredDuel) -> Series:
    """The figures of a duel from what its chapters resolved to."""
    query = select(
        StoredChapter.ordinal, StoredChapter.phase, StoredChapter.line, StoredChapter.entries
    ).where(StoredChapter.duel_id == stored.id, StoredChapter.phase.is_not(None))
    start: Figures | None = None
    years: dict[str, Year] = {}
    hired: dict[str, dict[str, str]] = {}
    for ordinal, phase, line, entries in session.execute(query.order_by(StoredChapter.ordinal)):
        assert phase is not None  # noqa: S101 -- the query says so
        if phase == "HOMES":
            start = _figures(line["credits"])
        elif phase.endswith("B"):
            _sell(_year(years, phase), ordinal, line, entries)
        _hire(hired, phase, line)
        for name in _autumns(phase, line):
            _reap(_year(years, name), line, hired.get(name[1:5], {}))
    return Series(start, tuple(years.values()))


def _year(years: dict[str, Year], phase: str) -> Year:
    return years.setdefault(phase[1:5], Year(phase[1:5]))


def _figures(plain: Mapping[str, int]) -> Figures | None:
    """Figures of both players; None where a line has none yet."""
    return {player: int(plain[player]) for player in Player} if plain else None


def _sell(year: Year, ordinal: int, line: Line, entries: Line) -> None:
    """Note an auction: both sheets, and what became of them."""
    sheets = {player: (entries.get(player) or {}).get("bids") or {} for player in Player}
    year.auction = ordinal
    year.after_auction = _figures(line["credits"])
    year.overbid = tuple(map(Player, line["auction"]["overbid"]))
    year.sales = {
        power: Sale(
            power,
            {player: int(sheets[player].get(power, 0)) for player in Player},
            Player(commander) if commander else None,
        )
        for power, commander in line["control"].items()
    }


def _hire(hired: dict[str, dict[str, str]], phase: str, line: Line) -> None:
    """Note who commands whom: a line that ends a year tells of nobody any more."""
    of_year = hired.setdefault(phase[1:5], {})
    of_year |= {power: player for power, player in line["control"].items() if player}


def _autumns(phase: str, line: Line) -> Iterable[str]:
    """The autumns that a line saw the end of: their retreats were resolved or passed."""
    ended = [phase, *(passed["phase"] for passed in line["passed"])]
    return [name for name in ended if name.startswith("F") and name.endswith("R")]


def _reap(year: Year, line: Line, hired: Mapping[str, str]) -> None:
    """Note what an autumn brought: centres with their new owners, reserves with the income."""
    owned = {power: len(centres) for power, centres in line["centers"].items()}
    homes = {player: owned.get(line["homes"][player], 0) for player in Player}
    mercenaries = {
        player: sum(owned.get(power, 0) for power, commander in hired.items() if commander == player)
        for player in Player
    }
    year.after_autumn = _figures(line["credits"])
    year.home_centres = homes
    year.all_centres = {player: homes[player] + mercenaries[player] for player in Player}
