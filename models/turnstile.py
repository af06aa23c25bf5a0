"""Who waits to write on SQLite goes before whoever writes one thing after another."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LONGEST, LOOK_EVERY = 0.05, 0.001
"""Seconds for which whoever yields stands aside at most, and after which they look again."""


class Turnstile:
    """A file beside a database that all its writers hold while they wait and write, but for those who yield.

    SQLite has no queue: whoever waits looks again after some milliseconds, and finds the lock taken again
    by a sweep that lets go of it for a moment only. The file guards nothing, so a process that dies or
    sleeps while it holds it holds up others by no more than `LONGEST`.
    """

    def __init__(self, file: Path) -> None:
        """Know the file, which is made when it is needed first."""
        self._file = file

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Be seen to wait, until what is written is written."""
        with self._opened() as file:
            # Refused for the moment only in which somebody looks whether anybody waits.
            _lock(file, fcntl.LOCK_SH)
            yield

    def let_others_first(self) -> None:
        """Stand aside as long as others wait, but for no longer than `LONGEST`."""
        with self._opened() as file:
            until = time.monotonic() + LONGEST
            while not _lock(file, fcntl.LOCK_EX) and time.monotonic() < until:
                time.sleep(LOOK_EVERY)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        file = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            yield file
        finally:
            os.close(file)  # with its lock


def _lock(file: int, how: int) -> bool:
    """Lock a file if nobody is in the way; return whether it is locked."""
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
