"""Figures of finished duels: added to in the transaction that ends one, or counted anew from all of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Table, delete, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from intimate.chapter import Chapter
from intimate.duel import Ending
from models import BidTally, Database, PairingTally, PlayerFigures, PlayerTally, StoredDuel
from models.base import Base
from services.history.counting import Additions, Key, additions_of

TABLES: tuple[type[Base], ...] = (PairingTally, PlayerTally, PlayerFigures, BidTally)
ROWS_AT_ONCE, DUELS_AT_ONCE = 50, 100
Row = dict[str, Any]
Thing = TypeVar("Thing")
Figures = Mapping[type[Base], Mapping[Key, Mapping[str, int]]]


def count_duel(session: Session, stored: StoredDuel, chapter: Chapter, _: datetime) -> None:
    """Count a duel that a chapter has ended; whoever ends it holds it, so that it is counted once."""
    if chapter.after.result is not None:
        add(session, additions_of(session, stored))


def add(session: Session, additions: Additions) -> None:
    """Add to the figures, whatever others add at the same moment.

    Rows are taken in one order everywhere, so that no two transactions wait for each other.
    """
    is_postgres = session.get_bind().dialect.name == "postgresql"
    for table, rows in _rows(additions).items():
        into = postgresql.insert(table) if is_postgres else sqlite.insert(table)
        keys, counters = _columns(table)
        summed = {name: _of(table).c[name] + into.excluded[name] for name in counters}
        for some in batched(rows, ROWS_AT_ONCE):
            session.execute(into.values(some).on_conflict_do_update(index_elements=keys, set_=summed))


def batched(things: Iterable[Thing], size: int) -> Iterator[list[Thing]]:
    """Yield things some at a time."""
    rest = iter(things)
    while some := list(islice(rest, size)):
        yield some


def _of(table: type[Base]) -> Table:
    found = table.__table__
    assert isinstance(found, Table)  # noqa: S101  # each is mapped to a table
    return found


def _columns(table: type[Base]) -> tuple[list[str], list[str]]:
    """Return the names of the columns of the primary key, and of those that count."""
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


def recount(database: Database, tell: Callable[[int], object] = bool) -> int:
    """Count all figures anew from the duels and their chapters, and return of how many duels.

    Duels may end meanwhile: those are added when the figures are replaced. tell: is called with the number
    of duels counted so far.
    """
    additions: Additions = Counter()
    counted: set[int] = set()
    _count_all(database, additions, counted, tell)
    with database.writing() as session:
        _hold_tables(session)
        for number in _ended(session):
            if number not in counted:
                additions.update(additions_of(session, session.get_one(StoredDuel, number)))
                counted.add(number)
        _replace(session, additions)
    return len(counted)


def check(database: Database, tell: Callable[[int], object] = bool) -> list[str]:
    """Compare the figures with what the duels give, and list the rows in which they differ.

    What ends meanwhile may be listed though nothing is wrong.
    """
    additions: Additions = Counter()
    _count_all(database, additions, set(), tell)
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
    database: Database, additions: Additions, counted: set[int], tell: Callable[[int], object]
) -> None:
    """Count the finished duels, some at a time, so that no session lasts long."""
    with database.reading() as session:
        numbers = list(_ended(session))
    for some in batched(numbers, DUELS_AT_ONCE):
        with database.reading() as session:
            for stored in session.scalars(select(StoredDuel).where(StoredDuel.id.in_(some))):
                additions.update(additions_of(session, stored))
        counted.update(some)
        tell(len(counted))


def _ended(session: Session) -> Iterable[int]:
    is_counted = (StoredDuel.ended_at.is_not(None), StoredDuel.reason != Ending.LAPSED)
    return session.scalars(select(StoredDuel.id).where(*is_counted, StoredDuel.level.is_(None))).all()


def _hold_tables(session: Session) -> None:
    """Let nobody else add to the figures before the transaction ends; SQLite is locked whole already."""
    if session.get_bind().dialect.name == "postgresql":
        names = ", ".join(table.__tablename__ for table in TABLES)
        session.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def _replace(session: Session, additions: Additions) -> None:
    for table, rows in _rows(additions).items():
        session.execute(delete(table))
        for some in batched(rows, 10 * DUELS_AT_ONCE):
            session.execute(insert(table), some)
