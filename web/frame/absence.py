"""When the database is away or takes nothing more: who asks is told so, and what needs none is shown."""

import logging
from http import HTTPStatus
from typing import NamedTuple

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask.typing import ResponseReturnValue

from models import Away, Full, InDoubt, Unavailable, Unwritable
from web.frame.errors import failure
from web.frame.programs import error_for_programs, takes_no_page
from web.frame.resend import show_again
from web.frame.session import SAFE, end_reading, give_up_database, has_written, needs_no_database
from web.frame.translation import gettext

log = logging.getLogger(__name__)


class Fault(NamedTuple):
    """How a fault is answered: for programs, by its status, and when to come again (seconds)."""

    kind: str
    status: HTTPStatus
    retry_after: int


FAULTS = {
    Away: Fault("unavailable", HTTPStatus.SERVICE_UNAVAILABLE, 30),
    InDoubt: Fault("in_doubt", HTTPStatus.SERVICE_UNAVAILABLE, 30),
    Unwritable: Fault("read_only", HTTPStatus.SERVICE_UNAVAILABLE, 60),
    Full: Fault("disk_full", HTTPStatus.INSUFFICIENT_STORAGE, 300),
}


def init_app(app: Flask) -> None:
    """Let an application answer them."""
    app.register_error_handler(Away, away)
    app.register_error_handler(Unwritable, unwritable)


def said_of(error: Unavailable) -> tuple[str, str]:
    """Say what happened and what to do, in the reader's language."""
    if isinstance(error, Full):
        return (
            gettext("There is no room left to store anything"),
            gettext(
                "The disk of the site is full, so nothing was stored. Pages can be read. Try again later; "
                "whoever keeps the site has to make room first."
            ),
        )
    if isinstance(error, Unwritable):
        return (
            gettext("Nothing can be stored for now"),
            gettext("Pages can be read, but the site takes no changes. Nothing was stored. Try again later."),
        )
    if isinstance(error, InDoubt):
        return (
            gettext("It is not known whether this was stored"),
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
    """Show what needs no database as to a visitor; else ask to come again, and show what was sent."""
    give_up_database()
    g.pop("_login_user", None)  # whoever it is, nothing of theirs can be read
    if needs_no_database():
        return current_app.ensure_sync(current_app.view_functions[str(request.endpoint)])(
            **(request.view_args or {})
        )
    return answered(error)


def unwritable(error: Unwritable) -> ResponseReturnValue:
    """Say that nothing was stored, and show what was sent."""
    end_reading()
    return answered(error)


def answered(error: Unavailable) -> Response:
    """Answer with a fault, and log it in a line."""
    if has_written() and request.method not in SAFE:
        error = InDoubt(str(error))
    fault = FAULTS[type(error)]
    log.error("%s [%s]: %s", request.url_rule, request.method, error)

    def said() -> Response:
        if takes_no_page():
            return error_for_programs(fault.status, fault.kind)
        title, advice = said_of(error)
        if request.method not in SAFE:
            return show_again(title, advice, fault.status, in_doubt=isinstance(error, InDoubt))
        words = render_template("errors/error.html", title=title, advice=advice, code=int(fault.status))
        return make_response(words, fault.status)

    response = failure(said, fault.status)
    response.headers["Retry-After"] = str(fault.retry_after)
    return response
