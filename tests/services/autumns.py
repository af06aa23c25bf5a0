"""An autumn that allows all entries in advance: a retreat, a build, a removal and an auction."""

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
"""This order dislodges Austria's army in Bohemia."""
RETREAT = {"orders": {"AUSTRIA": ["A BOH R VIE"]}}
WINTER = {"orders": {"AUSTRIA": ["A VIE B", "F TRI B"]}}
"""The builds that Austria wants; after the retreat one of them is possible."""
REMOVAL = {"orders": {"FRANCE": ["A BUR D"]}}
SHEET = {"bids": {"RUSSIA": 7, "TURKEY": 5}}


def phases(contest):
    """List the phases and events of all chapters."""
    return [str(chapter.phase or chapter.event) for chapter in contest.chapters()]


def revealed(contest, player=FIRST):
    """Return a player's entry in the last chapter, without its seal."""
    entry = contest.chapters()[-1].entries.get(player.value, {})
    return {key: entry[key] for key in ("orders", "bids") if key in entry}


def unsealed(contest):
    """List the stored entries of a duel that were not handed in."""
    with contest.database.reading() as session:
        query = select(StoredEntry.phase, StoredEntry.player)
        found = session.execute(
            query.where(StoredEntry.duel_id == contest.id, StoredEntry.sealed_at.is_(None))
        )
        return sorted((str(phase), player.value) for phase, player in found)


def store_all_ahead(contest):
    contest.store_ahead(FIRST, "F1902R", RETREAT)
    contest.store_ahead(FIRST, "W1902A", WINTER)
    contest.store_ahead(SECOND, "W1902A", REMOVAL)
    contest.store_ahead(FIRST, "S1903B", SHEET)
    contest.store_ahead(SECOND, "S1903B", {"bids": {}})
