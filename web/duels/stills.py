"""Still pictures of a duel: the present position, and what happened in each chapter; never what is stored."""

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import force_locale

from models import StoredChapter, StoredDuel
from services import duels, history
from services.duels import UnknownDuel
from services.telling import state
from web.board import still
from web.board.picture import Picture, picture_of
from web.duels import pictures
from web.duels.show import reader_id
from web.headers import YEAR
from web.limits import limiter
from web.session import db

NARROWEST, WIDEST, WIDTH = 320, 2400, 1200
painter = still.Painter()


def register(blueprint: Blueprint) -> None:
    """Give these pictures their addresses."""
    for place, view in (("", present), ("/chapters/<int:ordinal>", chapter)):
        name = f"{view.__name__}_still"
        blueprint.add_url_rule(f"/<token>{place}/board.svg", f"{name}_svg", view)
        blueprint.add_url_rule(f"/<token>{place}/board.png", f"{name}_png", view)
    blueprint.app_template_global("still_url")(still_url)


def still_url(stored: StoredDuel, past: StoredChapter | None = None) -> str:
    """The whole address of a picture, another one whenever it looks different."""
    if past is None:
        look = f"{still.edition()}-{stored.ordinal}"
        return url_for("duels.present_still_png", token=stored.token, v=look, _external=True)
    at = {"token": stored.token, "ordinal": str(past.ordinal), "v": still.edition()}
    return url_for("duels.chapter_still_png", _external=True, **at)


def seen(token: str) -> StoredDuel:
    """The duel; who is reading is asked only where it matters, so that public pictures depend on nobody."""
    try:
        return duels.find(db(), token, None)
    except UnknownDuel:
        return duels.find(db(), token, reader_id())


def present(token: str) -> ResponseReturnValue:
    """The position as it stands, without any orders."""
    stored = seen(token)
    with force_locale("en"):
        picture = picture_of(state(duels.restored(stored)))
    response = answer(picture, stored.phase or "")
    response.headers["Cache-Control"] = "public, no-cache" if stored.public else "private, no-cache"
    return response


def chapter(token: str, ordinal: int) -> ResponseReturnValue:
    """A chapter: its orders with what became of them, or the units afterwards; it stays as it is."""
    stored = seen(token)
    past = history.chapter(db(), stored, ordinal)
    with force_locale("en"):
        picture = pictures.past(past, history.line_before(db(), stored, ordinal))
    response = answer(picture, past.phase or "")
    response.headers["Cache-Control"] = for_how_long(stored)
    return response


def for_how_long(stored: StoredDuel) -> str:
    """How long a picture of the past may be kept: for ever under the name of its look."""
    if not stored.public:
        return "private, no-cache"
    named = request.args.get("v") == still.edition()
    return f"public, max-age={YEAR}, immutable" if named else "public, max-age=3600"


def answer(picture: Picture, phase: str) -> Response:
    """The picture in the form and the looks asked for; nothing when the reader has it."""
    look = {"dark": request.args.get("theme") == "dark", "after": request.args.get("after") == "yes"}
    document = still.drawn(picture, f"Intimate Diplomacy {phase}".strip(), **look)
    width = None if request.path.endswith(".svg") else asked_width()
    name = still.name_of(document, width)
    if name in request.if_none_match:
        response = Response(status=304)
    elif width is None:
        response = Response(document, mimetype="image/svg+xml")
    else:
        response = Response(paint(document, width, name), mimetype="image/png")
    response.set_etag(name)
    return response


def asked_width() -> int:
    """The width of the PNG, within bounds."""
    return min(max(request.args.get("width", WIDTH, type=int), NARROWEST), WIDEST)


def paint(document: str, width: int, name: str) -> bytes:
    """The PNG; only what is not remembered counts as a try."""
    if painter.remembers(name):
        return painter.png(document, width, name)
    with limiter.shared_limit("30 per minute", scope="paintings"):
        return painter.png(document, width, name)
