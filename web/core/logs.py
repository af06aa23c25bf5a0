"""Logging: lines for people, or JSON for machines, each with the number of its request."""

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
"""The request numbers accepted from a proxy; anything else could put words into a log."""
process = logging.getLogger("process")
"""The loggers that report the start and stop of processes."""
PLAIN = "%(levelname)s %(name)s [%(request)s] %(message)s"


class WithRequest(logging.Filter):
    """Adds the number of the request to a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the number of the request, `-` outside of one."""
        record.request = request_number() if has_request_context() else "-"
        return True


class JsonLines(logging.Formatter):
    """Writes each record as a line of JSON, without form content, address or account."""

    def format(self, record: logging.LogRecord) -> str:
        """Write time, level, logger, request, message and trace."""
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
    """Let a process log in its format, and add their numbers to the answers of failed requests."""
    log_as_set(app.config.get("LOG_FORMAT"))
    app.after_request(add_number)
    app.after_request(log_refusal)


def log_refusal(response: Response) -> Response:
    """Log a refusal in one line: the pattern of the address, without names.

    A visitor who only has to log in does not count as refused; a bot without a valid key does.
    """
    is_key = response.status_code == HTTPStatus.UNAUTHORIZED and is_api_request()
    if is_key or response.status_code == HTTPStatus.FORBIDDEN:
        note_refused(f"answered {response.status_code}")
    return response


def note_refused(why: str) -> None:
    """Log that access was refused, and why in a few fixed words."""
    log.warning("%s [%s]: access refused, %s", request.url_rule, request.method, why)


def log_as_set(log_format: str | None) -> None:
    """Let a process log in a format; a terminal shows the start and stop of processes anyway."""
    if log_format == "json":
        log_to(logging.StreamHandler(), JsonLines())
        process.setLevel(logging.INFO)


def log_to(handler: logging.Handler, formatter: logging.Formatter) -> None:
    """Send all log records, gunicorn's too, to one handler in one format."""
    handler.setFormatter(formatter)
    handler.addFilter(WithRequest())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("gunicorn.error", "uvicorn.error", "flask.app", "app"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True


def request_number() -> str:
    """Return the number of this request: the proxy's if it gives a valid one, else a new one."""
    number = state().number
    if number is None:
        given = request.headers.get(HEADER, "")
        number = state().number = given if GIVEN.fullmatch(given) else token_hex(8)
    return number


def add_number(response: Response) -> Response:
    """Add the number of a failed request in the log; other answers stay the same."""
    if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        response.headers[HEADER] = request_number()
    return response
