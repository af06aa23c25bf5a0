"""Stamps: all that everybody may see of a duel, in short, sent to open pages when it changes."""

import logging
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import Any, Protocol

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from adjudicator import Phase
from intimate.players import Player
from models import Database, StoredDuel
from services.arbiters.authority import may_rule
from services.duels.tables import Table, UnknownDuel, check_token, seal_of
from services.trouble import Trouble

log = logging.getLogger(__name__)

EVERY = 1.0
SHOWN = 8


@dataclass(frozen=True)
class Stamp:
    """All that can be seen of a duel: version, number of chapters, awaited phase, seals of the ready.

    Nothing of it changes when an entry is only stored. The seals are on the page of the duel already.
    """

    version: int
    ordinal: int
    phase: Phase | None
    seals: tuple[str | None, str | None]

    @property
    def is_last(self) -> bool:
        """True when nothing can change any more."""
        return self.phase is None

    def __str__(self) -> str:
        """The stamp as pages carry it."""
        ready = (seal[:SHOWN] if seal else "-" for seal in self.seals)
        return ".".join((str(self.ordinal), str(self.phase or "over"), *ready, str(self.version)))


def stamp_of(table: Table) -> Stamp:
    """Return the stamp of a duel that has been read."""
    return Stamp(
        table.stored.version,
        table.stored.ordinal,
        table.stored.phase,
        (table.seals.get(Player.FIRST), table.seals.get(Player.SECOND)),
    )


def _stamps() -> Select[int, int, int, Phase | None, str | None, str | None]:
    seals = (seal_of(Player.FIRST), seal_of(Player.SECOND))
    return select(StoredDuel.id, StoredDuel.version, StoredDuel.ordinal, StoredDuel.phase, *seals)


def read_stamps(session: Session, duel_ids: Collection[int]) -> dict[int, Stamp]:
    """Read the stamps of several duels, by one query."""
    found = session.execute(_stamps().where(StoredDuel.id.in_(duel_ids)))
    return {
        duel_id: Stamp(version, ordinal, phase, (one, two))
        for duel_id, version, ordinal, phase, one, two in found
    }


def read_stamp(session: Session, token: str, user_id: int | None) -> tuple[int, Stamp]:
    """Read the number and the stamp of a duel, as far as this reader may see it; raises UnknownDuel."""
    query = _stamps().add_columns(StoredDuel.public, StoredDuel.first_id, StoredDuel.second_id)
    check_token(token)
    found = session.execute(query.where(StoredDuel.token == token)).one_or_none()
    if found is None:
        raise UnknownDuel
    duel_id, version, ordinal, phase, one, two, public, *players = found
    if not (public or user_id in players or may_rule(session, session.get_one(StoredDuel, duel_id), user_id)):
        raise UnknownDuel
    return duel_id, Stamp(version, ordinal, phase, (one, two))


class AnyStamp(Protocol):
    """What is told of something that can be watched; `is_last` when nothing can change any more."""

    @property
    def is_last(self) -> bool:
        """True when nothing can change any more."""


class Listener:
    """Somebody who waits for the stamp of one thing to change; only the last one missed is told."""

    def __init__(self, stamp: AnyStamp) -> None:
        self.stamp = stamp
        self._news = Event()

    def tell(self, stamp: AnyStamp) -> None:
        """Wake the listener if that is new."""
        if stamp != self.stamp:
            self.stamp = stamp
            self._news.set()

    def wait(self, seconds: float) -> AnyStamp | None:
        """The new stamp as soon as there is one, None if there was none for so long."""
        if not self._news.wait(seconds):
            return None
        self._news.clear()
        return self.stamp


Reading = Callable[[Session, Collection[Any]], Mapping[Any, AnyStamp]]


class Watch:
    """One look at the database for all listeners of a process, repeated while there are any.

    read: reads the stamps of what is watched, duels unless something else is said.

    Whichever process has changed a duel, the next look finds it. The thread that looks starts with the
    first listener, so after any fork, and ends with the last.
    """

    def __init__(self, database: Database, every: float = EVERY, read: Reading | None = None) -> None:
        self._database, self._every, self._read = database, every, read
        self._listeners: dict[Hashable, set[Listener]] = {}
        self._lock = Lock()
        self._thread: Thread | None = None
        self._stopped = Event()
        self._trouble = Trouble(log)
        self._is_over: Callable[[], bool] = bool

    @contextmanager
    def listening(self, watched: Hashable, stamp: AnyStamp) -> Iterator[Listener]:
        """Listen for whatever differs from the stamp that is known."""
        listener = Listener(stamp)
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
        """Tell whether nobody listens any more; then the thread is as good as gone."""
        with self._lock:
            if self._listeners:
                return False
            self._thread = None
            return True

    def look(self) -> None:
        """Tell every listener what has changed; a failure is logged once, and the next look tries again."""
        with self._lock:
            watched = {each: tuple(listeners) for each, listeners in self._listeners.items()}
        read: Reading = self._read or read_stamps
        try:
            with self._database.reading() as session:
                found = read(session, watched)
        except Exception as error:  # noqa: BLE001  # it is logged
            self._trouble.note("open pages could not be told what has changed; trying again", error=error)
            return
        self._trouble.is_over()
        for each, stamp in found.items():
            for listener in watched[each]:
                listener.tell(stamp)

    def ends_with(self, is_over: Callable[[], bool]) -> None:
        """Let listeners leave when whoever serves them is about to end."""
        self._is_over = is_over

    @property
    def is_over(self) -> bool:
        """True when listeners should leave."""
        return self._stopped.is_set() or self._is_over()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()
