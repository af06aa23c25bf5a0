"""What became of an order, in the reader's words."""

from collections.abc import Iterable

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

WORDS = {
    "bounce": _l("bounced"),
    "no convoy": _l("no convoy"),
    "cut": _l("cut"),
    "void": _l("void"),
    "dislodged": _l("dislodged"),
    "disband": _l("disbanded"),
    "disrupted": _l("disrupted"),
    "default": _l("by default"),
}


def outcome_words(flags: Iterable[str]) -> str:
    """What became of an order, from its flags."""
    return ", ".join(str(WORDS[flag]) for flag in flags) or gettext("succeeded")
