"""The year of a duel: that of the base game, begun by an auction (section 6)."""

from adjudicator import CALENDAR, Phase, PhaseKind, Season

YEAR = ((Season.SPRING, PhaseKind.AUCTION), *CALENDAR)
"""Auction, spring moves and retreats, autumn moves and retreats, winter."""
FIRST_YEAR = 1901
HOMES = Phase(Season.SPRING, FIRST_YEAR, PhaseKind.HOMES)
"""The choice of home powers, which comes before the first year."""
