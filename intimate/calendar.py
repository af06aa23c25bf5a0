"""The year of a duel: that of the base game, begun by an auction (section 6)."""

from adjudicator import CALENDAR, Phase, PhaseKind, Season

YEAR = ((Season.SPRING, PhaseKind.AUCTION), *CALENDAR)
"""Auction, spring moves and retreats, autumn moves and retreats, winter."""
FIRST_YEAR = 1901
HOMES = Phase(Season.SPRING, FIRST_YEAR, PhaseKind.HOMES)
"""The choice of home powers, which comes before the first year."""


def place_in_time(phase: Phase) -> tuple[int, int]:
    """Return what sorts phases in the order in which they come."""
    is_first = phase.kind is PhaseKind.HOMES
    return phase.year, -1 if is_first else YEAR.index((phase.season, phase.kind))
