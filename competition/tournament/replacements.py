"""Whose the points are of a player who was replaced during a game (seed 004, VII)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from competition.tournament.values import OrdinaryScore

Total = Callable[[Sequence[OrdinaryScore], int], Fraction]
"""What an entry has in the ranking, given all scores."""


def settled(scores: Sequence[OrdinaryScore], total: Total) -> list[OrdinaryScore]:
    """Give the points of each replaced player to who replaced them, or back.

    If they help who replaced them, they are theirs, and the first player has 0. If not, they are the first
    player's, less a fourteenth for each season that the other one played, as if that one had not played.
    Several replacements are settled one after another, by round and table.
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
