"""A client for the API of sites on which people play Intimate Diplomacy.

from intimate_client import Site

with Site("https://example.org", "id_…") as site:
    site.play(lambda duel, options: default_entry(options))
"""

from intimate_client.shapes import (
    Challenge,
    Changes,
    Duel,
    Entry,
    Fault,
    ListedDuel,
    Options,
    PracticeDuel,
    UnitOptions,
    WinterOptions,
)
from intimate_client.site import Event, Refused, Site, Unreachable, default_entry

__all__ = [
    "Challenge",
    "Changes",
    "Duel",
    "Entry",
    "Event",
    "Fault",
    "ListedDuel",
    "Options",
    "PracticeDuel",
    "Refused",
    "Site",
    "UnitOptions",
    "Unreachable",
    "WinterOptions",
    "default_entry",
]
