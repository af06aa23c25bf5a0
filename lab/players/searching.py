"""The search of the trial: order sets of both sides, adjudicated by pairs, and best answers to them."""

from collections.abc import Sequence
from random import Random

import numpy as np

from intimate.duel import Duel
from intimate.players import Player
from lab.players.mixing import mixed
from lab.players.prospects import HAND, Figures, OrderSet, Prospects
from opponent.greed.ground import Array
from opponent.greed.outlook import Outlook
from opponent.greed.playing import March

FIRST = 8
"""Order sets of each side to begin with, drawn greedily."""
SCATTER = (1.0, 2.0, 4.0)
"""How freely the greedy ones take second-best places, in turn."""
AGAINST = 3
"""An answer is tried against so many of the likeliest order sets of the other side."""
TRIES = 16
"""Changes that are tried at a time."""
STEPS = 3
"""An answer is changed so often at most."""
LEAST_GAIN = 1e-4


class Search:
    """A movement phase, looked at by pairs of order sets."""

    def __init__(
        self, duel: Duel, player: Player, chance: Random, figures: Figures = HAND, *, answers: bool = True
    ) -> None:
        """Answers: whether best answers are searched for, beside the greedy order sets."""
        self.duel, self.chance, self.answers = duel, chance, answers
        self.prospects = Prospects(duel, player, figures)
        self.slate = self.prospects.slate
        self.looked_at = 0
        outlooks = [Outlook(duel, side) for side in (player, player.opponent)]
        self.units = [
            [number for number, unit in enumerate(self.slate.units) if unit in outlook.mine]
            for outlook in outlooks
        ]
        self.sets: list[list[OrderSet]] = [self._greedy(outlook) for outlook in outlooks]
        self.payoffs = self._payoffs(*self.sets)

    def _greedy(self, outlook: Outlook) -> list[OrderSet]:
        found: dict[OrderSet, None] = {}
        for number in range(FIRST):
            orders = March(outlook, self.chance, SCATTER[number % len(SCATTER)]).orders_by_unit()
            found[tuple(sorted(map(self.slate.number, orders.values())))] = None
        return list(found)

    def _payoffs(self, mine: Sequence[OrderSet], theirs: Sequence[OrderSet]) -> Array:
        """Adjudicate all pairs, and judge the positions after them."""
        pairs = [(*first, *second) for first in mine for second in theirs]
        self.looked_at += len(pairs)
        return self.prospects.shares(pairs).reshape(len(mine), len(theirs))

    def run(self, work: int) -> tuple[Sequence[OrderSet], Array]:
        """Search until the work is done; return one's own order sets, and how often to choose each."""
        mixes = mixed(self.payoffs)
        while self.answers and self.looked_at < work:
            before = self.looked_at
            for side in (0, 1):
                if self.units[side]:
                    self._add(side, self._answer(side, mixes))
                    mixes = mixed(self.payoffs)
            if self.looked_at == before:
                break
        return self.sets[0], mixes[0]

    def _answer(self, side: int, mixes: tuple[Array, Array]) -> OrderSet:
        """Change a good order set order by order, as long as that does better against the likeliest ones."""
        enemy = mixes[1 - side]
        likely = np.argsort(-enemy)[:AGAINST]
        against = [self.sets[1 - side][number] for number in likely]
        weights = enemy[likely] / enemy[likely].sum()
        best = self._beginning(side, mixes)
        for _ in range(STEPS):
            tried = [best, *(self._changed(side, best) for _ in range(TRIES))]
            worth = self._worth(side, tried, against, weights)
            first = int(worth.argmax())
            if worth[first] < worth[0] + LEAST_GAIN:
                break
            best = tried[first]
        return best

    def _changed(self, side: int, orders: OrderSet) -> OrderSet:
        """An order set with another order of one unit."""
        unit = self.chance.choice(self.units[side])
        numbers = self.slate.ranges[unit]
        kept = [number for number in orders if number not in numbers]
        return tuple(sorted([*kept, self.chance.choice(numbers)]))

    def _beginning(self, side: int, mixes: tuple[Array, Array]) -> OrderSet:
        """One of the three order sets that do best against the other side's mix, by lot."""
        values = self.payoffs @ mixes[1] if side == 0 else -(mixes[0] @ self.payoffs)
        number: int = self.chance.choice(np.argsort(-values)[:3].tolist())
        return self.sets[side][number]

    def _worth(
        self, side: int, tried: Sequence[OrderSet], against: Sequence[OrderSet], weights: Array
    ) -> Array:
        if side == 0:
            return self._payoffs(tried, against) @ weights
        return -(weights @ self._payoffs(against, tried))

    def _add(self, side: int, orders: OrderSet) -> None:
        if orders in self.sets[side]:
            return
        self.sets[side].append(orders)
        if side == 0:
            self.payoffs = np.vstack([self.payoffs, self._payoffs([orders], self.sets[1])])
        else:
            self.payoffs = np.hstack([self.payoffs, self._payoffs(self.sets[0], [orders])])
