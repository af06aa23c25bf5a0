"""The search of a trial made in an afternoon: candidates, a matrix of payoffs, a mixed choice.

Greedy order sets with noise and best answers to them, pairs of them adjudicated and judged by hand, regret
matching, and one drawn from the mix. Overbids are not thought of, and convoys only of one fleet.
"""

from random import Random

from adjudicator import Order, PhaseKind, Power
from intimate.entries import Orders
from intimate.view import View
from lab.players.bargaining import bargained
from lab.players.contestant import Past, Reply
from lab.players.mixing import drawn
from lab.players.prospects import HAND, Figures
from lab.players.searching import Search
from opponent.greed.outlook import Outlook
from opponent.greed.playing import greedy

WORK = 700
"""As many positions as plain Python looks at in a tenth of a second."""


class Trial:
    """Searches movements and auctions; retreats and winters are greedy."""

    def __init__(self, work: int = WORK, figures: Figures = HAND, *, answers: bool = True) -> None:
        self.work, self.figures, self.answers = work, figures, answers

    def answer(self, view: View, chance: Random, _past: Past = ()) -> Reply:
        """Answer by search."""
        if view.player and view.duel.kind is PhaseKind.MOVEMENT:
            search = Search(view.duel, view.player, chance, self.figures, answers=self.answers)
            sets, mix = search.run(self.work)
            given: dict[Power, list[Order]] = {}
            for number in sets[drawn(mix, chance)]:
                power = search.slate.powers[search.slate.unit_of[number]]
                given.setdefault(power, []).append(search.slate.orders[number])
            return Reply(Orders(given), search.looked_at)
        if view.player and view.duel.kind is PhaseKind.AUCTION:
            return Reply(bargained(Outlook(view.duel, view.player), chance))
        return Reply(greedy(view, chance))
