"""Addresses: links back to a page, never out of the site, and QR codes."""

from functools import lru_cache
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Flask, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from models.ids import DuelToken

FIRST_VISIBLE = "!"
KNOWN_ADDRESSES = 1 << 15
SENT = frozenset({"next"})
"""The parameters of addresses whose text comes from visitors."""
LAST_PAGE = 1000
LARGEST = 2**31 - 1
"""No row has a larger number."""


def init_app(app: Flask) -> None:
    """Let templates build each address only once: a page has hundreds, of a few kinds.

    Addresses with text from a visitor are built each time, so that nobody can fill the memory.
    """

    @lru_cache(maxsize=KNOWN_ADDRESSES)
    def known(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    def address(endpoint: str, *, _external: bool = False, **values: Any) -> str:  # noqa: ANN401  # as Flask has it
        if _external or app.debug or not SENT.isdisjoint(values):
            return url_for(endpoint, _external=_external, **values)
        return known(request.script_root, endpoint, tuple(values.items()))

    app.jinja_env.globals["url_for"] = address
    app.extensions["addresses"] = known


def local(target: str | None) -> str | None:
    """Return a path of this site; None for a text that a browser could read as another site."""
    if not target or not target.startswith("/") or target.startswith("//") or "\\" in target:
        return None
    if any(character < FIRST_VISIBLE for character in target):
        return None
    parts = urlsplit(target)
    return None if parts.scheme or parts.netloc else target


def qr_code(text: str) -> Markup:
    """Draw a QR code, dark on light in every colour scheme."""
    drawn = segno.make_qr(text).svg_inline(omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr")
    return Markup(drawn)  # noqa: S704  # drawn as numbers alone


def here() -> str:
    """The page being read, as a path that leads back to it."""
    return request.full_path.rstrip("?")


def back(default: str) -> str:
    """Find the page that the form asks to go back to."""
    return local(request.values.get("next")) or default


def page_number() -> int:
    """Read which page of a long list is asked for, counted from 1."""
    return min(max(request.args.get("page", 1, int), 1), LAST_PAGE)


def number_asked(name: str = "before") -> int | None:
    """Return the row after which a page of a list goes on; None for the first page, or if it is invalid."""
    number = request.args.get(name, None, int)
    return number if number is not None and 0 <= number <= LARGEST else None


def page_before() -> DuelToken | None:
    """Return the last duel of the page before; None for the first page."""
    sent = request.args.get("before")
    return DuelToken(sent) if sent else None


def see_other(address: str) -> Response:
    """Redirect to the next page after a form."""
    return redirect(address, HTTPStatus.SEE_OTHER)


def my_duels_url() -> str:
    """The page of the viewer's duels."""
    return url_for("duels.index")


def duel_url(token: DuelToken) -> str:
    """The page of a duel."""
    return url_for("duels.show", token=token)


def diary_url(token: DuelToken) -> str:
    """The diary of a player in a duel."""
    return url_for("diary.show", token=token)


def comments_url(token: DuelToken) -> str:
    """The comments on a finished duel."""
    return url_for("diary.comments", token=token)


def talk_url(token: DuelToken, *, whole: bool = False) -> str:
    """The talk on the page of a duel; whole: with the address of the site, for messages."""
    return url_for("duels.show", token=token, _anchor="part-talk", _external=whole)


def chapter_base(token: DuelToken) -> str:
    """The address of a duel's chapters without the ordinal, so that only one has to be built."""
    return url_for("history.chapter", token=token, ordinal=0)[:-1]


def this_duel_url() -> str:
    """The page of the duel that the request is about."""
    return duel_url((request.view_args or {})["token"])
