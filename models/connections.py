"""Connections to each kind of database: opening, beginning transactions, and limits on every wait."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, isfinite
from sqlite3 import Connection as SqliteConnection
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen
from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.pool import ConnectionPoolEntry

from models.database_errors import Away

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # Acknowledged changes are on disk, even if the machine loses power.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
KEEPALIVES = {"keepalives": 1, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""Keep-alive: after how many silent seconds PostgreSQL is probed, and how often."""


@dataclass(frozen=True)
class Limits:
    """The number of connections of a process, and how many seconds each may wait or be silent."""

    connections: int = 26
    connect_seconds: int = 10
    wait_seconds: float = 10
    """Waiting for a lock that somebody holds, or for a connection that other threads have."""
    idle_seconds: float = 60
    """Holding a transaction open in silence; PostgreSQL then ends it, with its locks."""
    answer_seconds: float = 30
    """Waiting for an answer of PostgreSQL; then the connection is given up."""


@dataclass(frozen=True)
class Patience:
    """How many seconds one transaction may wait or be silent; None: as in the limits."""

    wait_seconds: float | None = None
    answer_seconds: float | None = None
    idle_seconds: float | None = None


USUAL = Patience()
HURRIED = Patience(1, 10, 10)
"""For tasks that run again a second later."""
BRIEF = Patience(idle_seconds=5)
"""For tasks that block all others: if their connection goes silent, the server soon frees their locks."""
ENDLESS = Patience(inf, inf)
"""For an administrator's tasks: a statement may take as long as it needs."""
LONGEST_WAIT = 2**31 - 1
"""How long SQLite waits at most, in milliseconds."""


def with_driver(url: str) -> URL:
    """Parse an address, and add the driver if it only names the database."""
    parsed = make_url(url)
    if parsed.drivername in {"postgres", "postgresql"}:
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def connect_arguments(url: URL, limits: Limits) -> dict[str, Any]:
    """Return further arguments for the driver; those in the address take precedence."""
    if url.get_backend_name() == "sqlite":
        return {"timeout": limits.wait_seconds}
    options = (
        f"-c lock_timeout={milliseconds(limits.wait_seconds)}"
        f" -c idle_in_transaction_session_timeout={milliseconds(limits.idle_seconds)}"
    )
    usual = {
        **KEEPALIVES,
        "connect_timeout": limits.connect_seconds,
        "tcp_user_timeout": milliseconds(limits.answer_seconds),
    }
    given = {name: value for name, value in usual.items() if name not in url.query}
    return given | {"options": f"{options} {url.query.get('options', '')}".strip()}


def milliseconds(seconds: float) -> int:
    """Convert to the unit of PostgreSQL's settings."""
    return round(seconds * 1000)


def begin_explicitly(engine: Engine, limits: Limits) -> None:
    """Begin SQLite's transactions ourselves: the driver begins them too late to be safe."""

    @event.listens_for(engine, "connect")
    def prepare(connection: SqliteConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        patience: Patience = options.get("patience", USUAL)
        seconds = shorter(patience.wait_seconds, limits.wait_seconds)
        waits = milliseconds(seconds) if isfinite(seconds) else LONGEST_WAIT
        # Without a counted or logged statement, since it may be the same as before.
        raw_connection(connection).execute(f"PRAGMA busy_timeout = {waits}")
        connection.exec_driver_sql(f"PRAGMA query_only = {options.get('sqlite_query_only', 'OFF')}")
        connection.exec_driver_sql(f"BEGIN {options.get('sqlite_begin', 'DEFERRED')}")


def begin_with_patience(engine: Engine, limits: Limits) -> None:
    """Set how long a transaction of PostgreSQL waits."""

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        patience: Patience = connection.get_execution_options().get("patience", USUAL)
        within = shorter(patience.answer_seconds, limits.answer_seconds)
        raw_connection(connection).answers_within = within if isfinite(within) else None
        if patience.wait_seconds is not None:
            seconds = shorter(patience.wait_seconds, limits.wait_seconds)
            waits = milliseconds(seconds) if isfinite(seconds) else 0  # without a limit
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {waits}")
        if patience.idle_seconds is not None:
            holds = milliseconds(shorter(patience.idle_seconds, limits.idle_seconds))
            connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = {holds}")


def shorter(own: float | None, usual: float) -> float:
    """Return how long a transaction waits: its own patience if that is shorter than the usual one."""
    if own is None:
        return usual
    return min(own, usual) if isfinite(own) else own


def raw_connection(connection: Connection) -> Any:  # noqa: ANN401  # each driver has its own
    """Return the driver's connection."""
    return connection.connection.dbapi_connection


Answer = TypeVar("Answer")
Made = TypeVar("Made")
LOOKS_EVERY = 0.1
"""Seconds after which psycopg looks for a signal while it waits."""


class Impatient(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer in time.

    The system notices a machine that is gone and a server that has closed the connection, but not something
    in between that accepts data without passing it on.
    """

    answers_within: float | None = None
    """The seconds in which each answer must come; None: for ever."""

    def wait(self, gen: PQGen[Answer], interval: float = LOOKS_EVERY, timeout: float | None = None) -> Answer:
        """Wait for an answer; raises OperationalError when there is none in time."""
        allowed = self.answers_within if timeout is None else timeout
        begun = monotonic()
        try:
            return super().wait(gen, interval, allowed)
        except psycopg.OperationalError:
            if allowed is not None and monotonic() - begun >= allowed:
                self.close()  # a late answer must not be taken for the answer to a later statement
            raise


class Way:
    """The route to a server: while it is broken, one caller at a time tries it, and others fail at once."""

    def __init__(self) -> None:
        self._is_broken = False
        self._looking = Lock()

    def go(self, connect: Callable[[], Made]) -> Made:
        """Connect; raises Away at once while another caller tries."""
        if not self._is_broken:
            return self._try(connect)
        if not self._looking.acquire(blocking=False):
            raise Away("the server could not be reached a moment ago")
        try:
            return self._try(connect)
        finally:
            self._looking.release()

    def _try(self, connect: Callable[[], Made]) -> Made:
        try:
            made = connect()
        except Exception:
            self._is_broken = True
            raise
        self._is_broken = False
        return made


def connector(url: URL, values: Mapping[str, Any], connect_seconds: float) -> Callable[[], Impatient]:
    """Return the function that opens connections to a server, by one route; values: for the driver."""
    way = Way()
    dialect = url.get_dialect()(dbapi=psycopg)  # type: ignore[call-arg]  # every dialect takes it
    usual = {**dialect.create_connect_args(url)[1], **values}

    def connect() -> Impatient:
        made = way.go(lambda: Impatient.connect(**usual))
        made.answers_within = connect_seconds
        return made

    return connect


def rest_briefly(engine: Engine, connect_seconds: float) -> None:
    """Limit the test of an idle connection to the time that opening a new one may take."""

    @event.listens_for(engine, "checkin")
    def rest(connection: Impatient | None, _: ConnectionPoolEntry) -> None:
        if connection is not None:
            connection.answers_within = connect_seconds


class Room(NamedTuple):
    """The connections that a server allows us, and what sets that limit."""

    allowed: int
    why: str


ROOM = """
SELECT current_setting('max_connections')::int,
       current_setting('superuser_reserved_connections')::int
           + coalesce(current_setting('reserved_connections', true)::int, 0),
       (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user),
       (SELECT datconnlimit FROM pg_database WHERE datname = current_database())
"""


def read_room(engine: Engine) -> Room:
    """Ask a PostgreSQL server how many connections it allows us."""
    with engine.connect() as connection:
        most, reserved, of_role, of_database = connection.exec_driver_sql(ROOM).one()
    limits = {
        f"max_connections {most}, of which {reserved} are reserved": most - reserved,
        "the limit of its user": of_role,
        "the limit of the database": of_database,
    }
    why, allowed = min(
        ((why, limit) for why, limit in limits.items() if limit >= 0), key=lambda each: each[1]
    )
    return Room(allowed, why)
