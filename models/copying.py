"""Copying a whole database into another, of the same kind or not, exactly as it is stored."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    MetaData,
    Table,
    Text,
    bindparam,
    cast,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeDecorator

from models.base import Base
from models.connections import ENDLESS
from models.database import Database
from models.types import UtcDateTime

SOME = 1000
"""How many rows are read and written at once."""


class NotEmpty(Exception):
    """The database is not empty; nothing is mixed with its rows."""


class CannotBeCopied(Exception):
    """The other kind of database refuses the content of a table."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


def copy_all(source: Database, target: Database) -> dict[str, int]:
    """Copy all rows, or none, into an empty database; return how many of each table.

    Both have the present tables; the rows are those of one moment. Sealed values stay encrypted, so that no
    key is needed. Raises NotEmpty or CannotBeCopied, and then stores nothing.
    """
    with source.reading() as rows, target.writing(ENDLESS) as session:
        if not all(_is_empty(session, table) for table in tables()):
            raise NotEmpty
        return {table.name: _copy(rows, session, table) for table in tables()}


def tables() -> list[Table]:
    """List the tables, each after those that it refers to, with columns of their stored types."""
    plain = MetaData()
    copied = [table.to_metadata(plain) for table in Base.metadata.sorted_tables]
    for column in (column for table in copied for column in table.columns):
        # Instants stay instants: SQLite has no type for them.
        if isinstance(column.type, TypeDecorator) and not isinstance(column.type, UtcDateTime):
            column.type = column.type.impl_instance
    return copied


def _is_empty(session: Session, table: Table) -> bool:
    return session.execute(select(literal(1)).select_from(table).limit(1)).first() is None


def _copy(source: Session, target: Session, table: Table) -> int:
    is_server = target.get_bind().dialect.name == "postgresql"
    storing = insert(table).values(
        {column.name: _given(column, is_server=is_server) for column in table.columns}
    )
    number = 0
    for rows in _rows(source, table):
        try:
            target.execute(storing, rows)
        except DBAPIError as error:
            raise CannotBeCopied(table.name) from error
        number += len(rows)
    if is_server and "id" in table.columns:
        _go_on_numbering(target, table.columns["id"])
    return number


def _rows(session: Session, table: Table) -> Iterator[list[dict[str, Any]]]:
    query = select(*map(_read, table.columns)).order_by(*table.primary_key)
    found = session.execute(query, execution_options={"yield_per": SOME}).mappings()
    for some in found.partitions():
        yield [dict(row) for row in some]


def _read(column: Column[Any]) -> ColumnElement[Any]:
    """Read JSON as text: otherwise NULL and `null` would look the same."""
    return cast(column, Text).label(column.name) if isinstance(column.type, JSON) else column


def _given(column: Column[Any], *, is_server: bool) -> ColumnElement[Any]:
    if not isinstance(column.type, JSON):
        return bindparam(column.name, type_=column.type)
    plain = bindparam(column.name, type_=Text())
    return cast(plain, column.type) if is_server else plain


def _go_on_numbering(session: Session, number: Column[Any]) -> None:
    """Set the next number of a table to one that no row has."""
    last = session.scalar(select(func.max(number)))
    if last is not None:
        table = str(number.table.key)
        session.execute(select(func.setval(func.pg_get_serial_sequence(table, number.name), last)))
