"""When something cannot be done: what happened, why, and what to do now."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

from flask import Flask, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import TimeoutError as NoFreeConnection
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError, RequestEntityTooLarge

from models import Busy
from web.frame.login import ask_to_log_in, has_to_log_in
from web.frame.programs import error_for_programs, is_for_programs
from web.frame.resend import show_again
from web.frame.session import SAFE, end_reading, give_up_database
from web.frame.sizes import MOST_DRAINED
from web.frame.translation import gettext

RETRY_AFTER = "5"

BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Intimate Diplomacy</title>
<h1>Something went wrong here</h1><p>It is our fault. Please try again in a minute.</p>
<h1 lang="fr">Une erreur est survenue</h1><p lang="fr">C’est notre faute. Réessayez dans une minute.</p>
"""


def init_app(app: Flask) -> None:
    """Let an application answer errors with pages."""
    app.register_error_handler(Busy, busy)
    app.register_error_handler(NoFreeConnection, busy)
    app.register_error_handler(CSRFError, form_not_ours)
    app.register_error_handler(RequestEntityTooLarge, too_large)
    app.register_error_handler(InternalServerError, our_fault)
    app.register_error_handler(HTTPException, other)


def explained(code: int) -> tuple[str, str]:
    """Say what happened and what to do, in the reader's language."""
    if code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return our_side(code)
    known = wrong_requests() | wrong_pages()
    return known.get(code, known[HTTPStatus.BAD_REQUEST])


def wrong_requests() -> dict[int, tuple[str, str]]:
    """Explain what is wrong with a request, whatever page it is for."""
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
            gettext("Too many tries"),
            gettext(
                "To protect accounts, the site counts tries. Wait a few minutes, after many tries an hour, "
                "then try again."
            ),
        ),
    }


def wrong_pages() -> dict[int, tuple[str, str]]:
    """Explain why a page is not to be had."""
    return {
        HTTPStatus.UNAUTHORIZED: (
            gettext("This is for members"),
            gettext("Log in or register, then try again."),
        ),
        HTTPStatus.FORBIDDEN: (
            gettext("This is not yours to see or do"),
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
    """Explain what is not the reader's fault."""
    if code == HTTPStatus.SERVICE_UNAVAILABLE:
        return (
            gettext("The site is busy"),
            gettext("Too many wanted the same at once, so nothing was stored. Try again in a few seconds."),
        )
    return (
        gettext("Something went wrong here"),
        gettext("It is our fault, and it has been noted. Nothing was half stored. Try again in a minute."),
    )


def page(code: int) -> Response:
    """Render the page of one kind of error; a program is told otherwise."""
    if is_for_programs():
        return error_for_programs(code)
    title, advice = explained(code)
    return make_response(render_template("errors/error.html", title=title, advice=advice, code=code), code)


def other(error: HTTPException) -> ResponseReturnValue:
    """Answer an error that the web has a number for."""
    if error.response is not None or error.code is None or error.code < BadRequest.code:
        return error
    answer = page(error.code)
    for name, value in error.get_headers():
        if name not in {"Content-Type", "Content-Length"}:
            answer.headers[name] = value
    return answer


def form_not_ours(_: CSRFError) -> ResponseReturnValue:
    """Give a form back that does not prove that it is ours: it is old, or its browser keeps no cookies."""
    if not request.cookies:
        return show_again(
            gettext("Your browser sent no cookies"),
            gettext(
                "Without them the site cannot know whose form this is. Allow cookies for it, open the page "
                "again, and try once more."
            ),
            HTTPStatus.BAD_REQUEST,
        )
    if has_to_log_in():  # a form expires as its reader logs out
        return ask_to_log_in()
    return show_again(
        gettext("This form had expired"),
        gettext(
            "For your safety a form works only in the browser and the account that opened it, and not for "
            "ever."
        ),
        HTTPStatus.BAD_REQUEST,
    )


def too_large(_: RequestEntityTooLarge) -> ResponseReturnValue:
    """Read on to the end of what is too large, or the browser never reads our answer."""
    length = min(request.content_length or 0, MOST_DRAINED)
    with suppress(OSError):
        request.environ["wsgi.input"].read(length)
    return page(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def our_fault(_: InternalServerError) -> ResponseReturnValue:
    """Apologise."""
    return failure(lambda: page(HTTPStatus.INTERNAL_SERVER_ERROR), HTTPStatus.INTERNAL_SERVER_ERROR)


def busy(error: Exception) -> ResponseReturnValue:
    """Ask to try again in a moment, and show what was sent, so that nobody types it twice."""
    if isinstance(error, NoFreeConnection):
        give_up_database()

    def again() -> Response:
        if request.method in SAFE or is_for_programs():
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
