"""Whether a process lives, and whether it can serve: asked by machines, answered before all else."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from models import Database, Unavailable
from models.schema import newest_revision, revision

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ALIVE, READY = "/healthz", "/readyz"


def init_app(app: Flask) -> None:
    """Let an application answer these two, without a session, a limit or a look at who asks."""
    app.wsgi_app = Health(app.wsgi_app, app.extensions["database"])  # type: ignore[method-assign, assignment]  # Flask documents it so


class Health:
    """A door before the application's own."""

    def __init__(self, inner: "WSGIApplication", database: Database) -> None:
        self._inner, self._database = inner, database
        self._newest = newest_revision()

    def __call__(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        """Answer what is asked of health, and hand on everything else."""
        path = environ.get("PATH_INFO")
        if path == ALIVE:
            return answered(start, {})
        if path == READY:
            return answered(start, self.lacking())
        return self._inner(environ, start)

    def lacking(self) -> dict[str, str]:
        """Name what keeps the process from serving; nothing when it can."""
        try:
            found = revision(self._database)
        except (Unavailable, SQLAlchemyError):
            return {"database": "away"}
        return {} if found == self._newest else {"tables": f"{found}, not {self._newest}"}


def answered(start: "StartResponse", lacking: dict[str, str]) -> Iterable[bytes]:
    """Answer 200, or 503 with what is lacking."""
    body = json.dumps({"ok": not lacking, **lacking}).encode()
    headers = [
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
    ]
    start("503 Service Unavailable" if lacking else "200 OK", headers)
    return [body]
