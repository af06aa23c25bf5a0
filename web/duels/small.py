"""Small pictures of duels, for lists: made once for each position, the same for all who may see it."""

from flask import Blueprint, Response, request, url_for

from services.duels.lists import ListedDuel
from web.board import small
from web.frame.cache import cache
from web.frame.headers import YEAR
from web.history.stills import found


def register(blueprint: Blueprint) -> None:
    """Give these pictures their address."""
    blueprint.add_url_rule("/<token>/small.svg", "small", picture)


def small_url(duel: ListedDuel, *, dark: bool) -> str:
    """The address of the picture, another one whenever it looks different."""
    theme = "dark" if dark else None
    return url_for("duels.small", token=duel.token, v=_look(duel.ordinal), theme=theme)


def _look(ordinal: int) -> str:
    return f"{small.edition()}-{ordinal}"


def picture(token: str) -> Response:
    """Answer with the position as it stands; raises UnknownDuel."""
    stored = found(token).stored
    dark = request.args.get("theme") == "dark"
    document = cache().made_once(
        ("small", stored.id, stored.ordinal, dark), lambda: small.drawn(stored.duel, dark=dark)
    )
    response = Response(document, mimetype="image/svg+xml")
    if not stored.public:
        response.headers["Cache-Control"] = "private, no-cache"
    elif request.args.get("v") == _look(stored.ordinal):
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    else:
        response.headers["Cache-Control"] = "public, no-cache"
    return response
