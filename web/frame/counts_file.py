"""Counts of tries in a file of SQLite, which all server processes of a machine share.

It is a storage of the package limits, for addresses like `file:///instance/counts.sqlite3`. A row is one of
what is counted, under a digest of its key: the file holds neither names nor addresses. Losing it loses
counts, and nothing else.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from time import monotonic, sleep, time
from urllib.parse import urlsplit
from urllib.request import url2pathname

from limits.storage import MovingWindowSupport, Storage

WAIT = 0.2
"""The seconds that a request waits for others who count; they take a ten-thousandth of one."""
MOMENT = 0.005
"""The seconds between two tries at setting up a file."""
MOST, LOOK = 200_000, 1000
"""So many rows there may be, at which is looked whenever so many were added; each takes about 100 bytes."""
CLEARED = 100
"""At most so many rows that have expired are deleted at once, so that nobody waits for it."""
TABLES = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS hits (key BLOB NOT NULL, at REAL NOT NULL, until REAL NOT NULL);
CREATE INDEX IF NOT EXISTS hits_of_key ON hits (key, at);
CREATE INDEX IF NOT EXISTS hits_that_expire ON hits (until);
"""
EXPIRED = "DELETE FROM hits WHERE rowid IN (SELECT rowid FROM hits WHERE until < ? LIMIT ?)"
SURPLUS = """DELETE FROM hits WHERE rowid IN (
    SELECT rowid FROM hits ORDER BY until LIMIT max(0, (SELECT count(*) FROM hits) - ?)
)"""
NEWEST = "SELECT at FROM hits WHERE key = ? AND at >= ? ORDER BY at DESC LIMIT 1 OFFSET ?"
WINDOW = "SELECT min(at), count(*) FROM hits WHERE key = ? AND at >= ?"
COUNTER = "SELECT count(*), min(until) FROM hits WHERE key = ? AND until >= ?"


class FileCounts(Storage, MovingWindowSupport):
    """Counts in a file; all methods but `check` raise sqlite3.Error or OSError where it is not to be had."""

    STORAGE_SCHEME = ["file"]  # noqa: RUF012 -- declared so by the package

    def __init__(self, uri: str, wrap_exceptions: bool = False, **_: float | str | bool) -> None:  # noqa: FBT001, FBT002 -- as the package has it
        super().__init__(uri, wrap_exceptions)
        self._path = Path(url2pathname(urlsplit(uri).path))
        self._connection: sqlite3.Connection | None = None
        self._lock = Lock()

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """The errors that tell that the file is not to be had."""
        return sqlite3.Error, OSError

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count something, unless it has been counted as often as may be within the last seconds."""
        if amount > limit:
            return False
        with self._writing() as (connection, now):
            newest = (digest(key), now - expiry, limit - amount)
            if connection.execute(NEWEST, newest).fetchone():
                return False
            self._add(connection, key, now, now + expiry, amount)
        return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:  # noqa: ARG002 -- the package's
        """Return when the first of the last seconds' counts was made, and how many they are."""
        now = time()
        with self._locked() as connection:
            first, count = connection.execute(WINDOW, (digest(key), now - expiry)).fetchone()
        return first or now, count

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count in a window that began with the first of its counts; return how many they are."""
        with self._writing() as (connection, now):
            count, until = connection.execute(COUNTER, (digest(key), now)).fetchone()
            self._add(connection, key, now, until or now + expiry, amount)
        return int(count + amount)

    def get(self, key: str) -> int:
        """Return how many counts of a key have not expired."""
        return self._counter(key)[0]

    def get_expiry(self, key: str) -> float:
        """Return when the first count of a key expires."""
        return self._counter(key)[1]

    def check(self) -> bool:
        """Tell whether the file can be had."""
        try:
            self.get("")
        except self.base_exceptions:
            return False
        return True

    def reset(self) -> int | None:
        """Forget everything; return how many counts there were."""
        with self._writing() as (connection, _):
            return connection.execute("DELETE FROM hits").rowcount

    def clear(self, key: str) -> None:
        """Forget all counts of a key."""
        with self._writing() as (connection, _):
            connection.execute("DELETE FROM hits WHERE key = ?", (digest(key),))

    def _counter(self, key: str) -> tuple[int, float]:
        now = time()
        with self._locked() as connection:
            count, until = connection.execute(COUNTER, (digest(key), now)).fetchone()
        return count, until or now

    def _add(self, connection: sqlite3.Connection, key: str, now: float, until: float, amount: int) -> None:
        connection.execute(EXPIRED, (now, CLEARED))
        for _ in range(amount):
            added = connection.execute("INSERT INTO hits VALUES (?, ?, ?)", (digest(key), now, until))
            if (added.lastrowid or 0) % LOOK == 0:
                connection.execute(SURPLUS, (MOST,))

    @contextmanager
    def _writing(self) -> Iterator[tuple[sqlite3.Connection, float]]:
        """Hold the file for oneself, from the look at what was counted to the count; with the time of it."""
        with self._locked() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection, time()
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def _locked(self) -> Iterator[sqlite3.Connection]:
        """Use the connection of the process, one thread at a time."""
        if not self._lock.acquire(timeout=WAIT):
            raise sqlite3.OperationalError("others count for too long")
        try:
            if self._connection is None:
                self._connection = connect(self._path)
            yield self._connection
        finally:
            self._lock.release()


def connect(path: Path) -> sqlite3.Connection:
    """Open a file of counts, made if need be, for its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        # To close a file that is in use would end the locks that this process has on it.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    try:
        set_up(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def set_up(connection: sqlite3.Connection) -> None:
    """Make what is lacking in a file. Where somebody sets it up just then, SQLite itself does not wait."""
    last = monotonic() + WAIT
    while True:
        try:
            connection.executescript(TABLES)
        except sqlite3.OperationalError:
            if monotonic() > last:
                raise
            sleep(MOMENT)
        else:
            return


def digest(key: str) -> bytes:
    """Shorten a key to what tells it from others."""
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
