"""The site's state of a request, and whether it is one to the API."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from babel.support import NullTranslations
from flask import Flask, Response, current_app, g, has_request_context, request
from sqlalchemy.orm import Session

from models.ids import SessionToken, UserId
from services.api.keys import Bearer
from services.viewers import OwnCounts

ARRIVED = "site.arrived"
"""The instant, in WSGI's environment and by the monotonic clock, at which a request was complete."""


def arrival() -> dict[str, float]:
    """The entries of an environment for a request that is complete now."""
    return {ARRIVED: time.monotonic()}


@dataclass
class RequestState:
    """What modules remember during the request, or leave for its end; empty at first."""

    # The request, its time and its page
    number: str | None = None
    begun: float | None = None
    now: datetime | None = None
    waited: float = 0
    page: object | None = None
    leaves_slots: bool = False

    # The database
    reading: Session | None = None
    is_writing: bool = False
    has_written: bool = False
    has_database: bool = True
    first_in_writing: Callable[[Session], None] | None = None
    is_outage_open: bool = False

    # The language
    language: str | None = None
    translations: NullTranslations | None = None
    spoken_to_all: str | None = None
    codes: str | None = None

    # The viewer
    own: OwnCounts | None = None
    asks_for_code: bool | None = None
    bearer: Bearer | None = None
    limit_headers: Mapping[str, str] = field(default_factory=dict)

    # To be noted after the answer
    sighted: UserId | None = None
    signed_in: bool = False
    first_visit_today: SessionToken | None = None
    without_zone: UserId | None = None
    known_cookie: tuple[str, str] | None = None


def state() -> RequestState:
    """Return the state of this request."""
    found: RequestState | None = g.get("state")
    if found is None:
        found = g.state = RequestState()
    return found


PREFIX = "/api/"
ErrorAnswer = Callable[[int, str], Response]
"""Makes the answer to an error from its status and kind."""


def is_api_request() -> bool:
    """Tell whether the present request is one to the API."""
    return has_request_context() and request.path.startswith(PREFIX)


def wants_json() -> bool:
    """Tell whether to answer JSON: to a bot, or to a script of a page."""
    return is_api_request() or request.accept_mimetypes.best == "application/json"


def set_error_answer(app: Flask, answer: ErrorAnswer) -> None:
    """Set how an application answers errors of the API."""
    app.extensions["api_error_answer"] = answer


def api_error(code: int, kind: str = "") -> Response:
    """Answer a request to the API with an error; kind: if the status does not determine it."""
    answer: ErrorAnswer = current_app.extensions["api_error_answer"]
    return answer(code, kind)
