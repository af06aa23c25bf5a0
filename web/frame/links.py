"""Links that lead back, and never out of the site."""

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

FIRST_VISIBLE = "!"


def local(target: str | None) -> str | None:
    """A path of this site as it is; None for anything that a browser could read as another site."""
    if not target or not target.startswith("/") or target.startswith("//") or "\\" in target:
        return None
    if any(character < FIRST_VISIBLE for character in target):
        return None
    parts = urlsplit(target)
    return None if parts.scheme or parts.netloc else target


def here() -> str:
    """The page being read, as a path that leads back to it."""
    return request.full_path.rstrip("?")


def back(default: str) -> str:
    """Find the page that the form's reader wants next."""
    return local(request.values.get("next")) or default


def see_other(address: str) -> Response:
    """Answer a form with the page to go on with."""
    return redirect(address, HTTPStatus.SEE_OTHER)


def my_duels_url() -> str:
    """The page of the reader's duels."""
    return url_for("duels.index")


def duel_url(token: str) -> str:
    """The page of a duel."""
    return url_for("duels.show", token=token)


def this_duel() -> str:
    """The page of the duel that the request is about."""
    return duel_url((request.view_args or {})["token"])
