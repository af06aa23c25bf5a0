"""A form that could not be taken: what was typed is shown again, ready to be sent with what was chosen."""

from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Response, make_response, render_template, request

from web.frame.links import this_duel
from web.frame.translation import gettext

UNSHOWN = frozenset({"credential", "csrf_token", "next", "proof_name", "second_code"})
MOST_SHOWN, MOST_CHARACTERS = 200, 32 * 1024
"""What more holds than this is not shown again; no form of ours comes near it."""


class Onward(NamedTuple):
    """A page to go on from, and what its button says."""

    address: str
    words: str


def duel_again() -> Onward:
    """The duel that the address names, as it stands now."""
    return Onward(this_duel(), gettext("Open the duel again"))


def show_again(
    title: str, advice: str, status: int, onward: Onward | None = None, *, in_doubt: bool = False
) -> Response:
    """Say what happened and give back what was typed, unless another site sent it.

    onward: where to go on from, when sending the same again would be of no use. in_doubt: it may have been
    stored.
    """
    fields = sent() if from_here() else []
    is_much = is_too_much(fields)
    if is_much:
        fields = []
    page = render_template(
        "errors/resend.html",
        title=title,
        advice=advice,
        fields=fields,
        status=status,
        onward=onward,
        is_much=is_much,
        in_doubt=in_doubt,
    )
    return make_response(page, status)


def sent() -> list[tuple[str, str]]:
    """List the contents of the form, but for passwords, codes and our own marks."""
    fields = request.form.items(multi=True)
    return [(name, value) for name, value in fields if name not in UNSHOWN and "password" not in name]


def is_too_much(fields: list[tuple[str, str]]) -> bool:
    """Tell whether fields are more than is shown again: each is far larger on a page than it was sent."""
    characters = sum(len(name) + len(value) for name, value in fields)
    return len(fields) > MOST_SHOWN or characters > MOST_CHARACTERS


def from_here() -> bool:
    """Tell whether a page of this site sent the form: a forged one is not to be sent again by a click."""
    source = request.headers.get("Origin") or request.headers.get("Referer")
    return bool(source) and urlsplit(source).netloc == request.host
