"""Places on ladders, and their moves, in the reader's language."""

from services.ladders.ladders import PROGRAMS
from services.ladders.lists import ListedMove
from web.frame.translation import gettext, pgettext

TEENS = range(11, 14)
HUNDRED, TEN = 100, 10


def ladder_name(name: str) -> str:
    """The name of a ladder: as its keeper gave it, or that of the ladders which a site begins with."""
    usual = {"": gettext("Standing ladder"), PROGRAMS: gettext("Ladder of programs")}
    return usual.get(name, name)


def ordinal(place: int) -> str:
    """A place as it is counted: 1st, 2nd, 3rd, 4th."""
    if place == 1:
        return pgettext("place", "1st")
    last = 0 if place % HUNDRED in TEENS else place % TEN
    forms = {
        1: pgettext("place", "%(num)dst", num=place),
        2: pgettext("place", "%(num)dnd", num=place),
        3: pgettext("place", "%(num)drd", num=place),
    }
    return forms.get(last, pgettext("place", "%(num)dth", num=place))


def move_words(move: ListedMove) -> str:
    """Say in a sentence who moved on a ladder and why."""
    before, after = (ordinal(place or 0) for place in (move.before, move.after))
    words = {
        "joined": gettext("%(name)s joins in %(after)s place"),
        "won": gettext("%(name)s takes %(after)s place from %(other)s"),
        "refused": gettext("%(name)s takes %(after)s place from %(other)s, who refused to play"),
        "unanswered": gettext("%(name)s takes %(after)s place from %(other)s, who did not answer"),
        "timeout": gettext("%(name)s falls from %(before)s to %(after)s place by a timeout"),
        "shifted": gettext("%(name)s goes down from %(before)s to %(after)s place"),
        "left": gettext("%(name)s leaves the ladder from %(before)s place"),
    }
    return words[move.why] % {"name": move.name, "other": move.other, "before": before, "after": after}
