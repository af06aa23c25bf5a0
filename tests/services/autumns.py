"""An autumn of which everything can be left beforehand: a retreat, a build, a removal and an auction."""

from sqlalchemy import select

from models import StoredEntry
from tests.builders import UNITS, start
from tests.fixtures_duels import FIRST, SECOND


def autumn(**changes):
    """Return the autumn moves of 1902: Austria and Italy against France and Germany.

    Austria takes Serbia, so that it may build; France has one unit too many.
    """
    units = {
        **UNITS,
        "AUSTRIA": ["A BOH", "A SER", "A BUD"],
        "FRANCE": [*UNITS["FRANCE"], "A BUR"],
        "GERMANY": ["A MUN", "A SIL", "F KIE"],
    }
    units |= changes.pop("units", {})
    return start("F1902M", **{"units": units, "control": {"ITALY": "first", "GERMANY": "second"}, **changes})


MUNICH = {"orders": {"GERMANY": ["A MUN - BOH", "A SIL S A MUN - BOH"]}}
"""Drives Austria's army out of Bohemia."""
RETREAT = {"orders": {"AUSTRIA": ["A BOH R VIE"]}}
WINTER = {"orders": {"AUSTRIA": ["A VIE B", "F TRI B"]}}
"""The builds that Austria wants; after the retreat one is possible."""
REMOVAL = {"orders": {"FRANCE": ["A BUR D"]}}
SHEET = {"bids": {"RUSSIA": 7, "TURKEY": 5}}


def phases(contest):
    """Name the phases and events of all chapters."""
    return [str(chapter.phase or chapter.event) for chapter in contest.chapters()]


def revealed(contest, player=FIRST):
    """Return the entry of a player in the last chapter, without its seal."""
    entry = contest.chapters()[-1].entries.get(player.value, {})
    return {key: entry[key] for key in ("orders", "bids") if key in entry}


def unsealed(contest):
    """Name what is stored of a duel and not closed."""
    with contest.database.reading() as session:
        query = select(StoredEntry.phase, StoredEntry.player)
        found = session.execute(
            query.where(StoredEntry.duel_id == contest.id, StoredEntry.sealed_at.is_(None))
        )
        return sorted((str(phase), player.value) for phase, player in found)


def leave_all(contest):
    contest.leave(FIRST, "F1902R", RETREAT)
    contest.leave(FIRST, "W1902A", WINTER)
    contest.leave(SECOND, "W1902A", REMOVAL)
    contest.leave(FIRST, "S1903B", SHEET)
    contest.leave(SECOND, "S1903B", {"bids": {}})
