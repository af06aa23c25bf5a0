"""The texts of reports, acts and refusals of moderation."""

from services.moderation.acts import LONGEST_REASON
from services.moderation.refusals import ModerationRefusal
from services.moderation.reports import LONGEST, MOST_A_DAY, MOST_OPEN
from web.core.messages import Sentences
from web.core.translation import gettext


def case_names() -> dict[str, str]:
    """Name the subjects of reports."""
    return {
        "conduct": gettext("How somebody behaves or plays"),
        "accounts": gettext("Several accounts of one person"),
        "other": gettext("Something else"),
        "arbiter": gettext("Call of the arbiter"),
    }


def act_names() -> dict[str, str]:
    """Name the acts of moderators and arbiters."""
    return {
        "warned": gettext("Warning"),
        "closed_account": gettext("Account closed"),
        "opened_account": gettext("Account opened again"),
        "answered": gettext("Report answered"),
        "noted": gettext("Note"),
        "ruled": gettext("Ruling of the arbiter"),
        "made_arbiter": gettext("Made an arbiter"),
        "unmade_arbiter": gettext("No arbiter any more"),
        "read": gettext("Read by a moderator"),
        "deleted_comment": gettext("Comment deleted"),
        "made_ladder": gettext("Ladder made"),
        "closed_ladder": gettext("Ladder closed"),
    }


REFUSALS: Sentences = {
    ModerationRefusal.REASON_MISSING: lambda: gettext("Say why. It is stored for good."),
    ModerationRefusal.REASON_TOO_LONG: lambda: gettext(
        "This is too long: at most %(max)d characters.", max=LONGEST_REASON
    ),
    ModerationRefusal.PARTIAL: lambda: gettext(
        "You play a duel with them, or it is about you: leave it to another moderator."
    ),
    ModerationRefusal.TEXT_MISSING: lambda: gettext("Say what happened."),
    ModerationRefusal.TEXT_TOO_LONG: lambda: gettext(
        "This is too long: at most %(max)d characters.", max=LONGEST
    ),
    ModerationRefusal.OWN_REPORT: lambda: gettext("This is your own name."),
    ModerationRefusal.TOO_MANY_OPEN: lambda: gettext(
        "%(most)d reports of yours wait for an answer. Send the next one after that.", most=MOST_OPEN
    ),
    ModerationRefusal.TOO_MANY_TODAY: lambda: gettext(
        "You have sent %(most)d reports in a day. Send the next one tomorrow.", most=MOST_A_DAY
    ),
    ModerationRefusal.ANSWERED: lambda: gettext(
        "Another moderator has answered meanwhile. Nothing was saved."
    ),
    ModerationRefusal.MODERATOR: lambda: gettext(
        "Only a command on the server can close a moderator’s account."
    ),
    ModerationRefusal.CLOSED_ALREADY: lambda: gettext(
        "Another moderator was faster. Look at the account again."
    ),
    ModerationRefusal.NOT_CLOSED: lambda: gettext("Another moderator was faster. Look at the account again."),
}
