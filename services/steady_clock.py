"""A clock that goes evenly: set by one that everybody goes by, carried on by one that never jumps.

A machine's clock may be wrong, or be set while it runs. Where several machines sweep, the database's is the
one that counts; a jump of whichever counts is not followed before it has lasted.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import NamedTuple

log = logging.getLogger(__name__)
TOLERATED = timedelta(seconds=5)
"""How far two readings may differ from what has gone by in between: a clock is set right in small steps."""
SETTLES = timedelta(minutes=30)
"""The time after which a jump is followed: by then a clock that was set wrong has been set right again."""
SLOW = timedelta(seconds=2)
"""An answer that takes longer says too little about when it was given."""


class Jump(NamedTuple):
    """A reading that is not what was expected: when the even clock began, by it, and since when it is so."""

    origin: datetime
    since: datetime


class SteadyClock:
    """The time of one process.

    machine: the machine's own clock. elapsed: seconds that never jump. told: the clock that counts, where
    that is another one; it is asked only so often (seconds).
    """

    def __init__(
        self,
        machine: Callable[[], datetime],
        elapsed: Callable[[], float],
        told: Callable[[], datetime] | None = None,
        every: float = 0,
    ) -> None:
        self._machine, self._told, self._every = machine, told or machine, timedelta(seconds=every)
        self._elapsed = elapsed
        self._origin: datetime | None = None
        self._looked_at: timedelta | None = None
        self._jump: Jump | None = None
        self._lock = Lock()

    def __call__(self) -> datetime:
        """Return the time; before the first look that of the machine."""
        origin = self._origin
        return self._machine() if origin is None else origin + self._gone()

    @property
    def is_sure(self) -> bool:
        """True unless the clock that counts has jumped, or was never asked."""
        return self._origin is not None and self._jump is None

    def look(self) -> None:
        """Compare with the clock that counts, unless that was just done; raises what asking it raises."""
        if not self._lock.acquire(blocking=self._origin is None):
            return
        try:
            self._look()
        finally:
            self._lock.release()

    def _look(self) -> None:
        before = self._gone()
        if self._looked_at is not None and before - self._looked_at < self._every:
            return
        told = self._told()
        after = self._looked_at = self._gone()
        if after - before <= SLOW or self._origin is None:
            self._compare(told - (before + after) / 2)

    def _gone(self) -> timedelta:
        return timedelta(seconds=self._elapsed())

    def _compare(self, origin: datetime) -> None:
        """Follow small differences at once, a jump when it has lasted."""
        if self._origin is None or abs(origin - self._origin) <= TOLERATED:
            self._origin, self._jump = origin, None
            return
        now = self._origin + self._gone()
        if self._jump is None or abs(origin - self._jump.origin) > TOLERATED:
            self._jump = Jump(origin, now)
            log.warning(
                "the clock has jumped by %s: no deadline is resolved until it is set right, or for %s",
                origin - self._origin,
                SETTLES,
            )
        elif now - self._jump.since >= SETTLES:
            log.warning("the clock that has jumped by %s is followed now", origin - self._origin)
            self._origin, self._jump = origin, None
