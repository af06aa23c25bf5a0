"""The way to a PostgreSQL server: nobody waits for an answer for ever, nor many for one that is gone."""

from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen
from sqlalchemy import URL, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from models.faults import Away

Answer = TypeVar("Answer")
Made = TypeVar("Made")
LOOKS_EVERY = 0.1
"""Seconds after which psycopg looks for a signal while it waits."""


class Impatient(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer in time.

    The system notices a machine that is gone and a server that has let go, but not something in between that
    takes what is sent and passes it on no more.
    """

    answers_within: float | None = None
    """Seconds in which each answer must be there; none: for ever."""

    def wait(self, gen: PQGen[Answer], interval: float = LOOKS_EVERY, timeout: float | None = None) -> Answer:
        """Wait for an answer; raises OperationalError when there is none in time."""
        allowed = self.answers_within if timeout is None else timeout
        begun = monotonic()
        try:
            return super().wait(gen, interval, allowed)
        except psycopg.OperationalError:
            if allowed is not None and monotonic() - begun >= allowed:
                self.close()  # what it answers later must not be taken for the answer to something else
            raise


class Way:
    """The way to a server: while it is broken one at a time tries it, and others are told."""

    def __init__(self) -> None:
        self._is_broken = False
        self._looking = Lock()

    def go(self, connect: Callable[[], Made]) -> Made:
        """Connect; raises Away at once while somebody else tries in vain."""
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
    """Return what opens connections to a server, by one way; values: what the driver is given besides."""
    way = Way()
    dialect = url.get_dialect()(dbapi=psycopg)  # type: ignore[call-arg]  # every dialect takes it
    usual = {**dialect.create_connect_args(url)[1], **values}

    def connect() -> Impatient:
        made = way.go(lambda: Impatient.connect(**usual))
        made.answers_within = connect_seconds
        return made

    return connect


def rest_briefly(engine: Engine, connect_seconds: float) -> None:
    """Ask a connection that was not in use for no longer than a new one would take."""

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
