"""Database access within a request: one connection at a time, reading by default, writing in a block."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from flask import Flask, current_app, has_request_context, request
from sqlalchemy.orm import Session

from models import Database
from services.steady_clock import SteadyClock
from web.core.request_state import ARRIVED, state

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
View = TypeVar("View", bound=Callable[..., object])


def init_app(app: Flask, database: Database) -> None:
    """Give an application's requests a database, and a clock unless a setting names one."""
    app.extensions["database"] = database
    app.config.setdefault("CLOCK", steady_clock(database))
    app.teardown_request(end_reading)


def database() -> Database:
    """Return the database of this application."""
    found: Database = current_app.extensions["database"]
    return found


def db() -> Session:
    """Return the reading session of this request, opened at its first use."""
    if state().is_writing:
        raise RuntimeError("inside a writing() block, use the session of the block")
    session = state().reading
    if session is None:
        session = state().reading = database().reading_session()
    return session


@contextmanager
def writing() -> Iterator[Session]:
    """Write in a transaction that is committed when the block ends, and rolled back when it fails.

    The reading session ends first, so that a request has one connection at a time; afterwards `db()` opens
    another, which sees what was written. A request reports success only after the block.
    """
    if state().is_writing:
        raise RuntimeError("a request writes in one transaction at a time")
    end_reading()
    known = state()
    known.is_writing = True
    try:
        with database().writing() as session:
            act, known.first_in_writing = known.first_in_writing, None
            if act is not None:
                act(session)
            yield session
        known.has_written = True
    finally:
        known.is_writing = False


@contextmanager
def in_next_writing(act: Callable[[Session], None]) -> Iterator[None]:
    """Do something at the beginning of this request's next transaction."""
    state().first_in_writing = act
    try:
        yield
    finally:
        state().first_in_writing = None


def has_written() -> bool:
    """Tell whether this request has stored something; then no answer may say that it has not."""
    return state().has_written


def end_reading(_: BaseException | None = None) -> None:
    """Release the connection of the reading session; `db()` opens another when needed.

    The viewer's counts are forgotten: others may write meanwhile.
    """
    known = state()
    session, known.reading, known.own = known.reading, None, None
    if session is not None:
        session.close()


def give_up_database() -> None:
    """Use no database for the rest of this request, which is an error page."""
    end_reading()
    state().has_database = False


def without_database(view: View) -> View:
    """Let a view work without the database, with everybody treated as a visitor."""
    view.needs_no_database = True  # type: ignore[attr-defined]  # a function may carry what it needs
    return view


def needs_no_database() -> bool:
    """Tell whether this request can be answered without the database: files and marked views."""
    view = current_app.view_functions.get(request.endpoint or "")
    is_marked = request.endpoint == "static" or hasattr(view, "needs_no_database")
    return is_marked and request.method in SAFE


def has_database() -> bool:
    """Return False after `give_up_database`."""
    return state().has_database


def now() -> datetime:
    """Return the time of this request, read once."""
    instant = state().now
    if instant is None:
        instant = state().now = site_clock()()
        if has_request_context() and ARRIVED in request.environ:
            state().waited = time.monotonic() - request.environ[ARRIVED]
    return instant


def arrived() -> datetime:
    """Return when this request was complete: it may have waited for a thread since."""
    return now() - timedelta(seconds=state().waited)


def site_clock() -> Callable[[], datetime]:
    """Return the clock of this application."""
    found: Callable[[], datetime] = current_app.config["CLOCK"]
    return found


def system_clock() -> datetime:
    """Return the time by the system."""
    return datetime.now(UTC)


ASKED_EVERY = 60.0
"""Seconds between questions to the database for its time."""


def steady_clock(database: Database) -> SteadyClock:
    """Return a clock set by the database server, or by the machine if there is no server."""
    if database.url.get_backend_name() == "sqlite":
        return SteadyClock(system_clock, elapsed)
    return SteadyClock(system_clock, elapsed, database.time, ASKED_EVERY)


def elapsed() -> float:
    """Return monotonic seconds, which count sleep too if the system does."""
    sleepless = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if sleepless is None else time.clock_gettime(sleepless)


def is_time_sure() -> bool:
    """Check the clock that counts; tell whether it is certain enough for due tasks."""
    found = site_clock()
    if not isinstance(found, SteadyClock):
        return True
    found.look()
    return found.is_sure
