"""Processor time of requests in one process without a server, warm and cold."""

import gc
import io
import os
import struct
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from statistics import median
from typing import Any

from flask import Flask
from werkzeug.test import EnvironBuilder

from bench.speed import server
from bench.speed.browser import FIRST_FAILURE, FORM, HEADERS, Unexpected
from bench.speed.kinds import SEEN, Kind, Step, Visit
from bench.speed.load import seen_in, with_seen
from bench.speed.site import application

OK = 200
"""The status of a page: a redirect would cost nothing."""
ROUNDS, SECONDS, FEWEST, MOST = 7, 0.08, 4, 200
"""The rounds of each page, the processor time of a round, and its fewest and most requests."""


@dataclass(frozen=True)
class Cost:
    """The cost of a page in a single process: processor milliseconds, ratio to the page of one row, bytes."""

    milliseconds: float
    ratio: float
    size: int


class Caller:
    """A client of an application in this process; it sends the requests of a visit in turn."""

    def __init__(self, app: Flask, visit: Visit) -> None:
        """Prepare the requests."""
        self._app, self._visit, self._turn, self._seen = app, visit, 0, ""
        self._environs = {step: environ_of(step, visit.cookie) for step in visit.steps}
        self.size = 0

    def __call__(self) -> float:
        """Send the next request; return its processor seconds. Raises Unexpected if refused."""
        step = self._visit.step(self._turn)
        self._turn += 1
        body = with_seen(step.body, self._seen).encode()
        environ = {**self._environs[step], "wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        begun = time.process_time()
        status, answer = answered(self._app, environ)
        spent = time.process_time() - begun
        if status >= FIRST_FAILURE or (step.method == "GET" and status != OK):
            raise Unexpected(f"{step.method} {step.path}: {status}")
        self.size = len(answer)
        if SEEN in step.body:
            self._seen = seen_in(answer) or self._seen
        return spent


def environ_of(step: Step, cookie: str) -> dict[str, Any]:
    """Return the WSGI environment of a request."""
    headers = list((HEADERS | ({"Cookie": cookie} if cookie else {})).items())
    kind = FORM if step.body else None
    builder = EnvironBuilder(step.path, method=step.method, headers=headers, content_type=kind, data=b"")
    environ: dict[str, Any] = builder.get_environ()
    return environ | {"REMOTE_ADDR": "127.0.0.1"}


def answered(app: Flask, environ: Mapping[str, Any]) -> tuple[int, bytes]:
    """Call an application as a server does; return the status and the body."""
    statuses: list[str] = []

    def start_response(status: str, _: list[tuple[str, str]], __: object = None) -> Callable[[bytes], object]:
        statuses.append(status)
        return lambda _: None

    parts: Any = app.wsgi_app(dict(environ), start_response)
    try:
        body = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    return int(statuses[0].partition(" ")[0]), body


class Direct:
    """An application in this process, and the page of one row to compare with."""

    def __init__(self, folder: Path, row: Visit) -> None:
        """Make the application on the data of a folder."""
        os.environ.update(server.environment(folder))
        self.app, self._row = application(), row

    @cached_property
    def row(self) -> Caller:
        """The page of one row, requested until all caches are full."""
        row = Caller(self.app, self._row)
        for _ in range(FEWEST):
            row()
        return row

    def warm(self, kind: Kind) -> Cost:
        """Measure a kind of page with full caches, in turn with the page of one row."""
        callers = [Caller(self.app, visit) for visit in kind.visits]
        first = [caller() for caller in callers for _ in range(2)]
        number = min(MOST, max(FEWEST, int(SECONDS / (median(first) or 1e-6))))
        rows = min(MOST, max(FEWEST, int(SECONDS / (median(self.row() for _ in range(FEWEST)) or 1e-6))))
        pairs = [
            (mean_of(self.row for _ in range(rows)), mean_of(turns(callers, number))) for _ in range(ROUNDS)
        ]
        return Cost(
            median(it for _, it in pairs) * 1e3, median(it / row for row, it in pairs), callers[0].size
        )

    def prepare_cold(self, twins: Iterable[Visit]) -> None:
        """Load all templates and visit the twins, so that everything not specific to a duel is cached."""
        for name in self.app.jinja_env.list_templates():
            self.app.jinja_env.get_template(name)
        for twin in twins:
            Caller(self.app, twin)()
        self.app.extensions["database"].engine.dispose()
        gc.collect()
        gc.freeze()

    def cold(self, kind: Kind, twin: Visit, samples: int) -> Cost:
        """Measure a page in processes that have never seen its duel, but have just served its twin."""
        pairs = [in_child(partial(self._once, kind, twin, number)) for number in range(samples)]
        return Cost(median(it for it, _ in pairs) * 1e3, median(it / row for it, row in pairs), 0)

    def _once(self, kind: Kind, twin: Visit, number: int) -> tuple[float, float]:
        for _ in range(2):
            Caller(self.app, twin)()
        row = median(self.row() for _ in range(FEWEST))
        visit = kind.visits[0]
        step = visit.step(number)
        return Caller(self.app, Visit(visit.cookie, (step,)))(), row

    def first_view(self, visit: Visit) -> tuple[float, float]:
        """Return the seconds of a page, and of the same page again."""
        caller = Caller(self.app, visit)
        return caller(), caller()


def turns(callers: Sequence[Caller], number: int) -> Iterable[Caller]:
    """Yield callers in turn, `number` times."""
    return (callers[turn % len(callers)] for turn in range(number))


def mean_of(callers: Iterable[Caller]) -> float:
    """Return the mean seconds of requests."""
    seconds = [caller() for caller in callers]
    return sum(seconds) / len(seconds)


def in_child(run: Callable[[], tuple[float, float]]) -> tuple[float, float]:
    """Run a function in a fork of this process; return its two figures. Raises RuntimeError if it fails."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.write(writing, struct.pack("dd", *run()))
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as figures:
        written = figures.read()
    os.waitpid(child, 0)
    if not written:
        raise RuntimeError("a request failed in a child process")
    one, two = struct.unpack("dd", written)
    return one, two
