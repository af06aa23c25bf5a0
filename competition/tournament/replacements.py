"""Who gets the points of a player who was replaced during a game (source 004, VII)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from competition.tournament.values import OrdinaryScore

Total = Callable[[Sequence[OrdinaryScore], int], Fraction]
"""Returns the total of an entry in the ranking, given all scores."""


def settled(scores: Sequence[OrdinaryScore], total: Total) -> list[OrdinaryScore]:
    """Give the points of each replaced player to the second player, or back to the first.

    If the points improve the second player's total, the second keeps them, and the first has 0. If not, the
    first gets them, less a fourteenth for each season that the second played, and the second counts as
    absent. Several replacements are settled in turn, by round and table.
    """
    found = list(scores)
    order = sorted(range(len(found)), key=lambda place: (found[place].round, found[place].board))
    for place in order:
        score = found[place]
        if score.first is None:
            continue
        given_back = [*found]
        given_back[place] = replace(score, entry=score.first, first=None)
        if total(found, score.entry) <= total(given_back, score.entry):
            found = given_back
    return found
