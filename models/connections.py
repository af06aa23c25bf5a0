"""Connections to each kind of database: opening them, beginning transactions, giving up waiting."""

from dataclasses import dataclass
from sqlite3 import SQLITE_BUSY, SQLITE_LOCKED
from sqlite3 import Connection as SqliteConnection
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.pool import ConnectionPoolEntry

LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED = "55P03", "40P01"
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # What is acknowledged is on the disk, even if the machine loses its power.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
KEEPALIVES = {"keepalives": 1, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""Seconds after which a silent PostgreSQL is asked whether it is still there, and how often."""


class Busy(Exception):
    """Somebody else held a lock for too long; nothing was stored, and trying again may succeed."""


@dataclass(frozen=True)
class Limits:
    """Number of connections of a process, and the seconds that each may wait or be silent."""

    connections: int = 26
    connect_seconds: int = 10
    wait_seconds: float = 10
    """Waiting for a lock that somebody holds, or for a connection that other threads have."""
    idle_seconds: float = 60
    """Holding a transaction open in silence; PostgreSQL then ends it, with its locks."""


def with_driver(url: str) -> URL:
    """Parse an address, and name the driver where it only names the database."""
    parsed = make_url(url)
    if parsed.drivername in {"postgres", "postgresql"}:
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def connect_arguments(url: URL, limits: Limits) -> dict[str, Any]:
    """Return what the driver is given besides the address; what the address says itself goes first."""
    if url.get_backend_name() == "sqlite":
        return {"timeout": limits.wait_seconds}
    options = (
        f"-c lock_timeout={milliseconds(limits.wait_seconds)}"
        f" -c idle_in_transaction_session_timeout={milliseconds(limits.idle_seconds)}"
    )
    usual = {**KEEPALIVES, "connect_timeout": limits.connect_seconds}
    given = {name: value for name, value in usual.items() if name not in url.query}
    return given | {"options": f"{options} {url.query.get('options', '')}".strip()}


def milliseconds(seconds: float) -> int:
    """Convert to the unit of PostgreSQL's settings."""
    return round(seconds * 1000)


def begin_sqlite_explicitly(engine: Engine) -> None:
    """Begin SQLite's transactions ourselves: the driver begins them too late to be safe."""

    @event.listens_for(engine, "connect")
    def prepare(connection: SqliteConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        connection.exec_driver_sql(f"PRAGMA query_only = {options.get('sqlite_query_only', 'OFF')}")
        connection.exec_driver_sql(f"BEGIN {options.get('sqlite_begin', 'DEFERRED')}")


def raise_busy(engine: Engine) -> None:
    """Raise Busy in place of the drivers' errors about locks."""

    @event.listens_for(engine, "handle_error")
    def translate(context: ExceptionContext) -> Busy | None:
        return Busy("a lock was not to be had in time") if is_busy(context.original_exception) else None


def is_busy(error: BaseException) -> bool:
    """Tell an error about a lock from others."""
    sqlite_code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return sqlite_code in {SQLITE_BUSY, SQLITE_LOCKED} or getattr(error, "sqlstate", None) in {
        LOCK_NOT_AVAILABLE,
        DEADLOCK_DETECTED,
    }
