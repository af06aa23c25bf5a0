"""The worker of gunicorn in which a request takes a thread once it is whole.

gunicorn's own gives a thread to each connection and lets it wait there for ever, so that sixty half requests
stop a site of forty-eight threads; and its only loop waits for clients that do not hang up. Here the loop
reads what comes, by a deadline, and whoever has waited longest goes first when there are too many. An answer
leaves its thread for the system's buffer, which has room for any page, however slowly it is read.
"""

import errno
import socket
import struct
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from selectors import EVENT_READ
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from web.frame.connection import GO_ON, TOO_SLOW, UNBOUNDED, Connection
from web.frame.incoming import Incoming

HEAD_SECONDS, BODY_SECONDS, LINGER_SECONDS = 10.0, 30.0, 2.0
"""How long a request may take to come in, and a client to hang up after the last answer."""
ANSWER_SECONDS = 30
"""How long a client may take nothing of an answer that is larger than `ROOM`."""
CHUNK = 64 * 1024
ROOM = 256 * 1024
"""Bytes of an answer that the system may hold for who reads slowly: the largest page has 170,000."""
MOST_HELD = 32 * 1024 * 1024
"""Bytes of all requests together that are not whole."""
LOOK_EVERY = 0.25
NO_FILES = {errno.EMFILE, errno.ENFILE}
AGAIN = {errno.EAGAIN, errno.ECONNABORTED}


class BufferingWorker(ThreadWorker):
    """gunicorn's worker with threads, none of which ever waits for a request."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 -- gunicorn's
        super().__init__(*arguments, **options)
        self._waiting: dict[Connection, None] = {}
        self._held = 0
        self._look_at = 0.0
        self._most = self.worker_connections - self.cfg.threads

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:  # noqa: ANN401 -- gunicorn's
        """Refuse what this worker cannot do; called before any begins."""
        if cfg.is_ssl:
            raise RuntimeError("TLS is for a proxy before this server: see docs/running.md")
        super().check_config(cfg, log)

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, and wait for its request without a thread."""
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno in NO_FILES:
                self._make_room()
            elif error.errno not in AGAIN:
                raise
            return
        self.nr_conns += 1
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
        # Not Python's timeout: with that, a stream that looks whether its reader is there would wait for it.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", ANSWER_SECONDS, 0))
        if self.nr_conns > self._most:
            self._make_room()  # of the others
        self._gather(Connection(self.cfg, sock, client, listener.getsockname()))

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """Wait for the next request of a connection that was kept."""
        try:
            self.keepalived_conns.remove(conn)
        except ValueError:  # closed in the same round
            return
        self.poller.unregister(client)
        self._gather(conn)
        self._read(conn, client)

    def handle_request(self, req: Any, conn: Connection) -> bool:  # noqa: ANN401 -- gunicorn's
        """Answer a request, in a thread; whoever takes nothing of the answer for long has hung up."""
        try:
            kept: bool = super().handle_request(req, conn)
        except BlockingIOError as error:
            raise BrokenPipeError(errno.EPIPE, "the answer is not read") from error
        return kept

    def finish_request(self, conn: Connection, done: "Future[Any]") -> None:
        """Go on with a connection whose request is answered."""
        try:
            self._go_on(conn, done)
        except (OSError, ValueError):  # it was closed while it was answered
            self._close(conn)

    def _go_on(self, conn: Connection, done: "Future[Any]") -> None:
        is_kept = not done.cancelled() and done.exception() is None and done.result()
        rest = conn.parser.unreader.take_buffered() if is_kept else b""
        if not is_kept:
            self._linger(conn)
        elif rest:
            self._gather(conn, rest)
        else:
            super().finish_request(conn, done)

    def murder_pending(self) -> None:
        """Close what has waited for too long; called by the loop again and again."""
        now = monotonic()
        if now < self._look_at:
            return
        self._look_at = now + LOOK_EVERY
        for conn in [each for each in self._waiting if each.deadline <= now]:
            if conn.incoming.data and not conn.is_over:
                conn.say(TOO_SLOW)
            self._drop(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """Wait no longer for who has sent nothing; called when the worker is to stop."""
        super()._cap_keepalive(deadline)
        for conn in self._waiting:
            if not conn.incoming.data:
                conn.deadline = min(conn.deadline, deadline)

    def _gather(self, conn: Connection, data: bytes = b"") -> None:
        """Wait for a request; data: what has come of it."""
        conn.incoming = Incoming()
        conn.deadline = monotonic() + HEAD_SECONDS
        conn.sock.settimeout(0)
        self._watch(conn)
        if data:
            self._add(conn, data)

    def _linger(self, conn: Connection) -> None:
        """Let a client read the last answer and hang up, or the answer could be thrown away unread."""
        conn.incoming, conn.is_over = Incoming(), True
        conn.deadline = monotonic() + LINGER_SECONDS
        conn.sock.settimeout(0)
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(conn)
        else:
            self._watch(conn)

    def _read(self, conn: Connection, _: socket.socket) -> None:
        if conn not in self._waiting:  # closed in the same round
            return
        try:
            data = conn.sock.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(conn)
        elif not conn.is_over:
            self._add(conn, data)

    def _add(self, conn: Connection, data: bytes) -> None:
        incoming, had_head = conn.incoming, conn.incoming.has_head
        self._held -= len(incoming.data)
        incoming.add(data)
        self._held += len(incoming.data)
        if incoming.is_unbounded:
            conn.say(UNBOUNDED)
            self._unwatch(conn)
            self._linger(conn)
        elif incoming.is_whole:
            self._unwatch(conn)
            self.enqueue_req(conn)
        elif incoming.has_head and not had_head:
            conn.deadline = monotonic() + BODY_SECONDS
            if incoming.is_awaiting:
                conn.say(GO_ON)
        if self._held > MOST_HELD:
            self._drop(next(iter(self._waiting)))

    def _make_room(self) -> None:
        """Close the connection that was kept longest, or else the one that has waited longest."""
        if self.keepalived_conns:
            conn = self.keepalived_conns.popleft()
            self.poller.unregister(conn.sock)
            self._close(conn)
        elif self._waiting:
            self._drop(next(iter(self._waiting)))

    def _watch(self, conn: Connection) -> None:
        read: Callable[[socket.socket], None] = partial(self._read, conn)
        self.poller.register(conn.sock, EVENT_READ, read)
        self._waiting[conn] = None

    def _unwatch(self, conn: Connection) -> None:
        self.poller.unregister(conn.sock)
        del self._waiting[conn]
        self._held -= len(conn.incoming.data)

    def _drop(self, conn: Connection) -> None:
        self._unwatch(conn)
        self._close(conn)

    def _close(self, conn: Connection) -> None:
        self.nr_conns -= 1
        conn.close()
