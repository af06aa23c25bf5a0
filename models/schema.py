"""The schema of the database: upgraded, downgraded, compared with the models."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, TableClause, bindparam, func, select, update
from sqlalchemy.orm import Session

from models.base import Base
from models.connections import ENDLESS
from models.database import Database

MIGRATIONS = Path(__file__).parent.parent / "migrations"
TABLES = 0x1D17AB1E5
"""PostgreSQL's number for the lock on the schema."""


def upgrade(database: Database, revision: str = "head") -> None:
    """Upgrade the schema to a revision, all or nothing; of several processes at once, one does it."""
    with altering(database) as session:
        command.upgrade(alembic_config(session.connection()), revision)


def downgrade(database: Database, revision: str = "base") -> None:
    """Downgrade the schema to a revision, all or nothing."""
    with altering(database) as session:
        command.downgrade(alembic_config(session.connection()), revision)


def rewrite(
    connection: Connection, table: TableClause, rows: Iterable[tuple[int, Mapping[str, object]]]
) -> None:
    """Write values into rows by number, many per statement, which a large site needs."""
    numbered = [{"number": number, **{f"new_{name}": new[name] for name in new}} for number, new in rows]
    if numbered:
        names = [name.removeprefix("new_") for name in numbered[0] if name != "number"]
        changed = update(table).where(table.c.id == bindparam("number"))
        connection.execute(changed.values({name: bindparam(f"new_{name}") for name in names}), numbered)


@contextmanager
def altering(database: Database) -> Iterator[Session]:
    """Hold the lock under which tables are altered; SQLite has only one writer anyway."""
    with database.writing(ENDLESS) as session:
        if session.get_bind().dialect.name == "postgresql":
            session.execute(select(func.pg_advisory_xact_lock(TABLES)))
        yield session


def revision(database: Database) -> str | None:
    """Return the revision of the tables, None if there are none."""
    with database.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@cache
def newest_revision() -> str | None:
    """Return the revision that the migrations lead to."""
    return ScriptDirectory.from_config(alembic_config(None)).get_current_head()


def differences(database: Database) -> list[Any]:
    """List the differences between the models and the database."""
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Base.metadata))


def alembic_config(connection: object) -> Config:
    """Configure Alembic for an open connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
