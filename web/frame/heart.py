"""The heart of a process that serves pages: it notes every few seconds that they can be had."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Thread

from flask import Flask, g, request

from models import Busy, Database, Unwritable
from services.outages import BEAT_EVERY, LONGEST_SILENCE, Ahead, beat, is_waited_for
from services.steady import SteadyClock
from services.trouble import Trouble
from web.frame.session import SAFE, needs_no_database, now

log = logging.getLogger(__name__)
LOOK_EVERY = 0.5
"""Seconds after which a heart looks whether a deadline waits for its next beat."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Heart:
    """Beats for one process: by a thread while it lives, and before a request that finds it has not."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database, self._clock = database, clock
        self._beaten_at, self._ahead = LONG_AGO, Ahead()

    def start(self) -> None:
        """Beat in a thread of its own, after any fork."""
        Thread(target=self._go_on, name="heart", daemon=True).start()

    def _go_on(self) -> None:
        trouble = Trouble(log)
        while True:
            try:
                instant = self.time()
                self.beat(instant, at_once=is_waited_for(self._database, instant))
                trouble.is_over()
            except Exception as error:  # noqa: BLE001  # it is logged
                trouble.note("the site could not note that it answers; trying again", error=error)
            time.sleep(LOOK_EVERY)

    def time(self) -> datetime:
        """Return the time, after a look at the clock that counts: even beats go on while that is in doubt."""
        if isinstance(self._clock, SteadyClock):
            self._clock.look()
        return self._clock()

    def beat(self, at: datetime, *, at_once: bool = False) -> None:
        """Note that pages can be had, unless that was just done; end an outage first, if there was one.

        Raises Unavailable when that cannot be done and nobody may go on before the outage has ended.
        """
        silence = abs(at - self._beaten_at)
        if silence < BEAT_EVERY and not at_once:
            return
        try:
            beat(self._database, at, at_once=at_once, ahead=self._ahead)
        except Busy:
            if silence > LONGEST_SILENCE:
                raise
        else:
            self._beaten_at = at

    def feel(self) -> None:
        """Let an outage end before whoever opens a page first finds anything resolved.

        Where nothing can be stored, nothing is resolved either, and pages can be read.
        """
        if needs_no_database():
            return
        try:
            self.time()
            self.beat(now())
        except Unwritable:
            g.unfelt = True
            if request.method not in SAFE:
                raise


def is_felt() -> bool:
    """Tell whether nothing stands in the way of resolving what is due: outages have ended."""
    return "unfelt" not in g


def init_app(app: Flask) -> None:
    """Give an application its heart, unless its settings leave it out."""
    heart = app.extensions["heart"] = Heart(app.extensions["database"], app.config["CLOCK"])
    if app.config["HEARTBEAT"]:
        app.before_request(heart.feel)
