"""Figures of finished duels (models/rating.py): added when a duel ends, recounted, and read."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import combinations, islice
from typing import Any, TypeVar

from sqlalchemy import Table, delete, func, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, undefer

from adjudicator import PhaseKind, Power, standard
from competition.shares import Results, Share
from intimate.chapter import Chapter
from intimate.duel import WITHOUT_RESULT, Duel, Ending, begin
from intimate.entries import sheets_of
from intimate.events import EventKind
from intimate.play import awaits
from intimate.players import Player
from intimate.rules import FIRST_YEAR
from intimate.start import set_up
from models import (
    BidTally,
    Database,
    LeagueDuel,
    PairingTally,
    PlayerFigures,
    PlayerTally,
    StoredChapter,
    StoredDuel,
)
from models.base import Base
from models.ids import DuelId
from services.history.chapters import list_in_force, load_chapter

LAST_YEAR, MOST_BID = FIRST_YEAR + 19, 99
"""Later years count as this year, higher bids as this bid, so that rare ones need no rows of their own."""
Key = tuple[str | int, ...]
Additions = Counter[tuple[type[Base], Key, str]]
"""How much to add to a column of the row that a table and primary key name."""


def additions_of(session: Session, stored: StoredDuel) -> Additions:
    """Return what a duel adds to all figures; nothing while it runs, or if it has no result.

    Duels of the league add nothing, since it has figures of its own, nor do chapters that an arbiter undid.
    """
    added: Additions = Counter()
    if stored.ended_at is None or (stored.winner is None and stored.reason in WITHOUT_RESULT):
        return added
    if session.get(LeagueDuel, stored.id) is not None:
        return added
    if stored.public:
        added.update(_results(stored))
    for chapter in _chapters(session, stored):
        added.update(_punctuality(session, stored, chapter))
        if stored.public and chapter.phase and chapter.phase.kind is PhaseKind.AUCTION:
            added.update(_bids(session, stored, chapter))
    return added


def _chapters(session: Session, stored: StoredDuel) -> Iterator[StoredChapter]:
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id).order_by(StoredChapter.ordinal)
    yield from list_in_force(session.scalars(query.options(undefer(StoredChapter.entries))).all())


def _results(stored: StoredDuel) -> Iterator[tuple[type[Base], Key, str]]:
    """Count how a duel went for both players and for the pairing of their home powers."""
    homes = {Player.FIRST: stored.home_first, Player.SECOND: stored.home_second}
    users = {Player.FIRST: stored.first_id, Player.SECOND: stored.second_id}
    for player, user in users.items():
        result = "drawn" if stored.winner is None else "won" if stored.winner is player else "lost"
        yield PlayerFigures, (user,), result
        own, others = homes[player], homes[player.opponent]
        if own and others:
            yield PlayerTally, (user, own, others), result
    one, other = homes.values()
    if one and other:
        yield PairingTally, (stored.preset, *sorted((one, other))), _won_by(stored.winner, homes)


def _won_by(winner: Player | None, homes: Mapping[Player, str | None]) -> str:
    if winner is None:
        return "drawn"
    is_first_of_both = str(homes[winner]) < str(homes[winner.opponent])
    return "won_by_one" if is_first_of_both else "won_by_other"


def _punctuality(
    session: Session, stored: StoredDuel, chapter: StoredChapter
) -> Iterator[tuple[type[Base], Key, str]]:
    """Count the phases that awaited each player, and those for which they stored nothing."""
    users = {Player.FIRST: stored.first_id, Player.SECOND: stored.second_id}
    if chapter.event is EventKind.ABSENT:
        away = [chapter.player] if chapter.player else list(Player)
        for player in away:
            yield PlayerFigures, (users[player],), "phases"
            yield PlayerFigures, (users[player],), "missed"
        if chapter.player:
            yield PlayerFigures, (users[chapter.player],), "absent"
    if chapter.phase is None:
        return
    given = {player for player in Player if player in chapter.entries}
    # Only if an entry is missing does it matter which players the phase awaited.
    awaited = given if len(given) == len(Player) else given | awaits(_before(session, stored, chapter))
    for player in awaited:
        yield PlayerFigures, (users[player],), "phases"
        if player not in given:
            yield PlayerFigures, (users[player],), "missed"


def _before(session: Session, stored: StoredDuel, chapter: StoredChapter) -> Duel:
    """Return the duel before a chapter."""
    before = load_chapter(session, stored, chapter.ordinal).before
    if before is not None:
        return before
    return begin(stored.rules) if stored.start is None else set_up(stored.rules, stored.start)


def _bids(
    session: Session, stored: StoredDuel, found: StoredChapter
) -> Iterator[tuple[type[Base], Key, str]]:
    """Count the bid of each player for each mercenary for hire, 0 for no bid."""
    chapter = load_chapter(session, stored, found.ordinal).chapter
    if chapter.auction is None or chapter.phase is None:
        return
    sheets, year = sheets_of(chapter.entries), min(chapter.phase.year, LAST_YEAR)
    for power in chapter.after.for_hire:
        for player in Player:
            bid = min(sheets[player].bids.get(power, 0), MOST_BID)
            key = (stored.preset, power, year, bid)
            yield BidTally, key, "bids"
            if chapter.auction.control.get(power) is player:
                yield BidTally, key, "won"


TABLES: tuple[type[Base], ...] = (PairingTally, PlayerTally, PlayerFigures, BidTally)
ROWS_AT_ONCE, DUELS_AT_ONCE = 50, 100
Row = dict[str, Any]
Thing = TypeVar("Thing")
Figures = Mapping[type[Base], Mapping[Key, Mapping[str, int]]]


def count_duel(session: Session, stored: StoredDuel, chapter: Chapter, _: datetime) -> None:
    """Count a duel that a chapter has ended; the duel is locked, so it is counted once."""
    if chapter.after.result is not None:
        add(session, additions_of(session, stored))


def add(session: Session, additions: Additions) -> None:
    """Add to the figures; others may do so at the same moment.

    Rows are always locked in the same order, so that no two transactions wait for each other.
    """
    is_postgres = session.get_bind().dialect.name == "postgresql"
    for table, rows in _rows(additions).items():
        into = postgresql.insert(table) if is_postgres else sqlite.insert(table)
        keys, counters = _columns(table)
        summed = {name: _of(table).c[name] + into.excluded[name] for name in counters}
        for some in batched(rows, ROWS_AT_ONCE):
            session.execute(into.values(some).on_conflict_do_update(index_elements=keys, set_=summed))


def batched(things: Iterable[Thing], size: int) -> Iterator[list[Thing]]:
    """Yield items in batches."""
    rest = iter(things)
    while some := list(islice(rest, size)):
        yield some


def _of(table: type[Base]) -> Table:
    found = table.__table__
    assert isinstance(found, Table)  # noqa: S101  # each is mapped to a table
    return found


def _columns(table: type[Base]) -> tuple[list[str], list[str]]:
    """Return the names of the primary key's columns, and of the counting ones."""
    columns = _of(table).columns
    return [each.name for each in columns if each.primary_key], [
        each.name for each in columns if not each.primary_key
    ]


def _rows(additions: Additions) -> dict[type[Base], list[Row]]:
    """Return additions as rows, those of a table in the order of their keys."""
    counted: dict[type[Base], dict[Key, Counter[str]]] = {table: {} for table in TABLES}
    for (table, key, column), number in additions.items():
        counted[table].setdefault(key, Counter())[column] += number
    rows: dict[type[Base], list[Row]] = {}
    for table, found in counted.items():
        keys, counters = _columns(table)
        rows[table] = [
            {**dict(zip(keys, key, strict=True)), **{name: figures[name] for name in counters}}
            for key, figures in sorted(found.items())
        ]
    return rows


def recount(database: Database, report: Callable[[int], object] = bool) -> int:
    """Count all figures again from the duels and their chapters, and return the number of duels.

    Duels that end meanwhile are added when the figures are replaced. report: called with the number of duels
    counted so far.
    """
    additions: Additions = Counter()
    counted: set[DuelId] = set()
    _count_all(database, additions, counted, report)
    with database.writing() as session:
        _hold_tables(session)
        for number in _ended(session):
            if number not in counted:
                additions.update(additions_of(session, session.get_one(StoredDuel, number)))
                counted.add(number)
        _replace(session, additions)
    return len(counted)


def check(database: Database, report: Callable[[int], object] = bool) -> list[str]:
    """Compare the figures with what the duels give, and list the rows in which they differ.

    Duels that end meanwhile may be listed though nothing is wrong.
    """
    additions: Additions = Counter()
    _count_all(database, additions, set(), report)
    with database.reading() as session:
        stored = {row for table in TABLES for row in _stored_rows(session, table)}
    wanted = {
        (table.__tablename__, *row.values()) for table, rows in _rows(additions).items() for row in rows
    }
    return [
        f"{'stored' if row in stored else 'counted'}: {_line(row)}"
        for row in sorted(stored ^ wanted, key=str)
    ]


def _line(row: tuple[Any, ...]) -> str:
    return " ".join(map(str, row))


def _stored_rows(session: Session, table: type[Base]) -> Iterator[tuple[Any, ...]]:
    for row in session.execute(select(_of(table))):
        yield (table.__tablename__, *row)


def _count_all(
    database: Database, additions: Additions, counted: set[DuelId], report: Callable[[int], object]
) -> None:
    """Count the finished duels in batches, so that no session lasts long."""
    with database.reading() as session:
        numbers = list(_ended(session))
    for some in batched(numbers, DUELS_AT_ONCE):
        with database.reading() as session:
            for stored in session.scalars(select(StoredDuel).where(StoredDuel.id.in_(some))):
                additions.update(additions_of(session, stored))
        counted.update(some)
        report(len(counted))


def _ended(session: Session) -> Iterable[DuelId]:
    is_counted = (StoredDuel.ended_at.is_not(None), StoredDuel.reason != Ending.LAPSED)
    return session.scalars(select(StoredDuel.id).where(*is_counted, StoredDuel.level.is_(None))).all()


def _hold_tables(session: Session) -> None:
    """Keep others from adding to the figures until the transaction ends; SQLite is locked already."""
    if session.get_bind().dialect.name == "postgresql":
        names = ", ".join(table.__tablename__ for table in TABLES)
        session.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def _replace(session: Session, additions: Additions) -> None:
    for table, rows in _rows(additions).items():
        session.execute(delete(table))
        for some in batched(rows, 10 * DUELS_AT_ONCE):
            session.execute(insert(table), some)


NONE = Results()


@dataclass(frozen=True)
class Pairings:
    """The results of all pairings of home powers, each from the side of the power that comes first."""

    found: Mapping[tuple[Power, Power], Results] = field(default_factory=dict)

    @cached_property
    def rows(self) -> Sequence[tuple[Power, Power, Results]]:
        """The 21 pairings, those without duels too."""
        pairs = combinations(sorted(standard().powers), 2)
        return [(one, other, self.of(one, other)) for one, other in pairs]

    def of(self, own: Power, others: Power) -> Results:
        """Return the results of a home power against another."""
        if own > others:
            return self.found.get((others, own), NONE).reversed
        return self.found.get((own, others), NONE)

    def total(self, own: Power) -> Results:
        """Return the results of a home power against all others."""
        against = [self.of(own, other) for other in standard().powers if other != own]
        return Results(*(sum(column) for column in zip(*against, strict=True)))

    @property
    def duels(self) -> int:
        """All duels of which the home powers are known."""
        return sum(results.duels for results in self.found.values())


def pairings(session: Session, preset: str | None = None) -> Pairings:
    """Read how all pairings went, of one preset or of all."""
    columns = (PairingTally.won_by_one, PairingTally.won_by_other, PairingTally.drawn)
    sums = (func.sum(column) for column in columns)
    query = select(PairingTally.one, PairingTally.other, *sums)
    if preset is not None:
        query = query.where(PairingTally.preset == preset)
    found = session.execute(query.group_by(PairingTally.one, PairingTally.other))
    return Pairings({(one, other): Results(*map(int, figures)) for one, other, *figures in found})


@dataclass(frozen=True)
class Bids:
    """All bids for a power in a year: how often each amount was bid, and how many of them won.

    A player who did not bid counts as 0.
    """

    amounts: Mapping[int, int] = field(default_factory=dict)
    won: int = 0

    @property
    def sheets(self) -> int:
        """The sheets in which the power could be bid for: two of each auction."""
        return sum(self.amounts.values())

    @property
    def bid(self) -> Share:
        """The sheets with a bid for it."""
        return Share(self.sheets - self.amounts.get(0, 0), self.sheets)

    @property
    def share_won(self) -> Share:
        """The bids that won."""
        return Share(self.won, self.sheets - self.amounts.get(0, 0))

    def quantile(self, share: float) -> int | None:
        """Return the lowest amount that at least this share of all bids do not exceed; None if nobody bid."""
        passed, total = 0, self.bid.part
        for amount in sorted(set(self.amounts) - {0}):
            passed += self.amounts[amount]
            if passed >= share * total:
                return amount
        return None

    @property
    def most(self) -> int | None:
        """The highest bid."""
        return max((amount for amount in self.amounts if amount), default=None)

    def beaten_by(self, amount: int) -> Share:
        """Return how many sheets an amount would have beaten."""
        beaten = sum(number for bid, number in self.amounts.items() if bid < amount)
        return Share(beaten, self.sheets)


def bids_by_year(session: Session, power: Power, preset: str | None = None) -> Mapping[int, Bids]:
    """Read the bids for a power by year, of one preset or of all; years without auctions are left out."""
    sums = (func.sum(BidTally.bids), func.sum(BidTally.won))
    query = select(BidTally.year, BidTally.amount, *sums).where(BidTally.power == power)
    if preset is not None:
        query = query.where(BidTally.preset == preset)
    return _by_year(session.execute(query.group_by(BidTally.year, BidTally.amount)))


def _by_year(rows: Iterable[Any]) -> Mapping[int, Bids]:
    amounts: dict[int, dict[int, int]] = {}
    won: Counter[int] = Counter()
    for year, amount, number, winning in rows:
        amounts.setdefault(year, {})[amount] = int(number)
        won[year] += int(winning)
    return {year: Bids(amounts[year], won[year]) for year in sorted(amounts)}
