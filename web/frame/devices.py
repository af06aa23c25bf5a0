"""From which devices and addresses accounts are used: a cookie set at log-in, and keyed hashes once a day."""

import logging
from datetime import timedelta

from flask import Flask, Response, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError

from models import Unavailable
from services.accounts.security import Browser
from services.keepers.digests import digest, is_device, network_of, new_device
from services.keepers.sightings import Seen, is_noted, note_sightings
from web.frame.agents import agent_words
from web.frame.configuration import host_only
from web.frame.session import db, has_database, now, writing

COOKIE = "device"
"""The name of the cookie; where cookies are kept to HTTPS another one stands before it."""
LASTS = timedelta(days=400)
"""As long as browsers keep any cookie."""

log = logging.getLogger(__name__)


def init_app(app: Flask) -> None:
    """Let an application note who shares a device or an address."""
    app.after_request(note_sighting)


def device() -> str | None:
    """Return the mark of the browser's device, None where it has none."""
    told = request.cookies.get(cookie_name()) or request.cookies.get(COOKIE, "")
    return told if is_device(told) else None


def cookie_name() -> str:
    """Return the name under which the mark is set here."""
    return host_only(COOKIE, secure=current_app.config["SESSION_COOKIE_SECURE"])


def browser() -> Browser:
    """Return in what the reader comes, as their account notes it."""
    return Browser(agent_words(), seen(device()).get("device"))


def note_sighting(response: Response) -> Response:
    """Note a log-in, and the first visit of a session on a day; mark a new device at log-in."""
    user_id, signed_in = g.pop("sighted", None), g.pop("signed_in", False)
    if user_id is None or not has_database():
        return response
    mark = device()
    if mark is None and signed_in:
        mark = new_device()
        set_mark(response, mark)
    try:
        note(user_id, seen(mark))
    except (Unavailable, SQLAlchemyError):
        log.warning("a visit was not noted and will be at the next one")
    return response


def set_mark(response: Response, mark: str) -> None:
    """Let the browser carry the mark of its device."""
    response.set_cookie(
        cookie_name(),
        mark,
        max_age=LASTS,
        httponly=True,
        samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )


def seen(mark: str | None) -> Seen:
    """Return the digests of this visit."""
    key: str = current_app.config["SECRET_KEY"]
    network = network_of(request.remote_addr or "")
    found: Seen = {"device": digest(key, "device", mark)} if mark else {}
    return {**found, "address": digest(key, "address", network)} if network else found


def note(user_id: int, found: Seen) -> None:
    """Note a visit unless it is noted for the day already."""
    today = now().date()
    if not found or is_noted(db(), user_id, found, today):
        return
    with writing() as session:
        note_sightings(session, user_id, found, today)
