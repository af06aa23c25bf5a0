"""Connections to a PostgreSQL server that are kept from one database of a test to the next.

Behind each is a process of the server, which reads what it knows of tables when it first needs it: to begin
with a new one takes longer than most tests.
"""

from weakref import WeakKeyDictionary

from psycopg import Error
from psycopg.pq import TransactionStatus

from models.connections import connector

MOST = 4
"""More than most tests open at once."""


class KeptOpen:
    """Connections to one database that were closed in good order, and are as new, by how they were opened."""

    def __init__(self, engine):
        self._server = engine.url
        self._kept, self._opened = [], WeakKeyDictionary()

    def connector(self, url, values, connect_seconds):
        """Return what opens connections, or takes one that was kept."""
        connect, how = connector(url, values, connect_seconds), (connect_seconds, *values.items())

        def taken():
            found = next((each for each in self._kept if self._opened[each] == how), None)
            if found is None:
                found = connect()
                self._opened[found] = how
            else:
                self._kept.remove(found)
            return found

        return taken if url == self._server else connect

    def take_back(self, connection):
        """Keep a connection that is closed."""
        if connection in self._opened and len(self._kept) < MOST and made_new(connection):
            self._kept.append(connection)
        else:
            connection.close()

    def close(self):
        """Close what was kept."""
        while self._kept:
            self._kept.pop().close()


def made_new(connection):
    """Let a connection forget all that was done on it; say whether it could."""
    if connection.closed or connection.info.transaction_status != TransactionStatus.IDLE:
        return False
    try:
        connection.isolation_level = connection.read_only = None
        connection.autocommit = True
        connection.execute("DISCARD ALL")
        connection.autocommit = False
    except Error:
        return False
    return True
