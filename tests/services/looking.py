"""Looking on: which statements are sent to a database, and what is called while a session writes."""

import sys
from contextlib import contextmanager

from sqlalchemy import event


@contextmanager
def selects(database):
    """Yield a list that fills with (text, parameters) of the statements that ask the database something."""
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
    """Yield a set that fills with the code of every function called while a writing session has begun."""
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
