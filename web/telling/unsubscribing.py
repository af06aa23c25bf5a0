"""Taking a kind of message off a channel by the link in a mail, without logging in (RFC 8058)."""

from http import HTTPStatus

from flask import Blueprint, Flask, render_template
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature

from services.telling import channels
from web.frame.errors import page as error_page
from web.frame.session import writing
from web.telling.content import signer
from web.telling.kinds import kind_names


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/unsubscribe/<token>", "unsubscribe", ask)
    blueprint.add_url_rule("/unsubscribe/<token>", "unsubscribe_now", unsubscribe_now, methods=["POST"])


def init_app(app: Flask) -> None:
    """Let programs for mail press the button: they have no token of a page, but the one of the link."""
    app.extensions["csrf"].exempt(unsubscribe_now)


def ask(token: str) -> ResponseReturnValue:
    """Show what would be taken off, and a button; looking changes nothing."""
    return answer(token, is_done=False)


def unsubscribe_now(token: str) -> ResponseReturnValue:
    """Take it off; twice is once."""
    read = read_token(token)
    if read is not None:
        with writing() as session:
            channels.untick(session, *read)
    return answer(token, is_done=True)


def read_token(token: str) -> tuple[int, str] | None:
    """Return the channel and the kind that a link names; None where it is not ours."""
    try:
        channel_id, kind = signer().loads(token)
        return int(channel_id), str(kind)
    except (BadSignature, ValueError, TypeError):
        return None


def answer(token: str, *, is_done: bool) -> ResponseReturnValue:
    """Say what is, or was, taken off."""
    read = read_token(token)
    if read is None or read[1] not in kind_names():
        return error_page(HTTPStatus.NOT_FOUND)
    kind = kind_names()[read[1]]
    return render_template("telling/unsubscribe.html", token=token, kind=kind, is_done=is_done)
