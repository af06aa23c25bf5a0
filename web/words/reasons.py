"""The reasons for which duels end, as a menu names them."""

from collections.abc import Mapping

from intimate.duel import Ending
from web.frame.translation import gettext, pgettext


def reason_names() -> Mapping[Ending, str]:
    """The names of all endings of duels that were played."""
    return {
        Ending.HOME_CENTRE: gettext("On a home centre"),
        Ending.HOME_ELIMINATED: gettext("Home power gone"),
        Ending.CONCEDED: gettext("Concession"),
        Ending.DRAW: gettext("Draw agreed"),
        Ending.STALEMATE: pgettext("end of a duel", "Stalemate"),
        Ending.CENTRES: gettext("Enough centres"),
        Ending.YEAR_LIMIT: gettext("Last year played"),
        Ending.BOTH_OVERBID: gettext("Both overbid"),
        Ending.ABSENT: gettext("Absence"),
        Ending.ENDED_EARLY: gettext("Early end agreed"),
        Ending.CLOSED: gettext("Closed by the arbiter"),
    }
