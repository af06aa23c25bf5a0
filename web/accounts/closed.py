"""What somebody is told whose account is closed."""

from http import HTTPStatus

from flask import Flask, make_response, render_template
from flask.typing import ResponseReturnValue

from services.accounts.sessions import AccountClosed
from web.frame.translation import gettext
from web.telling.letters import whom_to_write


def init_app(app: Flask) -> None:
    """Let an application answer whoever comes in by another way than the log-in."""
    app.register_error_handler(AccountClosed, refuse)


def said_of_closed(why: str) -> str:
    """Say that an account is closed, why, and whom to write to."""
    said = gettext("A keeper of the site has closed this account.")
    if why:
        said = gettext("A keeper of the site has closed this account. Their reason: “%(why)s”", why=why)
    return f"{said} {whom_to_write()}".strip()


def refuse(error: AccountClosed) -> ResponseReturnValue:
    """Tell the owner of a closed account so, on a page of its own."""
    title, status = gettext("This account is closed"), HTTPStatus.FORBIDDEN
    words = render_template(
        "errors/error.html", title=title, advice=said_of_closed(error.why), code=int(status)
    )
    return make_response(words, status)
