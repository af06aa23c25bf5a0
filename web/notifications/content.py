"""The kinds of messages, and their texts, which are written on sending in the account's language and zone."""

from collections.abc import Mapping, Sequence

from flask import Flask, current_app, request, url_for
from itsdangerous import URLSafeSerializer

from models import Channel, Message
from models.ids import UnsubscribeToken
from models.notifications import ChannelKind
from services.notifications.outbox import TEST
from services.notifications.senders import Content
from web.accounts.messages import email_text
from web.core.messages import MessageText, Words
from web.core.session import now
from web.core.translation import gettext, in_language
from web.words.times import listed, relative

BROWSERS = {
    "googleapis.com": "Chrome",
    "mozilla.com": "Firefox",
    "apple.com": "Safari",
    "windows.com": "Edge",
}
"""The names of browsers by their push services."""


def kind_names() -> Mapping[str, str]:
    """Name each kind of message."""
    return {
        "turn": gettext("It is your turn"),
        "reminder": gettext("A deadline is near, and you are not done"),
        "resolved": gettext("A phase is resolved, even if it is not your turn"),
        "challenge": gettext(
            "Somebody challenges you or declines your challenge; your place on a ladder changes"
        ),
        "offer": gettext("Your opponent offers a draw or a pause, claims a stalemate, or gives you time"),
        "talk": gettext("Your opponent writes to you"),
        "ended": gettext("A duel is over"),
        "tournament": gettext("A tournament of yours begins, goes on to its next round, or ends"),
        "account": gettext("Somebody logs in from a new device, or your account is changed"),
    }


def channel_name(channel: Channel, email: str | None) -> str:
    """Name a channel so that its owner recognises it."""
    match channel.kind:
        case "mail":
            return gettext("E-mail to %(address)s", address=email or "?")
        case "push":
            host = _host(channel.address.get("endpoint"))
            known = (name for end, name in BROWSERS.items() if host.endswith(end))
            return gettext("Browser: %(name)s", name=next(known, host))
        case "discord":
            return "Discord"
    return gettext("Webhook to %(address)s", address=_host(channel.address.get("url")))


def _host(url: object) -> str:
    return str(url).partition("//")[2].partition("/")[0]


def problem_words(problem: str | None) -> str:
    """Say why a channel was switched off."""
    words = {
        "gone": gettext("The receiver says that this address does not exist any more."),
        "refused": gettext("The receiver refused what was sent."),
        "unreachable": gettext("The receiver could not be reached."),
    }
    return words.get(problem or "", words["unreachable"])


def test_words(test: Message | None) -> str:
    """Say how a channel's latest test went."""
    if test is None:
        return ""
    if test.told_at:
        return gettext("The last test was sent %(time)s.", time=relative(test.told_at))
    return gettext("A test is on its way.") if test.due_at else gettext("The last test could not be sent.")


def init_app(app: Flask, words: Sequence[Words]) -> None:
    """Let an application write the texts of its features' messages."""
    app.extensions["message_words"] = {kind: say for each in words for kind, say in each.items()}


def words_of(message: Message) -> MessageText:
    """Write the text of a message: by the ladders, or by its event if it has one, or by its kind."""
    known: Words = current_app.extensions["message_words"]
    happened = message.facts.get("event") if message.duel_id is not None else None
    what = "ladder" if "ladder" in message.facts else str(happened)
    return known[what if what in known else message.kind](message)


def content_of(message: Message) -> Content:
    """Return everything a sender needs for a message; call it in a context that makes full addresses."""
    if message.channel_id is None:
        return email_content_of(message)
    with in_language(message.user.language):
        text = words_of(message)
        is_kind = message.kind in kind_names()
        by_mail = message.channel is not None and message.channel.kind == ChannelKind.MAIL
        return Content(
            id=f"message-{message.id}",
            kind=message.kind,
            to=message.address or message.user.email,
            language=message.user.language,
            subject=text.subject,
            lines=text.lines,
            url=text.url,
            link=text.link,
            site=request.url_root.rstrip("/"),
            at=now(),
            footer=footer(message) if by_mail else "",
            unsubscribe_url=unsubscribe_url(message.channel, message.kind) if by_mail and is_kind else "",
            unsubscribe_label=gettext("Unsubscribe:") if by_mail and is_kind else "",
            duel=text.duel,
            phase=text.phase,
            deadline=text.deadline,
            picture=text.picture,
            details=text.details,
            footer_url=url_for("notifications.index", _external=True) if by_mail else "",
        )


def email_content_of(message: Message) -> Content:
    """Return everything a sender needs for an e-mail about an account."""
    site = request.url_root.rstrip("/")
    email = email_text(message, message.user, site)
    return Content(
        id=f"message-{message.id}",
        kind=message.kind,
        to=message.address,
        language=message.user.language,
        subject=email.subject,
        lines=(),
        url="",
        link="",
        site=site,
        at=now(),
        text=email.text,
        html=email.html,
    )


def footer(message: Message) -> str:
    """Say why this was sent, and where to change that."""
    address = url_for("notifications.index", _external=True)
    kind = kind_names().get(message.kind)
    if kind is None:
        return gettext("Notifications: %(address)s", address=address)
    return gettext(
        "You get this message because you chose: %(kind)s. Notifications: %(address)s",
        kind=kind,
        address=address,
    )


def signer() -> URLSafeSerializer:
    """Return the signer of the links that unsubscribe a channel from a kind."""
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="unsubscribe")


def unsubscribe_url(channel: Channel | None, kind: str) -> str:
    """Return the address that unsubscribes a channel from a kind."""
    token = UnsubscribeToken(signer().dumps([channel.id if channel else 0, kind]))
    return url_for("notifications.unsubscribe", token=token, _external=True)


def say_test(message: Message) -> MessageText:
    """Write a test: the channel works, and carries these kinds."""
    names = kind_names()
    wanted = [names[kind] for kind in message.channel.kinds] if message.channel else []
    lines = [gettext("This is the test you asked for: it works.")]
    if wanted:
        lines.append(
            gettext("You will get these notifications here: %(kinds)s.", kinds=listed(wanted, "unit"))
        )
    address = url_for("notifications.index", _external=True)
    return MessageText(gettext("A test of Intimate Diplomacy"), lines, address, gettext("Notifications"))


WORDS = {TEST: say_test}
"""The function for the text of a test."""
