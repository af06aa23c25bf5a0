"""The kinds of message and of channel in the reader's language."""

from collections.abc import Mapping

from models import Channel, Message
from web.frame.translation import gettext
from web.words.times import relative

BROWSERS = {
    "googleapis.com": "Chrome",
    "mozilla.com": "Firefox",
    "apple.com": "Safari",
    "windows.com": "Edge",
}
"""The browsers by who passes on what they are sent."""


def kind_names() -> Mapping[str, str]:
    """Name each kind of message."""
    return {
        "turn": gettext("It is your turn"),
        "reminder": gettext("A deadline is near, and you have not handed in"),
        "resolved": gettext("A phase is resolved, even if it is not your turn"),
        "challenge": gettext(
            "Somebody challenges you or declines your challenge; your place on a ladder changes"
        ),
        "offer": gettext("Your opponent offers a draw or a pause, claims a stalemate, or gives you time"),
        "ended": gettext("A duel is over"),
        "tournament": gettext("A tournament of yours begins, goes on to its next round, or ends"),
        "account": gettext("Somebody logs in from a new device, or your account is changed"),
    }


def channel_name(channel: Channel, email: str | None) -> str:
    """Name a channel so that its owner knows it."""
    match channel.kind:
        case "mail":
            return gettext("Mail to %(address)s", address=email or "?")
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
    """Say what became of the latest test of a channel."""
    if test is None:
        return ""
    if test.told_at:
        return gettext("The last test was sent %(time)s.", time=relative(test.told_at))
    return gettext("A test is on its way.") if test.due_at else gettext("The last test could not be sent.")
