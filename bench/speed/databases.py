"""The databases of a measurement: an SQLite file, or a separate database on a PostgreSQL server."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

KINDS = ("sqlite", "postgresql")
SERVER = "postgresql://postgres@127.0.0.1:5432/test"
"""The address of PostgreSQL, unless TEST_POSTGRES_URL names another."""


@contextmanager
def database_of(kind: str, folder: Path, name: str = "one") -> Iterator[str]:
    """Yield the address of an empty database, in a folder or on a server; drop it afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'intimate.sqlite3'}"
        return
    server = os.environ.get("TEST_POSTGRES_URL") or SERVER
    name = f"bench_{os.getpid()}_{name}"
    database = sql.Identifier(name)
    with closing(psycopg.connect(server, autocommit=True, connect_timeout=3)) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(database))
        try:
            yield make_url(server).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(database))
