"""A form that could not be taken: what was typed is shown again, ready to be sent with what was chosen."""

from urllib.parse import urlsplit

from flask import Response, make_response, render_template, request

UNSHOWN = frozenset({"credential", "csrf_token", "next", "proof_name", "second_code"})
BY_BUTTON = frozenset({"as", "home", "homes", "own", "ready"})
BY_BROWSER = frozenset({"auth", "endpoint", "p256dh", "passkey", "replaced", "share"})
OF_WHAT = frozenset({"chapter", "duel", "key", "level", "player", "preset", "rung_of", "session"})
CHOSEN = BY_BUTTON | BY_BROWSER | OF_WHAT | {"phase", "round", "seen", "sure"}
"""Fields that nobody types: they say nothing to a reader, and are sent again as they came."""
MOST_SHOWN, MOST_CHARACTERS = 200, 32 * 1024
"""What more holds than this is not shown again; no form of ours comes near it."""


def show_again(
    title: str, advice: str, status: int, onward: str | None = None, *, in_doubt: bool = False
) -> Response:
    """Say what happened and give back what was typed, unless another site sent it.

    onward: the page to go on from, when sending the same again would be of no use. in_doubt: it may have been
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
        typed=[field for field in fields if field[0] not in CHOSEN],
        chosen=[field for field in fields if field[0] in CHOSEN],
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
