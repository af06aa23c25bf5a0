"""A pool of PostgreSQL connections that passes from one test's database object to the next.

The server starts a process for each connection, which first has to read the catalogue of tables: a new
connection takes longer than most tests. A connection is reset (`DISCARD ALL`) before it is kept.
"""

from weakref import WeakKeyDictionary

from psycopg import Error
from psycopg.pq import TransactionStatus

from models.connections import connector

MOST = 4
"""More than most tests open at once."""


class KeptOpen:
    """Connections to one database that were closed properly and reset, for callers with the same options."""

    def __init__(self, engine):
        self._server = engine.url
        self._kept, self._opened = [], WeakKeyDictionary()

    def connector(self, url, values, connect_seconds):
        """Return the function that takes a kept connection or opens one."""
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
        """Keep a connection instead of closing it, if there is room and it can be reset."""
        if connection in self._opened and len(self._kept) < MOST and made_new(connection):
            self._kept.append(connection)
        else:
            connection.close()

    def close(self):
        """Close all kept connections."""
        while self._kept:
            self._kept.pop().close()


def made_new(connection):
    """Reset a connection; return whether that worked."""
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
