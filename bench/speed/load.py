"""Many simultaneous connections from one process; each sends a request as soon as the last is answered."""

import re
import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from bench.speed.browser import FORM, HEADERS
from bench.speed.kinds import SEEN, Step, Visit

CHUNK = 1 << 18
END_OF_HEAD = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CLOSED = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
SEEN_FIELD = re.compile(rb'"seen": ?"([^"]+)"')
BODILESS = frozenset({204, 304})
GRACE = 30
"""The seconds after the end within which the last answers must come."""


@dataclass
class Figures:
    """The answers of some connections: seconds of each, and counts of each status."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def quantile(self, share: float) -> float:
        """Return a quantile of the seconds."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Connection:
    """One connection that sends the requests of a visit in turn."""

    def __init__(self, port: int, visit: Visit, figures: Figures) -> None:
        """Connect."""
        self._port, self._visit, self.figures = port, visit, figures
        self._turn, self._seen = 0, ""
        self._requests = {
            step: request_of(step, visit.cookie, port) for step in visit.steps if SEEN not in step.body
        }
        self.connect()

    def connect(self) -> None:
        """Open the connection, for the first time or again."""
        self.line = socket.create_connection(("127.0.0.1", self._port))
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self) -> None:
        """Send the next request."""
        step = self._visit.step(self._turn)
        self._turn += 1
        self._got = b""
        request = self._requests.get(step) or request_of(step, self._visit.cookie, self._port, self._seen)
        self._begun = time.perf_counter()
        self.line.sendall(request)

    def hear(self) -> bool:
        """Receive data; return whether the answer is complete."""
        part = self.line.recv(CHUNK)
        self._got += part
        head, found, body = self._got.partition(END_OF_HEAD)
        if not part:
            raise ConnectionError("the server hung up in the middle of an answer")
        if not found or len(body) < length_of(head):
            return False
        self.figures.seconds.append(time.perf_counter() - self._begun)
        self.figures.statuses[status_of(head)] += 1
        self._seen = seen_in(body) or self._seen
        self.is_closed = CLOSED.search(head) is not None
        return True


def request_of(step: Step, cookie: str, port: int, seen: str = "") -> bytes:
    """Return the bytes of a request."""
    body = with_seen(step.body, seen).encode()
    lines = [f"{step.method} {step.path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
    lines += [f"{name}: {value}" for name, value in HEADERS.items()]
    lines += [f"Cookie: {cookie}"] * bool(cookie)
    lines += [f"Content-Type: {FORM}", f"Content-Length: {len(body)}"] * bool(body)
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def with_seen(body: str, seen: str) -> str:
    """Fill in the instant of the last entry, or leave the field out if none is known."""
    return (
        body.replace(SEEN, quote(seen))
        if seen
        else body.replace(f"&seen={SEEN}", "").replace(f"seen={SEEN}&", "")
    )


def seen_in(body: bytes) -> str:
    """Return the instant of the entry in an answer, if any."""
    found = SEEN_FIELD.search(body[:CHUNK]) if body.startswith(b"{") else None
    return found[1].decode() if found else ""


def length_of(head: bytes) -> int:
    """Return the length of an answer's body."""
    found = LENGTH.search(head)
    if found is None and status_of(head) not in BODILESS:
        raise ConnectionError("an answer does not say how long it is")
    return int(found[1]) if found else 0


def status_of(head: bytes) -> int:
    """Return the status of an answer."""
    return int(head[9:12])


def run(port: int, groups: Sequence[Sequence[Visit]], seconds: float) -> list[Figures]:
    """Repeat every visit of every group on its own connection; return the figures of each group."""
    figures = [Figures() for _ in groups]
    open_ones = [
        Connection(port, visit, collected)
        for group, collected in zip(groups, figures, strict=True)
        for visit in group
    ]
    end = time.perf_counter() + seconds
    with selectors.DefaultSelector() as selector:
        for connection in open_ones:
            connection.ask()
            selector.register(connection.line, selectors.EVENT_READ, connection)
        while selector.get_map() and time.perf_counter() < end + GRACE:
            for key, _ in selector.select(1):
                serve(selector, key.data, end)
    return figures


def serve(selector: selectors.BaseSelector, connection: Connection, end: float) -> None:
    """Receive from one connection, and send its next request until the end."""
    if not connection.hear():
        return
    if connection.is_closed or time.perf_counter() >= end:
        selector.unregister(connection.line)
        connection.line.close()
        if time.perf_counter() >= end:
            return
        connection.connect()
        selector.register(connection.line, selectors.EVENT_READ, connection)
    connection.ask()


def repeated(visits: Iterable[Visit], connections: int) -> list[Visit]:
    """Distribute visits among a number of connections."""
    dealt = list(visits)
    return [dealt[number % len(dealt)] for number in range(connections)]
