"""The crosstable of a tournament, in the order of the ranking."""

from collections.abc import Sequence

from competition.tournament.crosstable import Row, crosstable
from services.tournaments.sheet import Sheet


def crossed(sheet: Sheet) -> Sequence[Row]:
    """Lay out who had what against whom, the best first."""
    entries = {entry.id: entry for entry in sheet.entries()}
    order = [entries[standing.entry] for standing in sheet.standings]
    return crosstable(order, sheet.meetings)
