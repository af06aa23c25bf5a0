"""The devices and addresses of accounts: cookies set at log-in, and keyed hashes noted once a day."""

import logging
import re
from datetime import timedelta

from flask import Flask, Response, current_app, request
from sqlalchemy.exc import SQLAlchemyError

from models import Unavailable, User
from models.ids import UserId
from models.moderation import SightingKind
from services.accounts import sessions
from services.accounts.security import Browser
from services.moderation.sightings import (
    Seen,
    digest,
    is_device,
    is_noted,
    network_of,
    new_device,
    note_sightings,
)
from web.core.configuration import host_only
from web.core.request_state import state
from web.core.session import db, has_database, now, writing

BROWSERS = (
    ("Edge", "Edg(?:e|A|iOS)?/"),
    ("Opera", "OPR/|Opera"),
    ("Samsung Internet", "SamsungBrowser/"),
    ("Firefox", "Firefox/|FxiOS/"),
    ("Chrome", "Chrom(?:e|ium)/|CriOS/|HeadlessChrome/"),
    ("Safari", "Safari/"),
)
"""Browsers by their User-Agent, each before those that it claims to be."""
SYSTEMS = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("ChromeOS", "CrOS"),
    ("macOS", "Macintosh|Mac OS X"),
    ("Linux", "Linux|X11"),
)


def agent_words() -> str:
    """Name the browser of this request and its system; empty if it says neither."""
    said = request.headers.get("User-Agent", "")
    found = (next((name for name, mark in of if re.search(mark, said)), "") for of in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))


COOKIE = "device"
"""The name of the cookie; with HTTPS-only cookies it gets a prefix."""
LASTS = timedelta(days=400)
"""As long as browsers keep any cookie."""
log = logging.getLogger(__name__)


def init_app(app: Flask) -> None:
    """Let an application note shared devices and addresses."""
    app.after_request(set_cookie)
    app.after_request(note_sighting)


def device() -> str | None:
    """Return the mark of the browser's device; None if it has none."""
    sent = request.cookies.get(cookie_name()) or request.cookies.get(COOKIE, "")
    return sent if is_device(sent) else None


def cookie_name() -> str:
    """Return the name under which the mark is set here."""
    return host_only(COOKIE, secure=current_app.config["SESSION_COOKIE_SECURE"])


def browser() -> Browser:
    """Return the viewer's browser, as their account notes it."""
    return Browser(agent_words(), seen(device()).get(SightingKind.DEVICE))


def note_sighting(response: Response) -> Response:
    """Note a log-in, and the first visit of a session on a day; mark a new device at log-in."""
    known = state()
    user_id, signed_in = known.sighted, known.signed_in
    known.sighted, known.signed_in = None, False
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
    """Set the cookie with the mark of the browser's device."""
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
    found: Seen = {SightingKind.DEVICE: digest(key, SightingKind.DEVICE, mark)} if mark else {}
    return {**found, SightingKind.ADDRESS: digest(key, SightingKind.ADDRESS, network)} if network else found


def note(user_id: UserId, found: Seen) -> None:
    """Note a visit, unless the day's is noted already."""
    today = now().date()
    if not found or is_noted(db(), user_id, found, today):
        return
    with writing() as session:
        note_sightings(session, user_id, found, today)


KNOWN_COOKIE = "known_"
MOST = 8
"""How many accounts may know a browser; the earliest is forgotten first."""


def make_known(user: User) -> None:
    """Make the browser known to an account, at the end of this request."""
    text = sessions.sign_new(current_app.config["SECRET_KEY"], user, now())
    state().known_cookie = known_cookie(user.name_key), text


def mark_of(user: User) -> str | None:
    """Return the browser's mark for an account; None if the account does not know it."""
    text = request.cookies.get(known_cookie(user.name_key), "")
    return sessions.read(current_app.config["SECRET_KEY"], user, text, now())


def known_cookie(name: str) -> str:
    """Return the name of the cookie for an account, which does not reveal whose it is; name: as compared."""
    return f"{_beginning()}{sessions.label(current_app.config['SECRET_KEY'], name)}"


def _beginning() -> str:
    return host_only(KNOWN_COOKIE, secure=current_app.config["SESSION_COOKIE_SECURE"])


def set_cookie(response: Response) -> Response:
    """Set the cookie with the browser's mark for an account after a log-in, and delete superfluous ones."""
    made, state().known_cookie = state().known_cookie, None
    if made is None:
        return response
    name, text = made
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    others = [each for each in request.cookies if each.startswith(_beginning()) and each != name]
    for each in others[: max(0, len(others) - MOST + 1)]:
        response.delete_cookie(each, secure=secure, httponly=True, samesite="Lax")
    response.set_cookie(name, text, max_age=sessions.LASTS, httponly=True, samesite="Lax", secure=secure)
    return response
