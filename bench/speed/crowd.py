"""Simulated members who register, play whole duels and watch others over HTTP; requests are timed by kind."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from threading import Thread

from bench.speed.browser import Browser, Unexpected
from bench.speed.play import begun, by_lot

PLACE = re.compile(r"/(duels|challenges|players)/(?!new\b|watch\b)[^/?]+")
NUMBER = re.compile(r"\d+")
Timed = tuple[str, float]


@dataclass
class Seen:
    """The results of a part of a crowd: each request with its seconds, ended duels, refusals."""

    requests: list[Timed] = field(default_factory=list)
    duels: int = 0
    refused: list[str] = field(default_factory=list)


class TimedBrowser(Browser):
    """A browser that times each request."""

    def __init__(self, port: int, seen: Seen) -> None:
        """seen: collects the times of several browsers."""
        super().__init__(port)
        self._seen = seen

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        start = time.perf_counter()
        answer = super()._ask(method, path, body)
        self._seen.requests.append((kind_of(method, path), time.perf_counter() - start))
        return answer


def kind_of(method: str, path: str) -> str:
    """Return the kind of a request: its address without names and numbers."""
    plain = NUMBER.sub("…", PLACE.sub(r"/\1/…", path.partition("?")[0]))
    return f"{method} {plain}"


class Pair:
    """Two members who register and play random duels, one after another, watched by a third."""

    def __init__(self, port: int, name: str, pause: float, seen: Seen) -> None:
        """pause: the mean seconds between two acts of a member."""
        self._seen, self._pause, self._chance = seen, pause, Random(name)  # noqa: S311  # must be repeatable
        self._names = (f"{name}a", f"{name}b")
        self._readers = tuple(TimedBrowser(port, seen) for _ in self._names)
        self._watcher = TimedBrowser(port, seen)

    def play(self, is_over: Callable[[], bool]) -> None:
        """Play until the time is over; note refusals."""
        try:
            for reader, name in zip(self._readers, self._names, strict=True):
                reader.registered(name)
            while not is_over():
                self._duel(is_over)
        except Unexpected as refused:
            self._seen.refused.append(str(refused).splitlines()[0])
        finally:
            for browser in (*self._readers, self._watcher):
                browser.close()

    def _duel(self, is_over: Callable[[], bool]) -> None:
        seed = self._chance.randrange(10**6)
        one, other = self._readers
        duel = begun((one, other), seed, (by_lot(seed, 2, 4), by_lot(-seed, 1, 3)), year_limit="1905")
        while not is_over():
            self._wait()
            for reader in self._readers:
                reader.get("/duels/")
            self._watcher.get(duel.path)
            try:
                duel.play()
            except Unexpected:
                if ".over." not in one.get(f"{duel.path}/stamp"):
                    raise
                break
        else:
            return
        self._seen.duels += 1
        with suppress(Unexpected):
            self._watcher.get("/duels/watch?ended=yes")

    def _wait(self) -> None:
        time.sleep(self._chance.uniform(0, 2 * self._pause))


def crowd(port: int, names: list[str], seconds: float, pause: float) -> Seen:
    """Let pairs play simultaneously for some seconds; return the results."""
    until, seen = time.monotonic() + seconds, Seen()

    def is_over() -> bool:
        return time.monotonic() >= until

    pairs = [Thread(target=Pair(port, name, pause, seen).play, args=(is_over,)) for name in names]
    for pair in pairs:
        pair.start()
    for pair in pairs:
        pair.join()
    return seen
