"""Health checks: whether a process is alive and can serve, and whether the worker keeps up."""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from models import Database, Unavailable
from models.schema import newest_revision, revision
from models.sealed import KeyMissing
from services.keys import try_keys
from services.worker import worker_state

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ALIVE, READY, WORKER = "/healthz", "/readyz", "/healthz/worker"
NONE: Mapping[str, int | None] = MappingProxyType({})


def init_app(app: Flask) -> None:
    """Let an application answer health checks, without session, limits or log-in."""

    def clock() -> datetime:
        instant: datetime = app.config["CLOCK"]()
        return instant

    app.wsgi_app = Health(app.wsgi_app, app.extensions["database"], clock)  # type: ignore[method-assign, assignment]  # Flask documents it so


class Health:
    """WSGI middleware in front of the application."""

    def __init__(self, inner: "WSGIApplication", database: Database, clock: Callable[[], datetime]) -> None:
        self._inner, self._database, self._clock = inner, database, clock
        self._newest = newest_revision()

    def __call__(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        """Answer requests about health, and pass on everything else."""
        path = environ.get("PATH_INFO")
        if path == ALIVE:
            return answered(start, {})
        if path == READY:
            lacking = self.lacking()
            return answered(start, lacking, NONE if lacking else self.worker()[1])
        if path == WORKER:
            return answered(start, *self.worker())
        return self._inner(environ, start)

    def lacking(self) -> dict[str, str]:
        """Name what keeps the process from serving; empty if it can serve."""
        try:
            found = revision(self._database)
            if found != self._newest:
                return {"tables": f"{found}, not {self._newest}"}
            with self._database.reading() as session:
                try_keys(session)
        except KeyMissing:
            return {"keys": "none decrypts the sealed values"}
        except (Unavailable, SQLAlchemyError):
            return {"database": "away"}
        return {}

    def worker(self) -> tuple[dict[str, str], dict[str, int | None]]:
        """Return the worker's faults, if any, and its figures."""
        try:
            with self._database.reading() as session:
                state = worker_state(session, self._clock())
        except (Unavailable, SQLAlchemyError):
            return {"database": "away"}, {}
        silence = state.silent_for
        figures = {
            "seconds_since_sweep": None if silence is None else round(silence.total_seconds()),
            "overdue": state.overdue,
            "stuck": state.stuck,
            "messages": state.messages,
            "late_messages": state.late_messages,
        }
        return {} if state.is_keeping_up else {"worker": "does not keep up"}, figures


def answered(
    start: "StartResponse", lacking: dict[str, str], figures: Mapping[str, int | None] = NONE
) -> Iterable[bytes]:
    """Answer 200, or 503 with what is lacking; figures: sent with it."""
    body = json.dumps({"ok": not lacking, **lacking, **figures}).encode()
    headers = [
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
    ]
    start("503 Service Unavailable" if lacking else "200 OK", headers)
    return [body]
