"""The greedy yardstick: the greedy player that stands in the opponent."""

from random import Random

from intimate.view import View
from lab.players.contestant import Past, Reply
from opponent.greed.outlook import DUMBBOT, Taste
from opponent.greed.playing import greedy


class Greedy:
    """Goes for the places that are worth most, with no thought of what the enemy answers."""

    def __init__(self, taste: Taste = DUMBBOT) -> None:
        self.taste = taste

    def answer(self, view: View, chance: Random, _past: Past = ()) -> Reply:
        """Answer greedily."""
        return Reply(greedy(view, chance, self.taste))
