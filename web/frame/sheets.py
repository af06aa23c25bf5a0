"""Style sheets that are used together are sent together: one request in place of ten."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, current_app, url_for

from web.frame.headers import YEAR

TOGETHER: Mapping[str, Sequence[str]] = {
    "site": (
        "tokens",
        "base",
        "layout",
        "forms",
        "parts",
        "pages",
        "ladders",
        "keepers",
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
    "duel": ("history", "graphs", "judging", "site_menu", "bar", "print"),
    "tournament": ("tournaments",),
    "table": ("table", "replay", "table_phone"),
}
"""The files of static/css/ by what needs them, in the order in which they count."""


def init_app(app: Flask) -> None:
    """Let an application send its style sheets, and its templates link them."""
    app.add_url_rule("/static/css/all-<name>.css", "sheets", sheets)
    app.jinja_env.globals["sheet_url"] = sheet_url


def sheet_url(name: str) -> str:
    """Return the address of the sheets of a name, another one whenever they change."""
    return url_for("sheets", name=name, v=_version(_text(name)))


def sheets(name: str) -> Response:
    """Answer with the style sheets of a name, to be stored for as long as they are the same."""
    if name not in TOGETHER:
        abort(404)
    response = Response(_text(name), mimetype="text/css")
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def _text(name: str) -> str:
    read = _written if current_app.debug else _kept
    return read(str(current_app.static_folder), name)


def _written(folder: str, name: str) -> str:
    files = (Path(folder, "css", f"{sheet}.css") for sheet in TOGETHER[name])
    return "\n".join(file.read_text("utf-8") for file in files)


_kept = cache(_written)


@cache
def _version(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
