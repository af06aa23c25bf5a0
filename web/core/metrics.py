"""Metrics for Prometheus, which name no duel or account.

Metrics are counted only if METRICS_TOKEN is set; then all processes of a machine count into one folder.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from hmac import compare_digest
from pathlib import Path
from typing import Any, cast

from flask import Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue
from sqlalchemy import event

from models import StoredChapter
from services.worker import worker_state
from web.core.request_state import state
from web.core.session import now

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable from which the package reads, on import, the folder of all processes."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
REQUEST = ("page", "method", "status")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"})


def folder(config: Mapping[str, Any]) -> Path:
    """Return the folder in which the processes of a site count."""
    return Path(config.get("METRICS_FOLDER") or config["INSTANCE"] / "metrics")


def forget_gone(config: Mapping[str, Any]) -> None:
    """Delete the counts of ended processes; called when one begins."""
    for path in folder(config).glob("*_*.db"):
        number = path.stem.rpartition("_")[2]
        if number.isdecimal() and not Path("/proc", number).exists():
            path.unlink(missing_ok=True)


class SiteMetrics:
    """All metrics."""

    def __init__(self) -> None:
        from prometheus_client import Counter, Gauge, Histogram  # noqa: PLC0415  # it reads the variable now

        timed = partial(Histogram, buckets=SECONDS, registry=None)
        counted = partial(Counter, registry=None)
        shown = partial(Gauge, multiprocess_mode="livesum", registry=None)
        self.requests = timed("site_request_seconds", "Requests, until the answer begins.", REQUEST)
        self.duties = timed("site_duty_seconds", "The periodic tasks of the worker.", ("duty",))
        self.failures = counted("site_duty_failures", "How often a task failed.", ("duty",))
        self.done = counted("site_duty_done", "How much tasks have done.", ("duty",))
        self.chapters = counted("site_chapters", "Phases resolved, and events.", ("kind",))
        self.cache = shown("site_cache", "Uses of the cache of pages.", ("what",))
        self.streams = shown("site_streams", "Open streams to pages.")


@cache
def figures_in(place: str) -> SiteMetrics:
    """Return the figures of this process, which count in a folder."""
    Path(place).mkdir(parents=True, exist_ok=True)
    os.environ[FOLDER] = place
    return SiteMetrics()


def figures() -> SiteMetrics | None:
    """Return the figures of this process; None if metrics are switched off."""
    if not current_app.config.get("METRICS_TOKEN"):
        return None
    return figures_in(str(folder(current_app.config)))


def init_app(app: Flask) -> None:
    """Let an application count metrics, and show them to requests with the token."""
    if not app.config.get("METRICS_TOKEN"):
        return
    known = figures_in(str(folder(app.config)))
    app.before_request(begin)
    app.after_request(count)
    app.add_url_rule("/metrics", "metrics", tell)
    count_chapters(known)


def begin() -> None:
    """Note when a request began."""
    state().begun = time.perf_counter()


def count(response: Response) -> Response:
    """Count a request by the pattern of its address; all unknown addresses share one."""
    known = figures()
    begun, state().begun = state().begun, None
    if known and begun is not None:
        page = request.endpoint or "none"
        method = request.method if request.method in METHODS else "other"
        known.requests.labels(page, method, response.status_code).observe(time.perf_counter() - begun)
        uses = current_app.extensions["cache"].counts
        for what in ("hits", "misses", "evictions"):
            known.cache.labels(what).set(getattr(uses, what))
    return response


def count_chapters(known: SiteMetrics) -> None:
    """Count chapters as they are stored, by the kind of phase alone."""

    def note(_: object, __: object, chapter: StoredChapter) -> None:
        known.chapters.labels(chapter.phase.kind.name.lower() if chapter.phase else "event").inc()

    event.listen(StoredChapter, "after_insert", note)


def open_stream() -> Callable[[], None]:
    """Count an opened stream; return the function that counts its end."""
    known = figures()
    if known is None:
        return lambda: None
    known.streams.inc()
    return cast("Callable[[], None]", known.streams.dec)


@contextmanager
def measured_task(name: str) -> Iterator[Callable[[object], None]]:
    """Time a task of the worker and count its failures; yields a function that counts how much was done."""
    known, begun = figures(), time.perf_counter()

    def count_done(done: object) -> None:
        if known and isinstance(done, int) and done > 0:
            known.done.labels(name).inc(done)

    try:
        yield count_done
    except Exception:
        if known:
            known.failures.labels(name).inc()
        raise
    finally:
        if known:
            known.duties.labels(name).observe(time.perf_counter() - begun)


class WaitingWork:
    """The worker's backlog, read from the database for each request."""

    def collect(self) -> Iterator[Any]:
        """Yield the figures as Prometheus takes them."""
        from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415  # as in `Figures`

        with current_app.extensions["database"].reading() as session:
            state = worker_state(session, now())
        waiting = GaugeMetricFamily("site_worker_waiting", "What waits for the worker.", labels=["what"])
        for what in ("overdue", "stuck", "messages", "late_messages"):
            waiting.add_metric([what], getattr(state, what))
        yield waiting
        if state.silent_for is not None:
            seconds = state.silent_for.total_seconds()
            yield GaugeMetricFamily(
                "site_worker_silence_seconds", "Since deadlines were looked for.", seconds
            )


def tell() -> ResponseReturnValue:
    """Answer with the figures of all processes of this machine; 404 without the token."""
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest  # noqa: PLC0415
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

    given = request.headers.get("Authorization", "")
    if not compare_digest(given.encode(), f"Bearer {current_app.config['METRICS_TOKEN']}".encode()):
        abort(404)
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(folder(current_app.config)))  # type: ignore[no-untyped-call]
    registry.register(WaitingWork())
    return Response(
        generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"}
    )
