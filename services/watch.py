"""A watch notifies the listeners of a process of changes, by one look at the database for all."""

import asyncio
import logging
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Any, Protocol

from sqlalchemy.orm import Session

from models import Database
from services.log_once import LogOnce

log = logging.getLogger(__name__)


class AnyStamp(Protocol):
    """The state of something watched, as a value; `is_last` if nothing can change any more."""

    @property
    def is_last(self) -> bool:
        """True when nothing can change any more."""


class Listener:
    """A listener for changes of one stamp; if it misses several, it gets the last.

    holder: what entitles it to listen. is_over: it may not listen any more.
    """

    def __init__(self, stamp: AnyStamp, holder: Hashable) -> None:
        self.stamp, self.holder, self.is_over = stamp, holder, False
        self._news, self._loop = asyncio.Event(), asyncio.get_running_loop()

    def notify(self, stamp: AnyStamp) -> None:
        """Wake the listener if the stamp is new; called by another thread."""
        if stamp != self.stamp:
            self.stamp = stamp
            self._wake()

    def end(self) -> None:
        """End the listening; called by another thread."""
        self.is_over = True
        self._wake()

    def _wake(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._news.set)

    async def wait(self, seconds: float) -> AnyStamp | None:
        """Return the new stamp as soon as there is one, None after a time without one."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return None
        self._news.clear()
        return self.stamp


Reading = Callable[[Session, Collection[Any]], Mapping[Any, AnyStamp]]
Sifting = Callable[[Session, Collection[Any]], Collection[Any]]


def everybody(_: Session, holders: Collection[Any]) -> Collection[Any]:
    """Keep all listeners."""
    return holders


class Watch:
    """One look at the database for all listeners of a process, repeated while there are any.

    read: reads the stamps of what is watched. sift: returns the holders that may still listen.

    The next look finds changes by any process. The thread that looks starts with the first listener, so
    after any fork, and ends with the last.
    """

    def __init__(self, database: Database, every: float, read: Reading, sift: Sifting = everybody) -> None:
        self._database, self._every, self._read, self._sift = database, every, read, sift
        self._listeners: dict[Hashable, set[Listener]] = {}
        self._lock = Lock()
        self._thread: Thread | None = None
        self._stopped = Event()
        self._log_once = LogOnce(log)

    @contextmanager
    def listening(self, watched: Hashable, stamp: AnyStamp, holder: Hashable = None) -> Iterator[Listener]:
        """Listen for stamps other than the known one; called in a coroutine."""
        listener = Listener(stamp, holder)
        with self._lock:
            self._listeners.setdefault(watched, set()).add(listener)
            self._wake()
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners[watched].discard(listener)
                if not self._listeners[watched]:
                    del self._listeners[watched]

    def _wake(self) -> None:
        """Start the thread unless it runs; the caller holds the lock."""
        if self._thread is None and not self._stopped.is_set():
            self._thread = Thread(target=self._go_on, name="watch", daemon=True)
            self._thread.start()

    def _go_on(self) -> None:
        while not self._stopped.wait(self._every) and not self._is_alone():
            self.look()

    def _is_alone(self) -> bool:
        """Tell whether nobody listens any more, so that the thread ends."""
        with self._lock:
            if self._listeners:
                return False
            self._thread = None
            return True

    def look(self) -> None:
        """Notify every listener of changes; a failure is logged once, and the next look tries again."""
        with self._lock:
            watched = {each: tuple(listeners) for each, listeners in self._listeners.items()}
        holders = {listener.holder for listeners in watched.values() for listener in listeners}
        try:
            with self._database.reading() as session:
                found, kept = self._read(session, watched), self._sift(session, holders)
        except Exception as error:  # noqa: BLE001  # it is logged
            self._log_once.note("open pages could not be notified of changes; trying again", error=error)
            return
        self._log_once.is_over()
        for each, listeners in watched.items():
            for listener in listeners:
                if listener.holder not in kept:
                    listener.end()
                elif each in found:
                    listener.notify(found[each])

    def stop(self) -> None:
        """Stop looking."""
        self._stopped.set()
