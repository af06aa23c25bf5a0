"""A steady clock: set by an authoritative clock, carried on by one that never jumps.

A machine's clock may be wrong, or be set while it runs. If several machines sweep, the database's clock
counts. If the clock that counts jumps, the steady clock follows only after a while.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import NamedTuple

log = logging.getLogger(__name__)
TOLERATED = timedelta(seconds=5)
"""A difference up to this much between two readings is a normal correction."""
SETTLES = timedelta(minutes=30)
"""A jump is followed after this time: by then, a wrong clock will have been corrected."""
SLOW = timedelta(seconds=2)
"""If an answer takes longer, its time is too uncertain."""


class Jump(NamedTuple):
    """A jump of the clock: the origin that it would give the steady clock, and how long it has lasted."""

    origin: datetime
    since: datetime


class SteadyClock:
    """The time of one process.

    machine: the machine's own clock. elapsed: seconds that never jump. reference: the clock that counts, if
    it is another one. every: the seconds between two checks of it.
    """

    def __init__(
        self,
        machine: Callable[[], datetime],
        elapsed: Callable[[], float],
        reference: Callable[[], datetime] | None = None,
        every: float = 0,
    ) -> None:
        self._machine, self._reference, self._every = machine, reference or machine, timedelta(seconds=every)
        self._elapsed = elapsed
        self._origin: datetime | None = None
        self._looked_at: timedelta | None = None
        self._jump: Jump | None = None
        self._lock = Lock()

    def __call__(self) -> datetime:
        """Return the time; before the first look, the machine's."""
        origin = self._origin
        return self._machine() if origin is None else origin + self._gone()

    @property
    def is_sure(self) -> bool:
        """False if the clock that counts has jumped, or was never asked."""
        return self._origin is not None and self._jump is None

    def look(self) -> None:
        """Compare with the clock that counts, unless that was just done; raises the errors of reading it."""
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
        counted = self._reference()
        after = self._looked_at = self._gone()
        if after - before <= SLOW or self._origin is None:
            self._compare(counted - (before + after) / 2)

    def _gone(self) -> timedelta:
        return timedelta(seconds=self._elapsed())

    def _compare(self, origin: datetime) -> None:
        """Follow small differences at once, and a jump once it has lasted."""
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
