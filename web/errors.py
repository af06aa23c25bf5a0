"""When something cannot be done: what happened, why, and what to do now."""

from contextlib import suppress

from flask import Flask, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError, RequestEntityTooLarge

from web.resend import show_again

MOST_DRAINED = 8 * 1024 * 1024
BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Intimate Diplomacy</title>
<h1>Something went wrong here</h1><p>It is our fault. Please try again in a minute.</p>
<h1 lang="fr">Une erreur est survenue</h1><p lang="fr">C’est notre faute. Réessayez dans une minute.</p>
"""


def init_app(app: Flask) -> None:
    """Let an application answer errors with pages."""
    app.register_error_handler(CSRFError, form_not_ours)
    app.register_error_handler(RequestEntityTooLarge, too_large)
    app.register_error_handler(InternalServerError, our_fault)
    app.register_error_handler(HTTPException, other)


def explained(code: int) -> tuple[str, str]:
    """What happened and what to do, in the reader's language."""
    known = {
        400: (
            gettext("The request could not be understood"),
            gettext("Something in it was missing or broken. Go back, reload the page and try again."),
        ),
        401: (gettext("This is for members"), gettext("Log in or register, then try again.")),
        403: (
            gettext("This is not yours to see or do"),
            gettext("It belongs to somebody else. If it is yours, log in with the account that owns it."),
        ),
        404: (
            gettext("There is nothing here"),
            gettext("The address may be mistyped, or the page is private: if it is yours, log in."),
        ),
        405: (
            gettext("This page cannot be used in that way"),
            gettext("Open it from the menu instead of sending it a form."),
        ),
        409: (
            gettext("Somebody was faster"),
            gettext("What you acted on has changed meanwhile. Reload the page to see where it stands."),
        ),
        413: (
            gettext("That is too much at once"),
            gettext("A form may hold 256 KB. Nothing was stored; go back and shorten what you sent."),
        ),
        429: (
            gettext("Too many tries"),
            gettext("To protect accounts, the site counts tries. Wait a few minutes, then try again."),
        ),
    }
    return known.get(code, known[400] if code < InternalServerError.code else our_fault_in_words())


def our_fault_in_words() -> tuple[str, str]:
    """What to say of an error of our own."""
    return (
        gettext("Something went wrong here"),
        gettext("It is our fault, and it has been noted. Nothing was half stored. Try again in a minute."),
    )


def page(code: int) -> Response:
    """The page of one kind of error."""
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
    """Give a form back that does not prove that it is ours: most are only old."""
    return show_again(
        gettext("This form had expired"),
        gettext("For your safety a form works only in the browser that opened it, and not for ever."),
        400,
    )


def too_large(_: RequestEntityTooLarge) -> ResponseReturnValue:
    """Read on to the end of what is too large, or the browser never reads our answer."""
    length = min(request.content_length or 0, MOST_DRAINED)
    with suppress(OSError):
        request.environ["wsgi.input"].read(length)
    return page(413)


def our_fault(_: InternalServerError) -> ResponseReturnValue:
    """Say sorry, even when what failed is what pages are made with."""
    try:
        return page(500)
    except Exception:  # noqa: BLE001 -- whatever it is, an answer must be given
        return BARE, 500
