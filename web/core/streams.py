"""The open streams of a process, with a limit for all and one for each address or account.

A view that answers with a stream hands it to the server, which runs it as a coroutine: it takes no thread.
"""

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Hashable
from dataclasses import dataclass
from threading import Lock

from flask import Response, request

STREAMS = "site.streams"
"""The key under which the server finds a stream to run after a request."""


class NoRoom(Exception):
    """The process has as many open streams as it may have."""


class TooMany(NoRoom):
    """The limit of open streams is reached."""


@dataclass(frozen=True)
class Stream:
    """The parts of a stream, and what to call when it ends or could not begin."""

    events: AsyncGenerator[str]
    leave: Callable[[], None]


class Streams:
    """Counts streams, each of which takes a connection for minutes."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._open: Counter[Hashable] = Counter()
        self._lock = Lock()

    def take(self, whose: Hashable) -> None:
        """Take room for a stream; raises NoRoom, TooMany."""
        with self._lock:
            if self._open[whose] >= self.most_of_one:
                raise TooMany
            if self._open.total() >= self.most:
                raise NoRoom
            self._open[whose] += 1

    def give_back(self, whose: Hashable) -> None:
        """Free the room for another stream."""
        with self._lock:
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]


def can_stream() -> bool:
    """Tell whether the server runs streams; that of `flask run` does not."""
    return STREAMS in request.environ


def streamed(events: AsyncGenerator[str], leave: Callable[[], None]) -> Response:
    """Answer by a stream; leave: called once it is over."""
    request.environ[STREAMS].append(Stream(events, leave))
    response = Response(iter(()), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response
