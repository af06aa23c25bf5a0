"""The outcomes of orders in the reader's words."""

from collections.abc import Iterable, Mapping

from flask_babel import lazy_gettext as _l

from adjudicator import Flag
from web.frame.translation import gettext

WORDS: Mapping[Flag, str] = {
    Flag.BOUNCE: _l("bounced"),
    Flag.NO_CONVOY: _l("no convoy"),
    Flag.CUT: _l("cut"),
    Flag.VOID: _l("void"),
    Flag.DISLODGED: _l("dislodged"),
    Flag.DISBAND: _l("disbanded"),
    Flag.DISRUPTED: _l("disrupted"),
    Flag.DEFAULT: _l("by default"),
}


def outcome_words(flags: Iterable[Flag]) -> str:
    """Say an outcome by its flags."""
    return ", ".join(str(WORDS[flag]) for flag in flags) or gettext("succeeded")
