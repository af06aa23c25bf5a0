"""Style sheets that are used together are sent as one: one request instead of ten.

Each is a cascade layer of its name. Of two rules for an element the one in the later layer wins,
independently of selectors and of the order of the sheets.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, current_app, url_for

from web.core.headers import YEAR
from web.core.session import without_database

TOGETHER: Mapping[str, Sequence[str]] = {
    "site": (
        "tokens",
        "base",
        "forms",
        "layout",
        "parts",
        "pages",
        "ladders",
        "archive",
        "help",
        "ratings",
        "duel",
        "entering",
        "board",
        "pieces",
        "ordering",
        "beside",
    ),
    "front": ("front",),
    "moderation": ("moderation",),
    "duel": ("history", "graphs", "analysis", "site_menu", "bar", "auction", "print"),
    "tournament": ("tournaments",),
    "tables": ("tables",),
    "learning": ("learning",),
    "table": ("table", "replay", "table_phone"),
}
"""The files of static/css/ by the pages that need them; their order is the order of the layers."""

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
"""Comments, a sixth of the sheets, are left out."""

LAYERS = f"@layer {', '.join(sheet for sheets in TOGETHER.values() for sheet in sheets)};"


def init_app(app: Flask) -> None:
    """Let an application send its style sheets, and its templates link them."""
    app.add_url_rule("/static/css/all-<name>.css", "stylesheets", stylesheets)
    app.jinja_env.globals["stylesheet_url"] = stylesheet_url


def stylesheet_url(name: str) -> str:
    """Return the address of a bundle, which changes with its content."""
    return url_for("stylesheets", name=name, v=_version(_text(name)))


@without_database
def stylesheets(name: str) -> Response:
    """Answer with a bundle, which may be cached for good."""
    if name not in TOGETHER:
        abort(404)
    response = Response(_text(name), mimetype="text/css")
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def _text(name: str) -> str:
    read = _written if current_app.debug else _kept
    return read(str(current_app.static_folder), name)


def _written(folder: str, name: str) -> str:
    texts = {sheet: Path(folder, "css", f"{sheet}.css").read_text("utf-8") for sheet in TOGETHER[name]}
    together = "\n".join([LAYERS, *(f"@layer {sheet} {{\n{text}}}" for sheet, text in texts.items())])
    return COMMENT.sub("", together)


_kept = cache(_written)


@cache
def _version(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
