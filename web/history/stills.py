"""Pictures of a duel: the present position without stored orders, and each chapter.

Pictures of a public duel are the same for everybody, independent of session and cookies.
"""

from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable

from adjudicator import Phase
from intimate.chapter import fates_of
from intimate.duel import Duel
from intimate.entries import Orders
from models import StoredDuel
from models.ids import DuelToken
from services.history.chapters import Past, load_chapter
from web.board import still
from web.board.picture import Picture, pending_arrows, picture_of, picture_of_orders
from web.board.still import DiskCache
from web.core.headers import YEAR
from web.core.limits import limited
from web.core.session import db
from web.core.translation import in_language
from web.duels.finding import find_shown

blueprint = Blueprint("history", __name__, url_prefix="/duels")


WIDTH = 1200
"""The width of a painted picture unless another one is asked for."""


def chapter_picture(past: Past, caption: str = "") -> Picture:
    """Draw a chapter: its orders in the position before it, or the position after it."""
    chapter = past.chapter
    if not (chapter.kind and chapter.kind.takes_orders and past.before):
        return picture_of(chapter.after, caption)
    return picture_of_orders(past.before, chapter.after, fates_of(chapter, past.before), caption)


def plan_picture(before: Duel, plan: Orders, caption: str = "") -> Picture:
    """Draw a position with the orders of a plan."""
    return replace(picture_of(before, caption), arrows=pending_arrows(before, plan))


def still_url(stored: StoredDuel, ordinal: int | None = None) -> str:
    """The full address of a picture, which changes with its look."""
    if ordinal is None:
        look = f"{still.edition()}-{stored.ordinal}"
        return url_for("history.present_png", token=stored.token, v=look, _external=True)
    at = {"token": stored.token, "ordinal": str(ordinal), "v": still.edition()}
    return url_for("history.chapter_png", _external=True, **at)


def painted_chapter(stored: StoredDuel, ordinal: int, width: int = WIDTH) -> bytes:
    """Return the PNG that the address of a chapter has; raises still.PainterBusy, still.PaintingFailed."""
    past = load_chapter(db(), stored, ordinal)
    with in_language("en"):
        picture = chapter_picture(past)
    document = still.drawn(picture, title_of(past.chapter.phase))
    painter: still.Painter = current_app.extensions["painter"]
    return painter.png(document, width, still.name_of(document, width))


def title_of(phase: Phase | None) -> str:
    """Write the title of a picture."""
    return f"Intimate Diplomacy {phase or ''}".strip()


WIDTHS = (480, WIDTH, 2400)
MOST_BYTES = 256 * 1024 * 1024
"""The most bytes of all pictures on disk; one has 40 to 350 KB."""
RETRY_AFTER = 5
"""Seconds after which a client should try again if too many wait for pictures."""


def init_app(app: Flask) -> None:
    """Give an application a painter, which stores its pictures in the instance folder."""
    app.extensions["painter"] = still.Painter(DiskCache(Path(app.config["STILLS"]), MOST_BYTES))
    app.jinja_env.globals["still_url"] = still_url


@blueprint.get("/<token>/board.svg", endpoint="present_svg")
@blueprint.get("/<token>/board.png", endpoint="present_png")
def present(token: DuelToken) -> ResponseReturnValue:
    """Answer with the present position, without any orders."""
    viewed = find_shown(token)
    stored = viewed.stored
    with in_language("en"):
        picture = picture_of(viewed.duel)
    response = answer(picture, stored.phase)
    response.headers["Cache-Control"] = "public, no-cache" if stored.public else "private, no-cache"
    return response


@blueprint.get("/<token>/chapters/<int:ordinal>/board.svg", endpoint="chapter_svg")
@blueprint.get("/<token>/chapters/<int:ordinal>/board.png", endpoint="chapter_png")
def chapter(token: DuelToken, ordinal: int) -> ResponseReturnValue:
    """A chapter: its orders with their outcomes, or the units afterwards."""
    stored = find_shown(token).stored
    past = load_chapter(db(), stored, ordinal)
    with in_language("en"):
        picture = chapter_picture(past)
    response = answer(picture, past.chapter.phase)
    response.headers["Cache-Control"] = cache_control(stored)
    return response


def cache_control(stored: StoredDuel) -> str:
    """Let caches store a picture of the past: for a year if its address names its look, else for an hour."""
    if not stored.public:
        return "private, no-cache"
    named = request.args.get("v") == still.edition()
    return f"public, max-age={YEAR}, immutable" if named else "public, max-age=3600"


def answer(picture: Picture, phase: Phase | None) -> Response:
    """The picture in the requested form and look; 304 if the client has it."""
    board = request.args.get("board", "")
    dark = board == "dark" or (request.args.get("theme") == "dark" and board != "paper")
    after = request.args.get("after") == "yes"
    document = still.drawn(picture, title_of(phase), dark=dark, after=after, look=board)
    width = None if request.path.endswith(".svg") else nearest_width()
    name = still.name_of(document, width)
    if name in request.if_none_match:
        response = Response(status=HTTPStatus.NOT_MODIFIED)
    elif width is None:
        response = Response(document, mimetype="image/svg+xml")
    else:
        response = Response(painted(document, width, name), mimetype="image/png")
    response.set_etag(name)
    return response


def nearest_width() -> int:
    """The width of the PNG: the nearest to the requested one among the few possible."""
    asked = request.args.get("width", WIDTH, type=int)
    return min(WIDTHS, key=lambda width: abs(width - asked))


def painted(document: str, width: int, name: str) -> bytes:
    """The PNG; only a new one counts against the limit. Raises ServiceUnavailable if too many wait."""
    painter: still.Painter = current_app.extensions["painter"]
    try:
        if name in painter:
            return painter.png(document, width, name)
        with limited("30 per minute", scope="paintings"):
            return painter.png(document, width, name)
    except still.PainterBusy as error:
        raise ServiceUnavailable(retry_after=RETRY_AFTER) from error
