"""Who asks: the holder of a key that comes in a header, nobody else; how often, and by how many streams."""

import logging
from collections.abc import Callable
from functools import partial
from typing import cast

from flask import Flask, Response, current_app, g, request
from limits import parse
from sqlalchemy.exc import SQLAlchemyError

from models import Unavailable
from services.access import tokens
from services.access.tokens import Bearer, Scope
from services.accounts.sessions import AccountClosed
from web.api.problems import Problem
from web.frame.limits import address, hit, limiter, window
from web.frame.session import db, has_database, now, writing
from web.frame.streams import NoRoom, Streams, TooMany
from web.frame.translation import gettext

log = logging.getLogger(__name__)
REALM = 'Bearer realm="Intimate Diplomacy"'
WRONG_KEYS = "60 per minute"
"""How often an address may come with what is no key."""


def init_app(app: Flask) -> None:
    """Let an application count the streams of each account, and note when keys are used."""
    app.extensions["account streams"] = Streams(
        app.config["API_STREAMS"], app.config["API_STREAMS_OF_ACCOUNT"]
    )
    app.after_request(note_use)
    app.after_request(tell_limits)


def bearer() -> Bearer:
    """Return whose key the request has."""
    return cast("Bearer", g.bearer)


def let_in() -> None:
    """Find whose key a request has, and count the request; raises Problem."""
    text = key_sent()
    count_request(tokens.token_hash(text))
    try:
        g.bearer = tokens.find_bearer(db(), text, now())
    except AccountClosed as error:
        raise Problem("account_closed", error.why) from error
    except tokens.TokenRefused as error:
        count_wrong_key()
        raise refused(CODES[type(error)]) from error


CODES = {
    tokens.TokenUnknown: "key_unknown",
    tokens.TokenRevoked: "key_revoked",
    tokens.TokenExpired: "key_expired",
}


def key_sent() -> str:
    """Return the key in the header of the request; raises Problem where there is none."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not text.strip():
        raise refused("no_key")
    if not tokens.is_token(text.strip()):
        count_wrong_key()
        raise refused("key_unknown")
    return text.strip()


def refused(code: str) -> Problem:
    """Make the problem of a key that opens nothing."""
    error = "" if code == "no_key" else ', error="invalid_token"'
    return Problem(code, headers={"WWW-Authenticate": f"{REALM}{error}"})


def check_scope(scope: Scope) -> None:
    """Raise Problem where the key does not open something."""
    if scope not in bearer().scopes:
        header = f'{REALM}, error="insufficient_scope", scope="{scope}"'
        words = gettext("The key needs the right “%(scope)s” for this.", scope=scope.value)
        raise Problem("scope_missing", words, headers={"WWW-Authenticate": header})


def count_request(key: str) -> None:
    """Count a request of a key; raises Problem when there were too many."""
    if not limiter.enabled:
        return
    rate = current_app.config["API_RATE"]
    allowed = hit(rate, "api", key)
    left, seconds = window(rate, "api", key)
    item = parse(rate)
    g.limits = {
        "RateLimit-Policy": f'"key";q={item.amount};w={item.get_expiry()}',
        "RateLimit": f'"key";r={left};t={seconds}',
    }
    if not allowed:
        words = gettext("Too much was asked with this key. Wait.")
        raise Problem("too_many_requests", words, headers={"Retry-After": str(seconds)})


def count_wrong_key() -> None:
    """Count an address that comes with no key of ours; raises Problem when it came too often."""
    if not hit(WRONG_KEYS, "wrong keys", address()):
        words = gettext("Too many wrong keys came from this address. Wait.")
        seconds = str(parse(WRONG_KEYS).get_expiry())
        raise Problem("too_many_requests", words, headers={"Retry-After": seconds})


def tell_limits(response: Response) -> Response:
    """Say how much more may be asked with the key."""
    response.headers.update(g.pop("limits", {}))
    return response


def note_use(response: Response) -> Response:
    """Note now and then that a key is used."""
    found: Bearer | None = g.pop("bearer", None)
    if found is not None and has_database() and tokens.is_to_be_noted(found, now()):
        try:
            with writing() as session:
                tokens.note_use(session, found, now())
        except (Unavailable, SQLAlchemyError):
            log.warning("the use of a key was not noted and will be at the next one")
    return response


def take_room(user_id: int) -> Callable[[], None]:
    """Take room for a stream of an account, and return what gives it back; raises Problem."""
    streams: Streams = current_app.extensions["account streams"]
    try:
        streams.take(user_id)
    except NoRoom as error:
        code = "too_many_streams" if isinstance(error, TooMany) else "no_room"
        raise Problem(code, headers={"Retry-After": "30"}) from error
    return partial(streams.give_back, user_id)
