"""The names under which the site answers: a request for another one would find its own name in our links."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.exceptions import SecurityError
from werkzeug.wsgi import get_host

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

UNLINKED = "/metrics"
"""The page that holds no link, and that machines of the keeper ask for by any name."""
LOCAL = ("localhost", "127.0.0.1", "[::1]")
REFUSED = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Intimate Diplomacy</title>
<h1>The site is not known by this name</h1>
<p>Open it by the address that you were given. Whoever keeps the site can allow more names
(<code>ALLOWED_HOSTS</code>).</p>
<h1 lang="fr">Le site n’est pas connu sous ce nom</h1>
<p lang="fr">Ouvrez-le à l’adresse qui vous a été donnée. Qui tient le site peut autoriser d’autres noms
(<code>ALLOWED_HOSTS</code>).</p>
"""


def init_app(app: Flask) -> None:
    """Let an application answer under the names that it is allowed."""
    app.wsgi_app = Hosts(app.wsgi_app, allowed(app.config))  # type: ignore[method-assign, assignment]  # Flask documents it so


def allowed(config: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names that are allowed: those that are set, else that of the site's address."""
    given = tuple(re.split(r"[\s,]+", str(config.get("ALLOWED_HOSTS") or "").strip()))
    if any(given):
        return given
    own = urlsplit(config["SITE_URL"]).hostname or ""
    name = f"[{own}]" if ":" in own else own
    return LOCAL if name in LOCAL else (name,)


class Hosts:
    """A door before the application's own; names are compared without the port."""

    def __init__(self, inner: "WSGIApplication", names: Iterable[str]) -> None:
        self._inner, self._names = inner, tuple(names)

    def __call__(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        """Hand on what is for an allowed name, and refuse everything else in words."""
        try:
            if environ.get("PATH_INFO") != UNLINKED:
                get_host(environ, self._names)
        except SecurityError:
            return _refused(start)
        return self._inner(environ, start)


def _refused(start: "StartResponse") -> Iterable[bytes]:
    body = REFUSED.encode()
    headers = [
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Content-Security-Policy", "default-src 'none'"),
        ("Cache-Control", "no-store"),
    ]
    start("400 Bad Request", headers)
    return [body]
