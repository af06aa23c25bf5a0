"""The database: one engine, and sessions that either read or write."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Select, create_engine, delete, event, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, SessionTransaction, sessionmaker

from models.connections import (
    USUAL,
    Limits,
    Patience,
    begin_explicitly,
    begin_with_patience,
    connect_arguments,
    connector,
    rest_briefly,
    with_driver,
)
from models.database_errors import Away, InDoubt, raise_faults
from models.sealed import Keyring

LONGEST, LOOK_EVERY = 0.05, 0.001
"""The longest time that a yielding writer waits, and the time between two checks, in seconds."""
PORTION = 500
"""How many rows one transaction changes or deletes at a time."""


class WriterQueue:
    """A file beside a database that all its writers lock while they wait and write, except those that yield.

    SQLite has no queue: a waiting writer tries again after some milliseconds, and finds the lock taken
    again by a sweep that releases it only for a moment. The file protects no data, so a process that dies
    or sleeps with the lock delays others by no more than `LONGEST`.
    """

    def __init__(self, file: Path) -> None:
        """Store the path of the file, which is made when first needed."""
        self._file = file

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Hold a shared lock while waiting and writing."""
        with self._opened() as file:
            # Refused only for the moment in which somebody checks for waiting writers.
            _lock(file, fcntl.LOCK_SH)
            yield

    def yield_to_waiters(self) -> None:
        """Wait while others want to write, for at most `LONGEST`."""
        with self._opened() as file:
            until = time.monotonic() + LONGEST
            while not _lock(file, fcntl.LOCK_EX) and time.monotonic() < until:
                time.sleep(LOOK_EVERY)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        file = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            yield file
        finally:
            os.close(file)  # with its lock


def _lock(file: int, how: int) -> bool:
    """Try to lock a file; return whether it is locked."""
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


READING: dict[str, dict[str, Any]] = {
    "sqlite": {"sqlite_begin": "DEFERRED", "sqlite_query_only": "ON"},
    "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}
WRITING: dict[str, dict[str, Any]] = {"sqlite": {"sqlite_begin": "IMMEDIATE"}, "postgresql": {}}


class WroteWhileReading(Exception):
    """A change was made in a session that was opened to read."""


class ReadingSession(Session):
    """A session that only reads: if the connection breaks at its end, what it has read stays valid."""

    def close(self) -> None:
        """Release the connection, or discard it if it is broken."""
        with suppress(Away):
            super().close()


class Database:
    """Sessions that read and sessions that write, on SQLite or PostgreSQL; both raise Unavailable.

    keyring: the keys of sealed columns; without any, these can be neither read nor written. hooks: carried
    by every session as `info["hooks"]` (`services/hooks.py`).
    """

    def __init__(
        self, url: str, limits: Limits | None = None, keyring: Keyring | None = None, hooks: object = None
    ) -> None:
        limits = limits or Limits()
        self.url = with_driver(url)
        kind = self.url.get_backend_name()
        if kind == "sqlite" and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        given = connect_arguments(self.url, limits)
        opening: dict[str, Any] = {"connect_args": given}
        if kind != "sqlite":
            opening = {"creator": connector(self.url, given, limits.connect_seconds)}
        self.engine = create_engine(
            self.url,
            pool_size=limits.connections,
            max_overflow=0,
            pool_timeout=limits.wait_seconds,
            pool_pre_ping=True,
            **opening,
            # Logs and errors show statements without their values, which may be sealed or secret.
            hide_parameters=True,
        )
        in_file = kind == "sqlite" and self.url.database
        self._writer_queue = WriterQueue(Path(f"{self.url.database}-turnstile")) if in_file else None
        self.keyring = keyring
        if keyring:  # column types reach their database only through its dialect
            self.engine.dialect.keyring = keyring  # type: ignore[attr-defined]  # our own
        raise_faults(self.engine)
        if kind == "sqlite":
            begin_explicitly(self.engine, limits)
        else:
            rest_briefly(self.engine, limits.connect_seconds)
            begin_with_patience(self.engine, limits)
        to_read, to_write = (self.engine.execution_options(**how[kind]) for how in (READING, WRITING))
        carried = {"hooks": hooks}
        self._reading = sessionmaker(to_read, class_=ReadingSession, expire_on_commit=False, info=carried)
        self._writing = sessionmaker(to_write, expire_on_commit=False, info=carried)
        event.listen(self._reading, "before_flush", refuse_changes)

    def reading_session(self) -> Session:
        """Open a session that sees one consistent state and can change nothing; the caller closes it."""
        return self._reading()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Read from one consistent state."""
        with self.reading_session() as session:
            yield session

    @contextmanager
    def writing(self, patience: Patience = USUAL, *, yields: bool = False) -> Iterator[Session]:
        """Write everything or, if anything fails, nothing; SQLite is locked from the first statement on.

        yields: on SQLite, let waiting writers go first. Raises InDoubt if the connection breaks at the very
        end: then it may be stored nevertheless.
        """
        with self._turn(yields=yields), self._writing() as session, session.begin() as transaction:
            if patience is not USUAL:
                session.connection(execution_options={"patience": patience})
            yield session
            if transaction.is_active:
                session.flush()
                commit(transaction)

    def in_portions(
        self, step: Callable[[Session, int], int], patience: Patience = USUAL, portion: int | None = None
    ) -> int:
        """Handle many rows, `PORTION` at a time by default; return how many were handled.

        step: takes a session and the most rows to handle, and returns how many it handled. Waiting writers
        come in between.
        """
        most, done = portion or PORTION, 0
        while True:
            with self.writing(patience, yields=True) as session:
                number = step(session, most)
            done += number
            if number < most:
                return done

    def delete_in_portions(
        self, key: InstrumentedAttribute[Any], found: Select[Any], patience: Patience = USUAL
    ) -> int:
        """Delete rows that a query finds by their key, in batches; return how many."""

        def step(session: Session, most: int) -> int:
            some = session.scalars(found.limit(most).with_for_update(skip_locked=True)).all()
            session.execute(delete(key.class_).where(key.in_(some)))
            return len(some)

        return self.in_portions(step, patience)

    def time(self) -> datetime:
        """Return the time by the clock of a PostgreSQL server."""
        with self.engine.connect() as connection:
            return connection.execute(select(func.clock_timestamp())).scalar_one().astimezone(UTC)

    def _turn(self, *, yields: bool) -> AbstractContextManager[None]:
        if self._writer_queue is None:
            return nullcontext()
        if yields:
            self._writer_queue.yield_to_waiters()
            return nullcontext()
        return self._writer_queue.waiting()

    def back_up(self, file: Path) -> None:
        """Copy an SQLite database, even while in use, to a new file; raises FileExistsError."""
        if file.exists():
            raise FileExistsError(file)
        with closing(sqlite3.connect(str(self.url.database))) as connection:
            connection.execute("VACUUM INTO ?", (str(file),))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def commit(transaction: SessionTransaction) -> None:
    """Commit changes that were flushed before; raises InDoubt if the connection breaks meanwhile."""
    try:
        transaction.commit()
    except Away as error:
        raise InDoubt(str(error)) from error


def refuse_changes(session: Session, _: object, __: object) -> None:
    """Raise WroteWhileReading if a change would otherwise be lost silently."""
    if session.new or session.dirty or session.deleted:
        raise WroteWhileReading("this session was opened to read")
