"""Still pictures of a duel: the present position, and what happened in each chapter; never what is stored.

Pictures of a public duel are the same for everybody, so neither a session nor a cookie has a part in them.
"""

from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, current_app, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable

from adjudicator import Phase
from models import StoredDuel
from services.duels.tables import Table, UnknownDuel, find_table
from services.history.chapters import load_chapter
from web.board import still
from web.board.disk_cache import DiskCache
from web.board.picture import Picture, picture_of
from web.duels.table import reader_id
from web.frame.headers import YEAR
from web.frame.limits import limiter
from web.frame.session import db
from web.frame.translation import in_language
from web.history.pictures import WIDTH, chapter_picture, still_url, title_of

WIDTHS = (480, WIDTH, 2400)
MOST_BYTES = 256 * 1024 * 1024
"""Of all pictures on disk together; one has 0.1 to 1 MB."""
RETRY_AFTER = 5
"""Seconds after which to ask again for a picture that there was no room to wait for."""


def register(blueprint: Blueprint) -> None:
    """Give these pictures their addresses, and each application its painter."""
    for place, view in (("", present), ("/chapters/<int:ordinal>", chapter)):
        name = f"{view.__name__}_still"
        blueprint.add_url_rule(f"/<token>{place}/board.svg", f"{name}_svg", view)
        blueprint.add_url_rule(f"/<token>{place}/board.png", f"{name}_png", view)
    blueprint.app_template_global("still_url")(still_url)
    blueprint.record(engage_painter)


def engage_painter(setup: BlueprintSetupState) -> None:
    """Give an application a painter, who stores what is painted in its instance folder."""
    folder = Path(setup.app.config["STILLS"])
    setup.app.extensions["painter"] = still.Painter(DiskCache(folder, MOST_BYTES))


def present(token: str) -> ResponseReturnValue:
    """Answer with the position as it stands, without any orders."""
    table = found(token)
    stored = table.stored
    with in_language("en"):
        picture = picture_of(table.duel)
    response = answer(picture, stored.phase)
    response.headers["Cache-Control"] = "public, no-cache" if stored.public else "private, no-cache"
    return response


def chapter(token: str, ordinal: int) -> ResponseReturnValue:
    """A chapter: its orders with what became of them, or the units afterwards; it stays as it is."""
    stored = found(token).stored
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
    """The picture in the form and the looks asked for; nothing when the reader has it."""
    look = {"dark": request.args.get("theme") == "dark", "after": request.args.get("after") == "yes"}
    document = still.drawn(picture, title_of(phase), **look)
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
    """The width of the PNG: of the few that are painted, the nearest to the one asked for."""
    asked = request.args.get("width", WIDTH, type=int)
    return min(WIDTHS, key=lambda width: abs(width - asked))


def painted(document: str, width: int, name: str) -> bytes:
    """The PNG; only one that is not stored counts as a try. Raises ServiceUnavailable when too many wait."""
    painter: still.Painter = current_app.extensions["painter"]
    try:
        if name in painter:
            return painter.png(document, width, name)
        with limiter.shared_limit("30 per minute", scope="paintings"):
            return painter.png(document, width, name)
    except still.Busy as error:
        raise ServiceUnavailable(retry_after=RETRY_AFTER) from error


def found(token: str) -> Table:
    """Find the duel; the reader is asked for only where it matters. Raises UnknownDuel."""
    try:
        return find_table(db(), token, None)
    except UnknownDuel:
        return find_table(db(), token, reader_id())
