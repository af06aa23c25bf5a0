"""Browsers in which the owner of an account has logged in before: at log-in each gets a cookie for it."""

from flask import Flask, Response, current_app, g, request

from models import User
from services.accounts import accounts, known
from services.accounts.names import name_key
from web.frame.configuration import host_only
from web.frame.session import db, now

COOKIE = "known_"
MOST = 8
"""So many accounts a browser is known to; the earliest is forgotten first."""


def init_app(app: Flask) -> None:
    """Let an application know browsers again."""
    app.after_request(set_cookie)


def make_known(user: User) -> None:
    """Let the browser be known to an account from the end of this request on."""
    g.made_known = cookie_name(user.name_key), known.sign_new(current_app.config["SECRET_KEY"], user, now())


def mark_at(name: str) -> str | None:
    """Return the mark of the browser at the account of a name; None where it is not known to it."""
    if cookie_name(name_key(name)) not in request.cookies:
        return None
    user = accounts.named(db(), name)
    return mark_of(user) if user else None


def mark_of(user: User) -> str | None:
    """Return the mark of the browser at an account; None where it is not known to it."""
    text = request.cookies.get(cookie_name(user.name_key), "")
    return known.read(current_app.config["SECRET_KEY"], user, text, now())


def cookie_name(name: str) -> str:
    """Return the name of the cookie for an account, which does not tell whose it is; name: as compared."""
    return f"{_beginning()}{known.label(current_app.config['SECRET_KEY'], name)}"


def _beginning() -> str:
    return host_only(COOKIE, secure=current_app.config["SESSION_COOKIE_SECURE"])


def set_cookie(response: Response) -> Response:
    """Let the browser carry its mark after a log-in, and not too many of them."""
    name, text = g.pop("made_known", (None, None))
    if name is None:
        return response
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    others = [each for each in request.cookies if each.startswith(_beginning()) and each != name]
    for each in others[: max(0, len(others) - MOST + 1)]:
        response.delete_cookie(each, secure=secure, httponly=True, samesite="Lax")
    response.set_cookie(name, text, max_age=known.LASTS, httponly=True, samesite="Lax", secure=secure)
    return response
