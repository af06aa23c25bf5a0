"""Language, colours, board, time zone and hours of a page: the viewer's choice, else their browser's."""

import logging
from typing import NamedTuple

from flask import Blueprint, Flask, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import Babel
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response

from models import Unavailable
from models.account import BOARDS
from services.accounts import accounts
from services.zones import zones
from web.core import translation
from web.core.links import back, see_other
from web.core.login import account
from web.core.request_state import is_api_request, state
from web.core.session import has_database, writing

LANGUAGES = {"en": "English", "fr": "Français"}
CODED_IN = {"english": "en", "french": "fr"}
"""The language of the codes that an account has chosen for all its boards."""
THEMES = ("auto", "light", "dark")
YEAR = 365 * 86400
babel = Babel()
blueprint = Blueprint("choices", __name__)


def init_app(app: Flask) -> None:
    """Let an application speak its languages."""
    babel.init_app(app, locale_selector=choose)
    app.register_blueprint(blueprint)
    app.after_request(note_zone)
    app.after_request(vary)
    translation.init_app(app)
    app.jinja_env.globals |= {"languages": LANGUAGES, "theme": theme, "board_look": board_look}


def choose() -> str:
    """Choose the language of this page; bots name theirs in a header."""
    if not is_api_request():
        viewer = account()
        if viewer:
            return viewer.language
        chosen = request.cookies.get("language")
        if chosen in LANGUAGES:
            return chosen
    wanted = (name.partition("-")[0].lower() for name, quality in request.accept_languages if quality)
    return next((name for name in wanted if name in LANGUAGES), "en")


def theme() -> str:
    """Return the colours that the viewer chose: light, dark, or those of their system (auto)."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def board_look() -> str:
    """Return the look of the viewer's boards: by the account, else by this browser's cookie."""
    viewer = account()
    chosen = viewer.board if viewer else request.cookies.get("board", "page")
    return chosen if chosen in BOARDS else "page"


def code_language() -> str:
    """Return the language of the codes on the viewer's boards: that of the page, or the account's choice.

    Looked up once: a page with a board asks for it with each place.
    """
    known = state()
    if known.codes is None:
        viewer = None if known.spoken_to_all else account()
        chosen = CODED_IN.get(viewer.codes) if viewer else None
        known.codes = known.spoken_to_all or chosen or translation.language()
    return known.codes


@blueprint.post("/language/<code>")
def change_language(code: str) -> ResponseReturnValue:
    """Change the language, and return to the page."""
    answer = see_other(back(url_for("pages.front")))
    if code in LANGUAGES:
        viewer = account()
        if viewer:
            with writing() as session:
                accounts.change_language(session, viewer.id, code)
        remember(answer, "language", code)
    return answer


@blueprint.post("/theme/<name>")
def change_theme(name: str) -> ResponseReturnValue:
    """Change the colours, and return to the page."""
    answer = see_other(back(url_for("pages.front")))
    if name in THEMES:
        remember(answer, "theme", name)
    return answer


@blueprint.post("/board/<name>")
def change_board(name: str) -> ResponseReturnValue:
    """Change how boards look, on all devices of a member, and return to the page."""
    answer = see_other(back(url_for("pages.front")))
    if name in BOARDS:
        viewer = account()
        if viewer:
            with writing() as session:
                accounts.change_board(session, viewer.id, name)
        remember(answer, "board", name)
    return answer


def remember(answer: Response, name: str, value: str) -> None:
    """Store a choice in this browser for a year."""
    answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)


def vary(response: Response) -> Response:
    """Tell caches that a page depends on its viewer and their language."""
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
    return response


COOKIE = "zone"
UNKNOWN = ""
log = logging.getLogger(__name__)


class TimeStyle(NamedTuple):
    """How exact times are written for a viewer.

    zone: an IANA name, empty while unknown. hours: one of `models.account.HOURS`. is_named: times name the
    zone, since it may not be the browser's own.
    """

    zone: str
    hours: str
    is_named: bool


def browser_zone() -> str:
    """Return the browser's zone, empty if it names none that exists."""
    sent_zone = request.cookies.get(COOKIE, UNKNOWN)
    return sent_zone if sent_zone in zones() else UNKNOWN


def time_style() -> TimeStyle:
    """Return how exact times are written for the viewer."""
    viewer, sent_zone = account(), browser_zone()
    zone = (viewer.zone if viewer else UNKNOWN) or sent_zone
    return TimeStyle(zone, viewer.hours if viewer else "language", is_named=not zone or zone != sent_zone)


def note_zone(response: Response) -> Response:
    """Store the browser's zone for an account that has none, at the end of the request."""
    user_id, state().without_zone = state().without_zone, None
    if user_id is not None and has_database() and (zone := browser_zone()):
        try:
            with writing() as session:
                accounts.note_zone(session, user_id, zone)
        except (Unavailable, SQLAlchemyError):
            log.warning("a time zone was not noted and will be at the next visit")
    return response
