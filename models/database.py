"""The database: one engine, and transactions that say whether they write."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import ConnectionPoolEntry

POOL_SIZE = 20
PRAGMAS = (
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
)


class WroteWhileReading(Exception):
    """A change was made in a session that was opened to read."""


class Database:
    """Sessions that read and sessions that write, on SQLite or PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.url = driven(url)
        if self.url.get_backend_name() == "sqlite" and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        # Statements are told in logs and errors without what they store, which may be sealed or secret.
        self.engine = create_engine(self.url, pool_size=POOL_SIZE, pool_pre_ping=True, hide_parameters=True)
        if self.engine.dialect.name == "sqlite":
            govern_transactions(self.engine)
        self._reading = sessionmaker(self.engine, expire_on_commit=False)
        self._writing = sessionmaker(
            self.engine.execution_options(sqlite_begin="IMMEDIATE"), expire_on_commit=False
        )
        event.listen(self._reading, "before_flush", refuse_changes)

    def reading_session(self) -> Session:
        """Open a session in which a change is an error; the caller closes it."""
        return self._reading()

    def writing_session(self) -> Session:
        """Open a session that holds the write lock from its first statement; the caller ends it."""
        return self._writing()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Read from one consistent state."""
        with self.reading_session() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Write all of it or, when anything fails, nothing."""
        with self.writing_session() as session, session.begin():
            yield session

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


def driven(url: str) -> URL:
    """Name the driver where the address only names the database."""
    parsed = make_url(url)
    if parsed.drivername in {"postgres", "postgresql"}:
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def govern_transactions(engine: Engine) -> None:
    """Begin SQLite's transactions ourselves: the driver begins them too late to be safe."""

    @event.listens_for(engine, "connect")
    def prepare(connection: SqliteConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {mode}")


def refuse_changes(session: Session, _: object, __: object) -> None:
    """Speak up where a change would otherwise be lost in silence."""
    if session.new or session.dirty or session.deleted:
        raise WroteWhileReading("this session was opened to read")
