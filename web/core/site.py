"""The application: its host names, its log, its faults, its form parser."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from io import BytesIO
from itertools import chain
from typing import IO, Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge, SecurityError
from werkzeug.formparser import FormDataParser
from werkzeug.routing import MapAdapter

from models import Unavailable
from web.core.static_files import on_disk

LOCAL = ("localhost", "127.0.0.1", "[::1]")
REFUSED = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Intimate Diplomacy</title>
<h1>The site is not known by this name</h1>
<p>Open it by the address that you were given. The administrator can allow more names
(<code>ALLOWED_HOSTS</code>).</p>
<h1 lang="fr">Le site n’est pas connu sous ce nom</h1>
<p lang="fr">Ouvrez-le à l’adresse qui vous a été donnée. L’administrateur peut autoriser d’autres noms
(<code>ALLOWED_HOSTS</code>).</p>
"""


def init_app(app: Flask) -> None:
    """Restrict an application to its allowed host names; Flask checks each request."""
    app.config["TRUSTED_HOSTS"] = [*allowed(app.config), own_name(app.config)]
    app.register_error_handler(SecurityError, refuse)


def allowed(config: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the allowed names: those in the settings, else the one in the site's address."""
    given = tuple(re.split(r"[\s,]+", str(config.get("ALLOWED_HOSTS") or "").strip()))
    if any(given):
        return given
    name = own_name(config)
    return LOCAL if name in LOCAL else (name,)


def own_name(config: Mapping[str, Any]) -> str:
    """Return the host name in the site's address, used for links outside requests."""
    own = urlsplit(config["SITE_URL"]).hostname or ""
    return f"[{own}]" if ":" in own else own


def refuse(_: SecurityError) -> Response:
    """Answer a request under another name without links, which could lead to another site."""
    response = Response(REFUSED, HTTPStatus.BAD_REQUEST, mimetype="text/html")
    response.headers["Content-Security-Policy"] = "default-src 'none'"
    response.headers["Cache-Control"] = "no-store"
    return response


UNLINKED = "/metrics"
"""The path that machines may request under any name; the answer contains no links."""
URLENCODED = "application/x-www-form-urlencoded"


class FormParser(FormDataParser):
    """Werkzeug's parser, with its limit on fields for both kinds of forms instead of one."""

    def parse(
        self,
        stream: IO[bytes],
        mimetype: str,
        content_length: int | None,
        options: dict[str, str] | None = None,
    ) -> tuple[IO[bytes], MultiDict[str, Any], MultiDict[str, Any]]:
        """Read a form without its files; raises RequestEntityTooLarge before it creates too many fields.

        No form here has a file: a file sent in place of a text is dropped.
        """
        if mimetype == URLENCODED and self.max_form_parts is not None:
            body = stream.read()
            if body.count(b"&") >= self.max_form_parts:
                raise RequestEntityTooLarge
            stream = BytesIO(body)
        stream, form, files = super().parse(stream, mimetype, content_length, options)
        for file in chain.from_iterable(files.listvalues()):
            file.close()
        return stream, form, MultiDict()


class SiteRequest(Request):
    """Flask's request, with our form parser."""

    form_data_parser_class = FormParser


class Site(Flask):
    """Flask, but without addresses in its log, since some addresses are secret."""

    request_class = SiteRequest

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Refuse requests under a name that is not allowed; raises SecurityError."""
        if request is not None and request.path == UNLINKED:
            return self.url_map.bind_to_environ(request.environ)
        return super().create_url_adapter(request)

    def send_static_file(self, filename: str) -> Response:
        """Send a static file, from whichever version of its folder it is requested."""
        return super().send_static_file(on_disk(filename))

    def log_exception(self, exc_info: Any) -> None:  # noqa: ANN401 -- as Flask has it
        """Log a failure with the pattern of the page that failed."""
        self.logger.error("Exception on %s [%s]", request.url_rule, request.method, exc_info=exc_info)

    def handle_exception(self, e: Exception) -> Response:
        """Answer a fault of the database as such, even if it comes up while another error is answered."""
        if isinstance(e, Unavailable):
            return self.finalize_request(self.handle_user_exception(e), from_error_handler=True)
        return super().handle_exception(e)
