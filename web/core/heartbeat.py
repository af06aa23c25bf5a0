"""The heartbeat of a process that serves pages: every few seconds it records that the site answers."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Thread

from flask import Flask, request

from models import Busy, Database, Unwritable
from models.sealed import KeyMissing
from services.log_once import LogOnce
from services.outages import HEARTBEAT_EVERY, LONGEST_SILENCE, Ahead, is_waited_for, record_heartbeat
from services.steady_clock import SteadyClock
from web.core.request_state import state
from web.core.session import SAFE, needs_no_database, now

log = logging.getLogger(__name__)
LOOK_EVERY = 0.5
"""Seconds between checks whether a deadline waits for the next heartbeat."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)


class ProcessHeartbeat:
    """Records heartbeats for one process: in a thread, and before a request if the thread is late."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database, self._clock = database, clock
        self._recorded_at, self._ahead = LONG_AGO, Ahead()

    def start(self) -> None:
        """Record heartbeats in a thread, started after any fork."""
        Thread(target=self._go_on, name="heartbeat", daemon=True).start()

    def _go_on(self) -> None:
        log_once = LogOnce(log)
        while True:
            try:
                instant = self.time()
                self.record(instant, at_once=is_waited_for(self._database, instant))
                log_once.is_over()
            except Exception as error:  # noqa: BLE001  # it is logged
                log_once.note("the heartbeat could not be recorded; trying again", error=error)
            time.sleep(LOOK_EVERY)

    def time(self) -> datetime:
        """Return the time, after checking the clock that counts; heartbeats go on while it is in doubt."""
        if isinstance(self._clock, SteadyClock):
            self._clock.look()
        return self._clock()

    def record(self, at: datetime, *, at_once: bool = False) -> None:
        """Record a heartbeat, unless that was just done; end an outage first, if there was one.

        Raises Unavailable if that fails and nobody may continue before the outage has ended.
        """
        silence = abs(at - self._recorded_at)
        if silence < HEARTBEAT_EVERY and not at_once:
            return
        try:
            record_heartbeat(self._database, at, at_once=at_once, ahead=self._ahead)
        except Busy:
            if silence > LONGEST_SILENCE:
                raise
        else:
            self._recorded_at = at

    def check_outage(self) -> None:
        """End an outage before the first page after it: time is given back before phases are resolved.

        If nothing can be stored, or sealed values cannot be opened, nothing is resolved; pages can be read.
        """
        if needs_no_database():
            return
        try:
            self.time()
            self.record(now())
        except (Unwritable, KeyMissing):
            state().is_outage_open = True
            if request.method not in SAFE:
                raise


def outage_checked() -> bool:
    """Tell whether due phases may be resolved, because no outage is open."""
    return not state().is_outage_open


def init_app(app: Flask) -> None:
    """Give an application its heartbeat, unless its settings switch it off."""
    heartbeat = app.extensions["heartbeat"] = ProcessHeartbeat(
        app.extensions["database"], app.config["CLOCK"]
    )
    if app.config["HEARTBEAT"]:
        app.before_request(heartbeat.check_outage)
