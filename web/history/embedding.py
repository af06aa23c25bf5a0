"""A public duel on other sites: its oEmbed description, and the page for their frames."""

import re
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound as PageNotFound

from models import StoredDuel
from models.account import BOARDS, LANGUAGES
from models.ids import DuelToken
from services.duels.access import DuelForViewer, find_duel
from web.board.points import view_box
from web.core.headers import FRAMED
from web.core.session import db
from web.core.translation import gettext, in_language
from web.history.stills import still_url
from web.words.chapters import ending, phase_name
from web.words.names import names_of

blueprint = Blueprint("embedding", __name__)

ADDRESS = re.compile(r"/duels/(\w+)(?:/.*)?")
WIDTH, LEAST = 640, 240
"""The default width of a frame in pixels, and the smallest."""
CAPTION = 64
"""The height of the part below the board."""
THEMES = ("light", "dark")


def title_of(viewed: DuelForViewer) -> str:
    """Name a duel by its players and its state."""
    stored = viewed.stored
    standing = phase_name(stored.phase) if stored.phase else ending(stored)
    return f"{' – '.join(names_of(stored).values())} · {standing}"


def height_of(width: int) -> int:
    """The height of a frame of some width."""
    across, down = view_box()
    return round(width * down / across) + CAPTION


def frame_of(stored: StoredDuel, width: int = WIDTH, height: int | None = None) -> str:
    """Write the HTML that shows a public duel on another site, in pixels."""
    frame, called = url_for("embedding.embed", token=stored.token, _external=True), gettext("The board")
    return (
        f'<iframe src="{frame}" width="{width}" height="{height or height_of(width)}" title="{called}" '
        'loading="lazy" referrerpolicy="no-referrer"></iframe>'
    )


@blueprint.get("/duels/<token>/embed")
def embed(token: DuelToken) -> ResponseReturnValue:
    """Show a public duel in a frame of another site; the page needs no session and renews itself."""
    viewed = find_duel(db(), token, None)
    theme = request.args.get("theme", "")
    spoken = request.args.get("lang", "")
    look = request.args.get("board", "")
    with in_language(
        spoken if spoken in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"
    ):
        page = render_template(
            "history/embed.html",
            stored=viewed.stored,
            title=title_of(viewed),
            theme=theme if theme in THEMES else "auto",
            look=look if look in BOARDS else None,
            size=view_box(),
        )
    response = make_response(page)
    response.headers["Content-Security-Policy"] = FRAMED
    response.headers["Cache-Control"] = "public, max-age=30"
    return response


@blueprint.get("/oembed")
def describe() -> Response | tuple[Response, int]:
    """Describe how to embed a public duel (oembed.com); `url` is one of its pages."""
    if request.args.get("format", "json") != "json":
        return jsonify(error="only JSON is available"), HTTPStatus.NOT_IMPLEMENTED
    found = ADDRESS.fullmatch(urlsplit(request.args.get("url", "")[:500]).path)
    if found is None:
        raise PageNotFound
    viewed = find_duel(db(), DuelToken(found[1]), None)
    width = _bounded("maxwidth", WIDTH)
    height = min(height_of(width), _bounded("maxheight", height_of(width)))
    stored = viewed.stored
    return jsonify(
        version="1.0",
        type="rich",
        provider_name="Intimate Diplomacy",
        provider_url=url_for("pages.front", _external=True),
        title=title_of(viewed),
        thumbnail_url=still_url(stored),
        thumbnail_width=1200,
        thumbnail_height=round(1200 * view_box()[1] / view_box()[0]),
        width=width,
        height=height,
        html=frame_of(stored, width, height),
    )


def _bounded(name: str, usual: int) -> int:
    """Read the greatest width or height that another site allows."""
    return max(LEAST, min(request.args.get(name, usual, type=int), usual))
