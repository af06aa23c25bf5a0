"""The base of all models, with names for constraints in migrations; helpers for columns and inserts."""

from collections.abc import Iterable
from typing import ClassVar

from sqlalchemy import CheckConstraint, Insert, MetaData
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, Session

CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The base of all models."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=CONVENTION)


NUMBERED = {"sqlite_autoincrement": True}
"""No number is reused: something in flight may still refer to a deleted row."""


def one_of(column: str, values: Iterable[str]) -> CheckConstraint:
    """Constrain a column to the named values (or NULL if it is nullable)."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def unless_there(session: Session, model: type[Base]) -> Insert:
    """Return an insert that keeps an existing row; of two at once, the second waits for the first."""
    is_postgres = session.get_bind().dialect.name == "postgresql"
    insert = postgresql.insert(model) if is_postgres else sqlite.insert(model)
    return insert.on_conflict_do_nothing()
