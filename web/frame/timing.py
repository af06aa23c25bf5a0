"""The time of a process: even, by the database's clock where several machines may share one."""

import time

from flask import Flask

from models import Database
from services.steady import SteadyClock
from web.frame.session import site_clock, system_clock

ASKED_EVERY = 60.0
"""Seconds from one question to the database for its time to the next."""


def init_app(app: Flask) -> None:
    """Give an application its clock, unless its settings name one."""
    app.config.setdefault("CLOCK", steady_clock(app.extensions["database"]))


def steady_clock(database: Database) -> SteadyClock:
    """Return a clock that goes by a server's, and by the machine's own where there is no server."""
    if database.url.get_backend_name() == "sqlite":
        return SteadyClock(system_clock, elapsed)
    return SteadyClock(system_clock, elapsed, database.time, ASKED_EVERY)


def elapsed() -> float:
    """Return seconds that go by evenly, also while the machine sleeps where the system counts that."""
    sleepless = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if sleepless is None else time.clock_gettime(sleepless)


def is_time_sure() -> bool:
    """Look at the clock that counts; tell whether what is due by it may be done."""
    found = site_clock()
    if not isinstance(found, SteadyClock):
        return True
    found.look()
    return found.is_sure
