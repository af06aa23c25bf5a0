"""A message in words, made when it is sent: in the language, the zone and the hours of its account."""

from collections.abc import Callable

from flask import current_app, request, url_for
from itsdangerous import URLSafeSerializer

from models import Channel, Message
from services.telling.outbox import TEST
from services.telling.sending import Content
from web.frame.session import now
from web.frame.translation import gettext, in_language
from web.telling.accounts import say_account
from web.telling.kinds import kind_names
from web.telling.letters import letter_words
from web.telling.said import Said
from web.telling.tournaments import say_tournament
from web.telling.words import say_challenge, say_duel, say_test

SPEAKERS: dict[str, Callable[[Message], Said]] = {
    "turn": say_duel,
    "reminder": say_duel,
    "resolved": say_duel,
    "ended": say_duel,
    "offer": say_duel,
    "challenge": say_challenge,
    "tournament": say_tournament,
    "account": say_account,
    TEST: say_test,
}
"""What puts each kind of message into words; other parts of the site add their own kinds."""


def content_of(message: Message) -> Content:
    """Return all that a sender needs of a message; asked for where links have their whole address."""
    if message.channel_id is None:
        return letter_of(message)
    with in_language(message.user.language):
        said = SPEAKERS[message.kind](message)
        is_kind = message.kind in kind_names()
        by_mail = message.channel is not None and message.channel.kind == "mail"
        return Content(
            id=f"message-{message.id}",
            kind=message.kind,
            to=message.address or message.user.email,
            language=message.user.language,
            subject=said.subject,
            lines=said.lines,
            url=said.url,
            link=said.link,
            site=request.url_root.rstrip("/"),
            at=now(),
            footer=footer(message) if by_mail else "",
            off_url=unsubscribe_url(message.channel, message.kind) if by_mail and is_kind else "",
            off=gettext("Stop telling me this by mail:") if by_mail and is_kind else "",
            duel=said.duel,
            phase=said.phase,
            deadline=said.deadline,
            picture=said.picture,
        )


def letter_of(message: Message) -> Content:
    """Return all that a sender needs of a letter about an account."""
    site = request.url_root.rstrip("/")
    letter = letter_words(message, message.user, site)
    return Content(
        id=f"message-{message.id}",
        kind=message.kind,
        to=message.address,
        language=message.user.language,
        subject=letter.subject,
        lines=(),
        url="",
        link="",
        site=site,
        at=now(),
        text=letter.text,
        html=letter.html,
    )


def footer(message: Message) -> str:
    """Say why this was sent, and where to choose."""
    address = url_for("telling.index", _external=True)
    kind = kind_names().get(message.kind)
    if kind is None:
        return gettext("Choose how you are told: %(address)s", address=address)
    return gettext(
        "You wanted to be told: %(kind)s. Choose how you are told: %(address)s", kind=kind, address=address
    )


def signer() -> URLSafeSerializer:
    """Return what signs the links by which a kind of message is taken off a channel."""
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="unsubscribe")


def unsubscribe_url(channel: Channel | None, kind: str) -> str:
    """Return the address that takes a kind off a channel."""
    token = signer().dumps([channel.id if channel else 0, kind])
    return url_for("telling.unsubscribe", token=token, _external=True)
