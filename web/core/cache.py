"""A bounded cache of unchanging values, one for each application."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar, cast

from flask import Flask, current_app

Made = TypeVar("Made")
USUAL_BYTES = 64 * 1024 * 1024
"""Room for some hundred pages of duels."""


@dataclass
class Counts:
    """The uses of a cache so far."""

    hits: int = 0
    misses: int = 0
    evictions: int = 0


class Cache:
    """Values by key; above a limit of bytes, the least recently used ones are dropped.

    A key names everything that its value depends on, so no value becomes stale.
    """

    def __init__(self, most_bytes: int = USUAL_BYTES) -> None:
        self.most_bytes = most_bytes
        self.counts = Counts()
        self._things: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def made_once(
        self, key: Hashable, make: Callable[[], Made], size: Callable[[Made], int] = sys.getsizeof
    ) -> Made:
        """Return the value of a key, made now if it is missing; size: returns its bytes in memory.

        Two threads may make the same value at once; either will do.
        """
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
                self.counts.hits += 1
                return cast("Made", self._things[key][0])
            self.counts.misses += 1
        thing = make()
        self._add(key, thing, size(thing))
        return thing

    def latest(self, key: Hashable) -> Any:  # noqa: ANN401  # what was put there
        """Return what `replace` stored under a key, None if there is nothing."""
        with self._lock:
            return self._things.get(key, (None, 0))[0]

    def replace(self, key: Hashable, thing: object, size: int) -> None:
        """Replace the value of a key."""
        self._add(key, thing, size)

    def _add(self, key: Hashable, thing: object, size: int) -> None:
        with self._lock:
            self._bytes -= self._things.pop(key, (None, 0))[1]
            if size > self.most_bytes:
                return  # otherwise everything else would be dropped to make room
            self._bytes += size
            self._things[key] = (thing, size)
            while self._bytes > self.most_bytes:
                _, (_, freed) = self._things.popitem(last=False)
                self._bytes -= freed
                self.counts.evictions += 1


def init_app(app: Flask) -> None:
    """Give an application its cache."""
    app.extensions["cache"] = Cache(app.config.get("CACHE_BYTES", USUAL_BYTES))


def cache() -> Cache:
    """Return the cache of this application."""
    found: Cache = current_app.extensions["cache"]
    return found
