"""The schema in the database: brought up to date, taken back, compared with the models."""

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
"""The number under which PostgreSQL knows the lock on all tables."""


def upgrade(database: Database, revision: str = "head") -> None:
    """Bring the schema up to a revision, all of it or nothing; of many who do, one is first."""
    with altering(database) as session:
        command.upgrade(alembic_config(session.connection()), revision)


def downgrade(database: Database, revision: str = "base") -> None:
    """Take the schema back to a revision, all of it or nothing."""
    with altering(database) as session:
        command.downgrade(alembic_config(session.connection()), revision)


def rewrite(
    connection: Connection, table: TableClause, rows: Iterable[tuple[int, Mapping[str, object]]]
) -> None:
    """Write values into rows, named by their numbers: by a statement for each a large site came to no end."""
    numbered = [{"number": number, **{f"new_{name}": new[name] for name in new}} for number, new in rows]
    if numbered:
        names = [name.removeprefix("new_") for name in numbered[0] if name != "number"]
        changed = update(table).where(table.c.id == bindparam("number"))
        connection.execute(changed.values({name: bindparam(f"new_{name}") for name in names}), numbered)


@contextmanager
def altering(database: Database) -> Iterator[Session]:
    """Hold the lock under which tables are altered; SQLite has one writer in any case."""
    with database.writing(ENDLESS) as session:
        if session.get_bind().dialect.name == "postgresql":
            session.execute(select(func.pg_advisory_xact_lock(TABLES)))
        yield session


def revision(database: Database) -> str | None:
    """Return the revision that the tables have, None where there are none."""
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
    """Let Alembic work on a connection that is already open."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
