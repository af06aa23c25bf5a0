"""What processes log: lines for people, or JSON for machines, each with the number of its request."""

import json
import logging
import re
from datetime import UTC, datetime
from http import HTTPStatus
from secrets import token_hex

from flask import Flask, Response, has_request_context, request

from web.core.request_state import is_api_request, state

log = logging.getLogger(__name__)
HEADER = "X-Request-ID"
GIVEN = re.compile("[A-Za-z0-9._-]{8,64}")
"""What a proxy may call a request; anything else could put words into a log."""
process = logging.getLogger("process")
"""What tells that processes start and stop."""
PLAIN = "%(levelname)s %(name)s [%(request)s] %(message)s"


class WithRequest(logging.Filter):
    """Tells a line which request it is about."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the number of the request, `-` outside of one."""
        record.request = request_number() if has_request_context() else "-"
        return True


class JsonLines(logging.Formatter):
    """A line of JSON for each thing that is logged; nothing of what was sent, no address, no account."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the time, how grave it is, who says it, the request, the words and the trace."""
        logged = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": getattr(record, "request", "-"),
            "message": record.getMessage(),
        }
        if record.exc_info:
            logged["trace"] = self.formatException(record.exc_info)
        return json.dumps(logged, ensure_ascii=False)


def init_app(app: Flask) -> None:
    """Let a process log in its format, and tell the numbers of requests that failed."""
    log_as_set(app.config.get("LOG_FORMAT"))
    app.after_request(tell_number)
    app.after_request(log_refusal)


def log_refusal(response: Response) -> Response:
    """Log in a line that something was refused: by its pattern, without who or what it was.

    A visitor who only has to log in is refused nothing; a program without a good key is.
    """
    is_key = response.status_code == HTTPStatus.UNAUTHORIZED and is_api_request()
    if is_key or response.status_code == HTTPStatus.FORBIDDEN:
        note_refused(f"answered {response.status_code}")
    return response


def note_refused(why: str) -> None:
    """Log that access was refused, and why in a few words that are ours."""
    log.warning("%s [%s]: access refused, %s", request.url_rule, request.method, why)


def log_as_set(log_format: str | None) -> None:
    """Let a process log in a format; people at a terminal see their processes start and stop anyway."""
    if log_format == "json":
        log_to(logging.StreamHandler(), JsonLines())
        process.setLevel(logging.INFO)


def log_to(handler: logging.Handler, formatter: logging.Formatter) -> None:
    """Let all that is logged, gunicorn's lines too, go to one handler in one format."""
    handler.setFormatter(formatter)
    handler.addFilter(WithRequest())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("gunicorn.error", "uvicorn.error", "flask.app", "app"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True


def request_number() -> str:
    """Return the number of this request: the proxy's, where it gives a good one, or one of its own."""
    number = state().number
    if number is None:
        given = request.headers.get(HEADER, "")
        number = state().number = given if GIVEN.fullmatch(given) else token_hex(8)
    return number


def tell_number(response: Response) -> Response:
    """Say under which number the log has a request that failed; equal answers stay equal otherwise."""
    if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        response.headers[HEADER] = request_number()
    return response
