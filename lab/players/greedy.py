"""The greedy yardstick: the greedy player of the opponent."""

from random import Random

from intimate.view import View
from lab.players.contestant import Past, Reply
from opponent.greed.outlook import DUMBBOT, Taste
from opponent.greed.playing import greedy


class Greedy:
    """Goes for the most valuable places, without regard to the enemy's answer."""

    def __init__(self, taste: Taste = DUMBBOT) -> None:
        self.taste = taste

    def answer(self, view: View, chance: Random, _past: Past = ()) -> Reply:
        """Answer greedily."""
        return Reply(greedy(view, chance, self.taste))
