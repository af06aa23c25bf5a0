"""An autumn of which everything can be left beforehand: a retreat, a build, a removal and an auction."""

from tests.builders import UNITS, start


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
