"""Observers: the statements sent to a database, and the functions called while a session writes."""

import sys
from contextlib import contextmanager

from sqlalchemy import event


@contextmanager
def selects(database):
    """Yield a list of (text, parameters) of all SELECT statements."""
    found = []

    def note(connection, cursor, statement, parameters, context, executemany):
        if statement.lstrip().startswith("SELECT"):
            found.append((statement, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


@contextmanager
def calls_while_writing(database):
    """Yield the code of every function called during a writing session."""
    called, begun = set(), []

    def note(frame, what, _):
        if what == "call" and begun:
            called.add(frame.f_code)

    def begin(session, transaction, connection):
        begun.append(session)

    def end(session, transaction):
        if transaction.parent is None:
            begun.clear()

    listeners = ((database._writing, "after_begin", begin), (database._writing, "after_transaction_end", end))
    for listener in listeners:
        event.listen(*listener)
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(before)
        for listener in listeners:
            event.remove(*listener)
