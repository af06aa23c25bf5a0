"""The levels of the site's own opponent in the reader's language."""

from opponent.levels import Level
from web.frame.translation import gettext


def level_name(level: Level) -> str:
    """The name of a level, by which the opponent is called, too."""
    names = {
        Level.RECRUIT: gettext("Recruit"),
        Level.CAPTAIN: gettext("Captain"),
        Level.COLONEL: gettext("Colonel"),
        Level.MARSHAL: gettext("Marshal"),
    }
    return names[level]


def level_summary(level: Level) -> str:
    """Say how a level plays."""
    summaries = {
        Level.RECRUIT: gettext(
            "Looks no further than the next centre, and forgets supports. To learn the game."
        ),
        Level.CAPTAIN: gettext("Keeps its units together, bids with care, and is greedy at times."),
        Level.COLONEL: gettext("Weighs your best replies before it moves. Few beginners beat it."),
        Level.MARSHAL: gettext("Plays as well as the site knows how. It cannot be read: it mixes its plans."),
    }
    return summaries[level]
