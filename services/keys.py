"""The keys of sealed columns: whether they fit, and encrypting again with the present one."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from models import Database
from models.sealed import TOKEN, KeyMissing, Keyring, keyring_of, padded

SEALED = (
    ("entries", "content", padded),
    ("entries", "salt", str),
    ("duels", "lots_secret", str),
    ("second_factors", "secret", str),
    ("recovery_codes", "code_hash", str),
    ("challenges", "token", str),
    ("channels", "address", str),
    ("users", "calendar_token", str),
    ("asked_once", "answer", str),
    ("game_tables", "links", str),
    ("table_sheets", "content", padded),
    ("table_sheets", "salt", str),
    ("prize_ballots", "votes", padded),
)
"""Sealed columns by table, and how their text is padded."""
SELDOM = frozenset({"salt", "calendar_token"})
"""Columns that few rows fill: looking for a value could read the whole table."""
SOME = 200


class OpenedColumn(NamedTuple):
    """A sealed column: how many of its values the keys open, and how many they do not."""

    table: str
    column: str
    opened: int
    unopened: int


def try_keys(session: Session) -> None:
    """Open the oldest and the newest value of sealed columns; raises KeyMissing if no key fits."""
    keyring = keyring_of(session.get_bind().dialect)
    for stored in session.scalars(_oldest_and_newest()):
        keyring.decrypt(stored)


@cache
def _oldest_and_newest() -> sa.CompoundSelect[str]:
    """Select these by one statement, in the order of row numbers; built once."""
    found = []
    for table, column, _ in SEALED:
        if column in SELDOM:
            continue
        rows = _rows(table, column)
        some = sa.select(rows.c[column].label("stored")).where(rows.c[column].is_not(None)).limit(1)
        found += [some.order_by(rows.c.id.asc()).subquery(), some.order_by(rows.c.id.desc()).subquery()]
    return sa.union_all(*(sa.select(each.c.stored) for each in found))


def try_all(database: Database) -> Iterator[OpenedColumn]:
    """Try the keys on all sealed values, column by column."""
    for table, column, _ in SEALED:
        rows = _rows(table, column)
        with database.reading() as session:
            keyring = keyring_of(session.get_bind().dialect)
            query = sa.select(rows.c[column]).where(rows.c[column].is_not(None))
            fits = [
                _opens(keyring, text) for text in session.scalars(query.execution_options(yield_per=SOME))
            ]
        yield OpenedColumn(table, column, sum(fits), len(fits) - sum(fits))


def _opens(keyring: Keyring, stored: str) -> bool:
    try:
        keyring.decrypt(stored)
    except KeyMissing:
        return False
    return True


def holds_sealed(database: Database) -> bool:
    """Tell whether a database, of any version, holds anything encrypted."""
    with database.reading() as session:
        there = sa.inspect(session.connection())
        for table, column, _ in SEALED:
            if not there.has_table(table) or column not in {
                each["name"] for each in there.get_columns(table)
            }:
                continue
            rows = _rows(table, column)
            # In an earlier version the column may hold no text, and then nothing is encrypted.
            begins = sa.cast(rows.c[column], sa.Text).startswith(TOKEN)
            if session.scalar(sa.select(rows.c.id).where(begins).limit(1)) is not None:
                return True
    return False


def _rows(table: str, column: str) -> sa.TableClause:
    return sa.table(table, sa.column("id", sa.Integer), sa.column(column, sa.Text))


def renew(database: Database) -> int:
    """Encrypt all values with the present key, in batches; return how many were not yet.

    Raises KeyMissing if no key opens a value; those before it are renewed.
    """
    keyring = database.keyring
    if keyring is None:
        raise KeyMissing("the database was opened without a key for sealed values")
    return sum(_renew_column(database, keyring, *column) for column in SEALED)


def _renew_column(
    database: Database, keyring: Keyring, table: str, column: str, fill: Callable[[str], str]
) -> int:
    rows = _rows(table, column)
    stored, renewed, last = rows.c[column], 0, 0
    query = sa.select(rows.c.id, stored).where(stored.is_not(None)).order_by(rows.c.id).limit(SOME)
    while True:
        with database.writing() as session:
            some = query.where(rows.c.id > last).with_for_update()
            found = session.execute(some).all()
            if not found:
                return renewed
            for number, text in found:
                if not keyring.is_current(text):
                    value = {column: keyring.encrypt(fill(keyring.decrypt(text)))}
                    session.execute(sa.update(rows).where(rows.c.id == number).values(value))
                    renewed += 1
            last = found[-1].id
