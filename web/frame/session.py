"""Database access within a request: one connection at a time, reading by default, writing in a block."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from flask import Flask, current_app, g, request
from sqlalchemy.orm import Session

from models import Database

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
WITHOUT_DATABASE = frozenset(
    {
        "archive.balance_schema",
        "archive.schema",
        "openapi.document",
        "pages.api",
        "pages.fair_play",
        "pages.icon",
        "pages.rules",
        "pages.time",
        "sheets",
        "static",
        "telling.service_worker",
    }
)
"""What can be shown to a visitor without any database, and is shown so to everybody while there is none."""


def init_app(app: Flask, database: Database) -> None:
    """Let the requests of an application use a database."""
    app.extensions["database"] = database
    app.teardown_request(end_reading)


def database() -> Database:
    """Return the database of this application."""
    found: Database = current_app.extensions["database"]
    return found


def db() -> Session:
    """Return the reading session of this request, opened at its first use, whatever the method."""
    if "writing" in g:
        raise RuntimeError("inside a writing() block the session of the block is to be used")
    if "reading" not in g:
        g.reading = database().reading_session()
    session: Session = g.reading
    return session


@contextmanager
def writing() -> Iterator[Session]:
    """Write in a transaction that is committed when the block ends, and rolled back when it fails.

    The reading session ends first, so that a request has one connection at a time; afterwards `db()`
    begins another, which sees what was written. What a request says of its success comes after the block.
    """
    if "writing" in g:
        raise RuntimeError("a request writes in one transaction at a time")
    end_reading()
    g.writing = True
    try:
        with database().writing() as session:
            yield session
        g.has_written = True
    finally:
        del g.writing


def has_written() -> bool:
    """Tell whether a block of this request was stored, so that nobody is told afterwards that nothing was."""
    return "has_written" in g


def end_reading(_: BaseException | None = None) -> None:
    """Give the connection of the reading session back; `db()` begins another when it is needed.

    What it has counted for the reader is forgotten: others may write before it is needed.
    """
    g.pop("own", None)
    session: Session | None = g.pop("reading", None)
    if session is not None:
        session.close()


def give_up_database() -> None:
    """Let the rest of this request, the page of a failure, do without what may have failed."""
    end_reading()
    g.without_database = True


def needs_no_database() -> bool:
    """Tell whether this request can be answered without the database."""
    return request.endpoint in WITHOUT_DATABASE and request.method in SAFE


def has_database() -> bool:
    """Return False after `give_up_database`."""
    return "without_database" not in g


def now() -> datetime:
    """Return the time of this request, which is read once."""
    instant: datetime | None = g.get("now")
    if instant is None:
        instant = g.now = site_clock()()
    return instant


def site_clock() -> Callable[[], datetime]:
    """Return the clock of this application."""
    found: Callable[[], datetime] = current_app.config["CLOCK"]
    return found


def system_clock() -> datetime:
    """Return the time by the system."""
    return datetime.now(UTC)
