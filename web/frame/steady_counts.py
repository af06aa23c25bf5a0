"""Counts of tries that go on in memory while what they are kept in is away.

It is a storage of the package limits around another one, for addresses like `steady+redis://host`. Whoever
counts needs to know nothing of it: no request fails, and none waits for what is away but one in a while.
"""

import logging
from threading import Lock
from time import monotonic
from typing import Any

from limits.storage import MemoryStorage, MovingWindowSupport, Storage, storage_from_string

from web.frame.counts_file import FileCounts

log = logging.getLogger(__name__)
PREFIX = "steady+"
AGAIN = 5.0
"""The seconds after which is looked again whether what was away is back."""
PATIENCE = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}
"""The seconds that a request waits for Redis."""


def steady(uri: str) -> str:
    """Return the address by which counts go on in memory while what an address names is away."""
    return f"{PREFIX}{uri}"


class SteadyCounts(Storage, MovingWindowSupport):
    """Counts in another storage, and in memory while that one fails."""

    STORAGE_SCHEME = [  # noqa: RUF012 -- declared so by the package
        steady(scheme) for scheme in (*FileCounts.STORAGE_SCHEME, "redis", "rediss", "redis+unix")
    ]

    def __init__(self, uri: str, wrap_exceptions: bool = False, **_: float | str | bool) -> None:  # noqa: FBT001, FBT002 -- as the package has it
        super().__init__(uri, wrap_exceptions)
        kept = storage_from_string(uri.removeprefix(PREFIX), **PATIENCE)
        assert isinstance(kept, Storage)  # noqa: S101 -- the other ones have names that begin with async
        self._kept, self._memory = kept, MemoryStorage()
        failures = kept.base_exceptions
        self._failures: tuple[type[Exception], ...] = (
            *(failures if isinstance(failures, tuple) else (failures,)),
            OSError,
        )
        self._away, self._look_at = False, 0.0
        self._lock = Lock()

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """The errors of those who count: none."""
        return ()

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count something, unless it has been counted as often as may be within the last seconds."""
        return bool(self._ask("acquire_entry", key, limit, expiry, amount))

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return when the first of the last seconds' counts was made, and how many they are."""
        first, count = self._ask("get_moving_window", key, limit, expiry)
        return first, count

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count in a window that began with the first of its counts; return how many they are."""
        return int(self._ask("incr", key, expiry, amount))

    def get(self, key: str) -> int:
        """Return how many counts of a key have not expired."""
        return int(self._ask("get", key))

    def get_expiry(self, key: str) -> float:
        """Return when the first count of a key expires."""
        return float(self._ask("get_expiry", key))

    def check(self) -> bool:
        """Tell that counting goes on."""
        return True

    def reset(self) -> int | None:
        """Forget everything; return how many counts there were."""
        self._memory.reset()
        return int(self._ask("reset") or 0)

    def clear(self, key: str) -> None:
        """Forget all counts of a key, also those that were made in memory."""
        self._memory.clear(key)
        self._ask("clear", key)

    def _ask(self, name: str, *arguments: str | int) -> Any:  # noqa: ANN401 -- what the method of that name returns
        if self._is_away():
            return getattr(self._memory, name)(*arguments)
        try:
            answer = getattr(self._kept, name)(*arguments)
        except self._failures as error:
            self._note_away(error)
            return getattr(self._memory, name)(*arguments)
        self._note_back()
        return answer

    def _is_away(self) -> bool:
        """Tell whether to count in memory; once in a while one request is let through to look."""
        if not self._away:
            return False
        with self._lock:
            is_to_look = monotonic() >= self._look_at
            if is_to_look:
                self._look_at = monotonic() + AGAIN
        return not is_to_look

    def _note_away(self, error: Exception) -> None:
        with self._lock:
            is_news, self._away, self._look_at = not self._away, True, monotonic() + AGAIN
        if is_news:
            log.warning("tries are counted by each process for itself until this is over: %s", error)

    def _note_back(self) -> None:
        if self._away:
            with self._lock:
                is_news, self._away = self._away, False
            if is_news:
                log.warning("tries are counted by all processes together again")
