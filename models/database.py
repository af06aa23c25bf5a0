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
"""The most seconds for which a yielding writer stands aside, and the seconds between two looks."""
PORTION = 500
"""The rows that one transaction changes or deletes where they may be many."""


class WriterQueue:
    """A file beside a database that all its writers hold while they wait and write, but for those who yield.

    SQLite has no queue: a waiting writer looks again after some milliseconds, and finds the lock taken again
    by a sweep that lets go of it for a moment only. The file guards nothing, so a process that dies or
    sleeps while it holds it holds up others by no more than `LONGEST`.
    """

    def __init__(self, file: Path) -> None:
        """Know the file, which is made when it is needed first."""
        self._file = file

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Be seen to wait, until what is written is written."""
        with self._opened() as file:
            # Refused for the moment only in which somebody looks whether anybody waits.
            _lock(file, fcntl.LOCK_SH)
            yield

    def yield_to_waiters(self) -> None:
        """Stand aside as long as others wait, but for no longer than `LONGEST`."""
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
    """Lock a file if nobody is in the way; return whether it is locked."""
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
    """A session whose end changes nothing: what it has read stays true where the connection breaks then."""

    def close(self) -> None:
        """Give the connection back, or up."""
        with suppress(Away):
            super().close()


class Database:
    """Sessions that read and sessions that write, on SQLite or PostgreSQL; both raise Unavailable.

    keyring: the keys of what is sealed; without any, nothing sealed can be read or written. hooks: what
    every session carries as `info["hooks"]`, for those who use it (`services/hooks.py`).
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
            # Logs and errors show statements without what they store, which may be sealed or secret.
            hide_parameters=True,
        )
        in_file = kind == "sqlite" and self.url.database
        self._writer_queue = WriterQueue(Path(f"{self.url.database}-turnstile")) if in_file else None
        self.keyring = keyring
        if keyring:  # types of columns learn of their database by its dialect alone
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
        """Write all of it or, when anything fails, nothing; SQLite is locked from the first statement on.

        yields: on SQLite, writers that wait already go first. Raises InDoubt when the connection
        breaks at the very end: then it may be stored nevertheless.
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
        """Do something to many rows, `PORTION` of them at a time or as said; return to how many it was done.

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
        """Delete rows that a query finds by their key, some at a time; return how many."""

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
        """Copy SQLite's database, as it stands while others use it, to a new file; raises FileExistsError."""
        if file.exists():
            raise FileExistsError(file)
        with closing(sqlite3.connect(str(self.url.database))) as connection:
            connection.execute("VACUUM INTO ?", (str(file),))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def commit(transaction: SessionTransaction) -> None:
    """Commit what was sent to the database before; raises InDoubt when the connection breaks meanwhile."""
    try:
        transaction.commit()
    except Away as error:
        raise InDoubt(str(error)) from error


def refuse_changes(session: Session, _: object, __: object) -> None:
    """Raise WroteWhileReading where a change would otherwise be lost in silence."""
    if session.new or session.dirty or session.deleted:
        raise WroteWhileReading("this session was opened to read")
