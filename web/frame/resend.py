"""A form that could not be taken: what was typed is shown again, ready to be sent with what was chosen."""

from urllib.parse import urlsplit

from flask import Response, make_response, render_template, request

UNSHOWN = frozenset({"csrf_token", "next"})
CHOSEN = frozenset({"home", "key", "level", "passkey", "phase", "preset", "session", "sure"})
"""Fields that nobody types: they say nothing to a reader, and are sent again as they came."""


def show_again(
    title: str, advice: str, status: int, onward: str | None = None, *, in_doubt: bool = False
) -> Response:
    """Say what happened and give back what was typed, unless another site sent it.

    onward: the page to go on from, when sending the same again would be of no use. in_doubt: it may have been
    stored.
    """
    fields = sent() if from_here() else []
    page = render_template(
        "errors/resend.html",
        title=title,
        advice=advice,
        typed=[field for field in fields if field[0] not in CHOSEN],
        chosen=[field for field in fields if field[0] in CHOSEN],
        status=status,
        onward=onward,
        in_doubt=in_doubt,
    )
    return make_response(page, status)


def sent() -> list[tuple[str, str]]:
    """List the contents of the form, but for passwords and our own marks."""
    fields = request.form.items(multi=True)
    return [(name, value) for name, value in fields if name not in UNSHOWN and "password" not in name]


def from_here() -> bool:
    """Tell whether a page of this site sent the form: a forged one is not to be sent again by a click."""
    source = request.headers.get("Origin") or request.headers.get("Referer")
    return bool(source) and urlsplit(source).netloc == request.host
