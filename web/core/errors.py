"""Error pages: what happened, why, and what to do now."""

import logging
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import TimeoutError as NoFreeConnection
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError, RequestEntityTooLarge

from models import Away, Busy, Full, InDoubt, Unavailable, Unwritable
from models.sealed import KeyMissing
from services.refused import NotFound
from web.core.forms import show_again
from web.core.login import ask_to_log_in, has_to_log_in
from web.core.request_state import api_error, is_api_request, wants_json
from web.core.session import SAFE, end_reading, give_up_database, has_written, needs_no_database
from web.core.translation import gettext

RETRY_AFTER = "5"
BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Intimate Diplomacy</title>
<h1>Something went wrong here</h1><p>This is our fault. Please try again in a minute.</p>
<h1 lang="fr">Une erreur est survenue</h1><p lang="fr">C’est notre faute. Réessayez dans une minute.</p>
"""


def init_app(app: Flask) -> None:
    """Let an application answer errors with pages."""
    app.register_error_handler(Busy, busy)
    app.register_error_handler(NoFreeConnection, busy)
    app.register_error_handler(CSRFError, form_not_ours)
    app.register_error_handler(RequestEntityTooLarge, too_large)
    app.register_error_handler(NotFound, not_found)
    app.register_error_handler(InternalServerError, our_fault)
    app.register_error_handler(HTTPException, other)
    app.register_error_handler(Away, away)
    app.register_error_handler(Unwritable, unwritable)
    app.register_error_handler(KeyMissing, unwritable)


def explained(code: int) -> tuple[str, str]:
    """Say what happened and what to do, in the viewer's language, for each HTTP status."""
    if code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return our_side(code)
    known = wrong_requests() | wrong_pages()
    return known.get(code, known[HTTPStatus.BAD_REQUEST])


def wrong_requests() -> dict[int, tuple[str, str]]:
    """Explain faults of a request to any page."""
    return {
        HTTPStatus.BAD_REQUEST: (
            gettext("The request could not be understood"),
            gettext("Something in it was missing or broken. Go back, reload the page and try again."),
        ),
        HTTPStatus.METHOD_NOT_ALLOWED: (
            gettext("This page cannot be used in that way"),
            gettext("Open it from the menu instead of sending it a form."),
        ),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
            gettext("That is too much at once"),
            gettext(
                "A form may hold 256 KB in 1,000 fields, and this one held more. Nothing was stored; go back "
                "and shorten what you sent."
            ),
        ),
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE: (
            gettext("This is not a form"),
            gettext("The site takes what its own forms send. Open the page and fill its form in."),
        ),
        HTTPStatus.TOO_MANY_REQUESTS: (
            gettext("Too many attempts"),
            gettext(
                "To protect accounts, the site counts attempts. Wait a few minutes, after many attempts an "
                "hour, then try again."
            ),
        ),
    }


def wrong_pages() -> dict[int, tuple[str, str]]:
    """Explain why a page is not available."""
    return {
        HTTPStatus.UNAUTHORIZED: (
            gettext("This is for members"),
            gettext("Log in or create an account, then try again."),
        ),
        HTTPStatus.FORBIDDEN: (
            gettext("You have no access to this"),
            gettext("It belongs to somebody else. If it is yours, log in with the account that owns it."),
        ),
        HTTPStatus.NOT_FOUND: (
            gettext("There is nothing here"),
            gettext("The address may be mistyped, or the page is private: if it is yours, log in."),
        ),
        HTTPStatus.CONFLICT: (
            gettext("Somebody was faster"),
            gettext("What you acted on has changed meanwhile. Reload the page to see where it stands."),
        ),
    }


def our_side(code: int) -> tuple[str, str]:
    """Explain faults of the site."""
    if code == HTTPStatus.SERVICE_UNAVAILABLE:
        return (
            gettext("The site is busy"),
            gettext(
                "Too many people did the same at once, so nothing was saved. Try again in a few seconds."
            ),
        )
    return (
        gettext("Something went wrong here"),
        gettext(
            "This is our fault, and it has been logged. Your change was saved whole or not at all."
            " Try again in a minute."
        ),
    )


def page(code: int) -> Response:
    """Render the page of one kind of error; the API answers otherwise."""
    if is_api_request():
        return api_error(code)
    title, advice = explained(code)
    return make_response(render_template("errors/error.html", title=title, advice=advice, code=code), code)


def other(error: HTTPException) -> ResponseReturnValue:
    """Answer an HTTP error."""
    if error.response is not None or error.code is None or error.code < BadRequest.code:
        return error
    answer = page(error.code)
    for name, value in error.get_headers():
        if name not in {"Content-Type", "Content-Length"}:
            answer.headers[name] = value
    return answer


def not_found(_: NotFound) -> ResponseReturnValue:
    """Answer 404: no such thing, or none for this viewer."""
    return page(HTTPStatus.NOT_FOUND)


def form_not_ours(_: CSRFError) -> ResponseReturnValue:
    """Show a form with an invalid CSRF token again: it is old, or the browser keeps no cookies."""
    if not request.cookies:
        return show_again(
            gettext("Your browser sent no cookies"),
            gettext(
                "Without them the site cannot know whose form this is. Allow cookies for it, open the page "
                "again, and try once more."
            ),
            HTTPStatus.BAD_REQUEST,
        )
    if has_to_log_in():  # a form expires when its viewer logs out
        return ask_to_log_in()
    return show_again(
        gettext("This form had expired"),
        gettext(
            "For your safety a form works only in the browser and the account that opened it, and it expires."
        ),
        HTTPStatus.BAD_REQUEST,
    )


def too_large(_: RequestEntityTooLarge) -> ResponseReturnValue:
    """Answer 413; the server has read the whole body, else the browser would not read the answer."""
    return page(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def our_fault(_: InternalServerError) -> ResponseReturnValue:
    """Apologise."""
    return failure(lambda: page(HTTPStatus.INTERNAL_SERVER_ERROR), HTTPStatus.INTERNAL_SERVER_ERROR)


def busy(error: Exception) -> ResponseReturnValue:
    """Ask to try again in a moment, and show the sent form, so that nobody has to type it twice."""
    if isinstance(error, NoFreeConnection):
        give_up_database()

    def again() -> Response:
        if request.method in SAFE or is_api_request():
            return page(HTTPStatus.SERVICE_UNAVAILABLE)
        return show_again(*explained(HTTPStatus.SERVICE_UNAVAILABLE), HTTPStatus.SERVICE_UNAVAILABLE)

    response = failure(again, HTTPStatus.SERVICE_UNAVAILABLE)
    response.headers["Retry-After"] = RETRY_AFTER
    return response


def failure(render: Callable[[], Response], status: int) -> Response:
    """Render a page with another session, else without the database, else one that needs nothing."""
    for prepare in (end_reading, give_up_database):
        prepare()
        with suppress(Exception):
            return render()
    return make_response(BARE, status)


log = logging.getLogger(__name__)


class FaultAnswer(NamedTuple):
    """How a fault is answered: its kind for the API, its status, and when to try again (seconds)."""

    kind: str
    status: HTTPStatus
    retry_after: int


FAULTS = {
    Away: FaultAnswer("unavailable", HTTPStatus.SERVICE_UNAVAILABLE, 30),
    InDoubt: FaultAnswer("in_doubt", HTTPStatus.SERVICE_UNAVAILABLE, 30),
    Unwritable: FaultAnswer("read_only", HTTPStatus.SERVICE_UNAVAILABLE, 60),
    KeyMissing: FaultAnswer("unavailable", HTTPStatus.SERVICE_UNAVAILABLE, 60),
    Full: FaultAnswer("disk_full", HTTPStatus.INSUFFICIENT_STORAGE, 300),
}


def fault_words(error: Unavailable) -> tuple[str, str]:
    """Say what happened and what to do, in the viewer's language."""
    if isinstance(error, Full):
        return (
            gettext("There is no room left to store anything"),
            gettext(
                "The disk of the site is full, so nothing was saved. You can still read pages. "
                "Try again later; the administrator has to make room first."
            ),
        )
    if isinstance(error, Unwritable):
        return (
            gettext("Nothing can be stored for now"),
            gettext("Pages can be read, but the site takes no changes. Nothing was stored. Try again later."),
        )
    if isinstance(error, KeyMissing):
        return (
            gettext("The site cannot be played on for the moment"),
            gettext(
                "It cannot open the entries that are stored, so nothing was changed. Try again in a few "
                "minutes. The time is given back to everybody."
            ),
        )
    if isinstance(error, InDoubt):
        return (
            gettext("We do not know whether this was saved"),
            gettext(
                "The site lost its database at the very moment of storing. Look in a minute whether it is "
                "there, and only send it again if it is not."
            ),
        )
    return (
        gettext("The site cannot be played on for the moment"),
        gettext(
            "It does not reach its database, so nothing was stored. Try again in a minute. If this lasts, "
            "the time is given back to everybody."
        ),
    )


def away(error: Away) -> ResponseReturnValue:
    """Show pages that need no database as to a visitor; else ask to try again, and show the sent form."""
    give_up_database()
    g.pop("_login_user", None)  # Flask-Login keeps it there; nothing of an account can be read
    if needs_no_database():
        return current_app.ensure_sync(current_app.view_functions[str(request.endpoint)])(
            **(request.view_args or {})
        )
    return answered(error)


def unwritable(error: Unwritable | KeyMissing) -> ResponseReturnValue:
    """Say that nothing was stored, and show the sent form."""
    end_reading()
    return answered(error)


def answered(error: Unavailable) -> Response:
    """Answer with a fault, and log it in one line."""
    if has_written() and request.method not in SAFE:
        error = InDoubt(str(error))
    fault = FAULTS[type(error)]
    log.error("%s [%s]: %s", request.url_rule, request.method, error)

    def said() -> Response:
        if wants_json():
            return api_error(fault.status, fault.kind)
        title, advice = fault_words(error)
        if request.method not in SAFE:
            return show_again(title, advice, fault.status, in_doubt=isinstance(error, InDoubt))
        words = render_template("errors/error.html", title=title, advice=advice, code=int(fault.status))
        return make_response(words, fault.status)

    response = failure(said, fault.status)
    response.headers["Retry-After"] = str(fault.retry_after)
    return response
