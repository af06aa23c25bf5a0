"""The streams that are open in a process: so many in all, and so many of each address or account."""

from collections import Counter
from collections.abc import Hashable
from threading import Lock


class NoRoom(Exception):
    """All the streams that a process may have are open."""


class TooMany(NoRoom):
    """Whoever asks has as many streams open as one may have."""


class Streams:
    """Room for streams, of which each takes a thread for minutes."""

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
        """Let another stream have the room."""
        with self._lock:
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]
