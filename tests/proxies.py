"""A connection to a server that can be cut, or fall silent: it takes what is sent, and passes nothing on."""

import socket
from contextlib import suppress
from threading import Event, Thread

from sqlalchemy import make_url

PIECE = 65536
COMMIT = b"COMMIT\0"
"""The text by which PostgreSQL ends a transaction; "READ COMMITTED" begins one."""


class Line:
    """One connection through a proxy; a silent one does not even pass a hang-up on."""

    def __init__(self, proxy, client):
        self.proxy, self.client, self.is_silent = proxy, client, False
        self.server = socket.create_connection(proxy.target)
        ways = ((client, self.server, True), (self.server, client, False))
        self.threads = [Thread(target=self.pass_on, args=way, daemon=True) for way in ways]
        for thread in self.threads:
            thread.start()

    def pass_on(self, source, target, is_request):
        with suppress(OSError):
            while piece := source.recv(PIECE):
                if is_request:
                    self.proxy.listen_to(self, piece)
                if not (self.is_silent or self.proxy.is_silent):
                    target.sendall(piece)
        if not (self.is_silent or self.proxy.is_silent):
            self.hang_up()

    def hang_up(self):
        for end in (self.client, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.hang_up()
        for thread in self.threads:
            thread.join(10)
        self.client.close()
        self.server.close()


class Proxy:
    """Passes on what comes to its port; `is_silent` silences all lines, `silence_at` one line at a word."""

    def __init__(self, host, port):
        self.target, self.lines, self.is_silent = (host, port), [], False
        self._word, self.was_silenced = None, Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self._is_open, self._thread = True, Thread(target=self._let_in, daemon=True)
        self._thread.start()

    def _let_in(self):
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                if self._is_open:
                    self.lines.append(Line(self, client))
                else:
                    client.close()

    def silence_at(self, word):
        """Silence the next line on which the client sends this word, before passing it on."""
        self.was_silenced.clear()
        self._word = word

    def listen_to(self, line, piece):
        if self._word is not None and self._word in piece:
            self._word, line.is_silent = None, True
            self.was_silenced.set()

    def cut(self):
        """Close all connections, and accept no new ones."""
        self._is_open = False
        while self.lines:
            self.lines.pop().close()

    def mend(self):
        """Pass connections on again; silent ones stay silent."""
        self._is_open, self.is_silent = True, False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self.cut()  # nobody can connect any more: a line of the last instant is in the list
        self._door.close()


def proxy_to(url):
    """Return a proxy to the server of a database."""
    parsed = make_url(url)
    return Proxy(parsed.host, parsed.port or 5432)


def through(proxy, url):
    """Return the address of a database by way of a proxy."""
    return make_url(url).set(host="127.0.0.1", port=proxy.port).render_as_string(hide_password=False)
