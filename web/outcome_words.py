"""What became of an order, in the reader's words."""

from collections.abc import Iterable

from flask_babel import gettext


def outcome_words(flags: Iterable[str]) -> str:
    """What became of an order, from its flags."""
    words = {
        "bounce": gettext("bounced"),
        "no convoy": gettext("no convoy"),
        "cut": gettext("cut"),
        "void": gettext("void"),
        "dislodged": gettext("dislodged"),
        "disband": gettext("disbanded"),
        "disrupted": gettext("disrupted"),
        "default": gettext("by default"),
    }
    return ", ".join(words[flag] for flag in flags) or gettext("succeeded")
