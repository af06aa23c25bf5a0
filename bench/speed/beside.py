"""Players who open their duels and store orders while something else happens."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread

from bench.speed.browser import Browser
from bench.speed.forms import form_to
from bench.speed.noon_world import PASSWORD, name_of, token_of

READERS = 4
EVERY = 0.4
"""The seconds between two acts of a player: a page, then a store."""
Times = list[float]


class Beside:
    """Some players of running duels, and the seconds that they have waited."""

    def __init__(self, port: int, copies: Sequence[int], players: int) -> None:
        """Log the players in; copies: the numbers of the duels."""
        self.stores: Times = []
        self.pages: Times = []
        self.counting, self.over = Event(), Event()
        self.readers = [
            (self._logged_in(port, copy, players), f"/duels/{token_of(copy)}") for copy in copies[:READERS]
        ]
        self.threads = [Thread(target=self._play, args=reader) for reader in self.readers]

    def _logged_in(self, port: int, copy: int, players: int) -> Browser:
        browser = Browser(port)
        name = name_of(copy % (players // 2) * 2 + 1)
        browser.send("/login", "/login", name=name, password=PASSWORD)
        return browser

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Let them play during the block; requests are timed once `counting` is set."""
        for thread in self.threads:
            thread.start()
        try:
            yield
        finally:
            self.over.set()
            for thread in self.threads:
                thread.join()

    def _play(self, browser: Browser, path: str) -> None:
        turn = 0
        while not self.over.wait(EVERY):
            page = self._timed(self.pages, partial(browser.get, path))
            turn += 1
            body = self._changed(page, turn)
            if self.over.wait(EVERY):
                return
            self._timed(self.stores, partial(browser.post, f"{path}/store", body))

    def _changed(self, page: str, turn: int) -> str:
        """Return the form of a page with another order for one unit."""
        form = form_to(page, "/entry")
        assert form is not None  # noqa: S101  # the duel awaits this player
        name, offered = max(form.offers.items(), key=lambda item: len(item[1]))
        return form.filled(lambda *_: None, **{name: offered[turn % len(offered)]})

    def _timed(self, times: Times, act: Callable[[], str]) -> str:
        counts, begun = self.counting.is_set(), time.perf_counter()
        answer = act()
        if counts:
            times.append(time.perf_counter() - begun)
        return answer
