"""Errors of the database itself, not of the statement."""

from sqlite3 import (
    SQLITE_BUSY,
    SQLITE_CANTOPEN,
    SQLITE_FULL,
    SQLITE_IOERR,
    SQLITE_IOERR_SHMSIZE,
    SQLITE_LOCKED,
    SQLITE_READONLY,
)

from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.orm.exc import StaleDataError

LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED = "55P03", "40P01"
DISK_FULL, READ_ONLY = "53100", "25006"
BUSY = frozenset({SQLITE_BUSY, SQLITE_LOCKED, LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED})
FULL = frozenset({SQLITE_FULL, SQLITE_IOERR_SHMSIZE, DISK_FULL})
UNWRITABLE = frozenset({SQLITE_READONLY, READ_ONLY})
AWAY = frozenset({SQLITE_CANTOPEN, SQLITE_IOERR})
PRIMARY = 0xFF
"""The part of a code of SQLite that says what kind of error it is."""
LONGEST = 300


class Unavailable(Exception):
    """The database cannot do this now; trying again later may succeed."""


class Busy(Unavailable):
    """Somebody else held a lock for too long; nothing was stored, and trying again may succeed."""


class Away(Unavailable):
    """The database cannot be reached, or the connection has broken; nothing was stored."""


class InDoubt(Away):
    """The connection broke at the end of a transaction: whether that is stored is not known."""


class Unwritable(Unavailable):
    """The database can be read, and takes no changes; nothing was stored."""


class Full(Unwritable):
    """The disk of the database is full; nothing was stored."""


TRANSIENT_ERRORS = (Unavailable, OperationalError, InterfaceError, StaleDataError)
"""Transient errors: of the database, or of two concurrent writers, not of the stored data."""


def raise_faults(engine: Engine) -> None:
    """Raise these errors in place of the drivers' own."""

    @event.listens_for(engine, "handle_error")
    def translate(context: ExceptionContext) -> Unavailable | None:
        # A connection that fails its test before use is replaced by another one.
        return None if context.is_pre_ping else fault_of(context)


def fault_of(context: ExceptionContext) -> Unavailable | None:
    """Return the fault behind a driver's error; None if the statement is at fault."""
    error = context.original_exception
    if isinstance(error, Unavailable):  # a column type could not convert the value
        return error
    codes, said = codes_of(error), " ".join(str(error).split())[:LONGEST]
    if codes & BUSY:
        return Busy("a lock was not free in time")
    if codes & FULL:
        return Full(said)
    if codes & UNWRITABLE and not is_reading(context):
        return Unwritable(said)
    is_unreachable = context.connection is None and isinstance(context.sqlalchemy_exception, OperationalError)
    return Away(said) if context.is_disconnect or is_unreachable or codes & AWAY else None


def codes_of(error: BaseException) -> frozenset[int | str]:
    """Return the code of an error; for SQLite also that of its kind."""
    code = getattr(error, "sqlite_errorcode", None)
    found = {getattr(error, "sqlstate", None), code, code & PRIMARY if code is not None else None}
    return frozenset(each for each in found if each is not None)


def is_reading(context: ExceptionContext) -> bool:
    """Tell whether a change was refused because the session was opened to read."""
    options = context.connection.get_execution_options() if context.connection else {}
    return bool(options.get("postgresql_readonly")) or options.get("sqlite_query_only") == "ON"
