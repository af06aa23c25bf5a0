"""Reports and acts in the reader's language."""

from services.keepers.acts import LONGEST_REASON, ReasonMissing, ReasonRefused
from services.keepers.reports import (
    LONGEST,
    MOST_A_DAY,
    MOST_OPEN,
    OwnReport,
    ReportRefused,
    TextMissing,
    TextTooLong,
    TooManyOpen,
)
from web.frame.translation import gettext


def case_names() -> dict[str, str]:
    """Name what a report is about."""
    return {
        "conduct": gettext("How somebody behaves or plays"),
        "accounts": gettext("Several accounts of one person"),
        "other": gettext("Something else"),
        "arbiter": gettext("Call of the arbiter"),
    }


def act_names() -> dict[str, str]:
    """Name what keepers and arbiters did."""
    return {
        "warned": gettext("Warning"),
        "closed_account": gettext("Account closed"),
        "opened_account": gettext("Account opened again"),
        "answered": gettext("Report answered"),
        "noted": gettext("Note"),
        "ruled": gettext("Ruling of the arbiter"),
        "made_arbiter": gettext("Made an arbiter"),
        "unmade_arbiter": gettext("No arbiter any more"),
    }


def why_not_report(error: ReportRefused) -> str:
    """Explain why something cannot be reported."""
    if isinstance(error, TextMissing):
        return gettext("Say what happened.")
    if isinstance(error, TextTooLong):
        return gettext("This is too long: at most %(max)d characters.", max=LONGEST)
    if isinstance(error, OwnReport):
        return gettext("This is your own name.")
    if isinstance(error, TooManyOpen):
        return gettext(
            "%(most)d reports of yours wait for an answer. Send the next one after that.", most=MOST_OPEN
        )
    return gettext("You have sent %(most)d reports in a day. Send the next one tomorrow.", most=MOST_A_DAY)


def why_not_reason(error: ReasonRefused) -> str:
    """Explain why a reason is refused."""
    if isinstance(error, ReasonMissing):
        return gettext("Say why. It is stored for good.")
    return gettext("This is too long: at most %(max)d characters.", max=LONGEST_REASON)
