"""Retreats and winters: one order after the other, each the best against what the other side would do."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product

import numpy as np

from adjudicator import Build, Disband, Order, Power, Retreat, Unreadable, province_of
from intimate.entries import Orders
from intimate.options import Choices, UnitChoice, WinterChoice, choices_of
from intimate.players import Player
from intimate.winter import resolve_winter
from opponent.equilibrium import solve
from opponent.evaluation import Evaluation, Weights
from opponent.sides import OTHER, OWN, OpposingSides
from opponent.tables import Floats

Given = tuple[tuple[Power, Order], ...]
"""Orders with their powers, as one side gives them together."""
MOST = 48
"""The most ways to retreat that are looked at for each side."""


class Routed:
    """A phase of retreats: every way in which both sides could go, and what it leads to."""

    def __init__(self, sides: OpposingSides, weights: Weights) -> None:
        self.sides, self.evaluation = sides, Evaluation(sides, weights)
        duel, player = sides.duel, sides.player
        self.choices = [choices_of(duel, who).units for who in (player, player.opponent)]
        self.ways = [_ways(choices) for choices in self.choices]
        self.looked_at = len(self.ways[OWN]) * len(self.ways[OTHER])
        self._before = self.evaluation.counts_of([dict(duel.position.units)])[:, 0]
        self.payoffs = self._payoffs()

    def _payoffs(self) -> Floats:
        counts = [
            self._before + self._arrived(row + column)
            for row in self.ways[OWN]
            for column in self.ways[OTHER]
        ]
        shares = self.evaluation.shares(np.stack(counts, axis=1))
        return shares.reshape(len(self.ways[OWN]), len(self.ways[OTHER]))

    def _arrived(self, given: Given) -> Floats:
        """Count the units that get away; those that meet are gone (1971 XI.2)."""
        going = [(power, order) for power, order in given if isinstance(order, Retreat)]
        ends = [province_of(order.to) for _, order in going]
        total = np.zeros(self.evaluation.size, dtype=np.float32)
        for power, order in going:
            if ends.count(province_of(order.to)) == 1:
                total += self.evaluation.columns[power][:, self.evaluation.stand(order.unit.at(order.to))]
        return total

    def meant(self, side: int, given: Iterable[Order | Unreadable]) -> Given:
        """What orders of a side come to; a unit without one is disbanded."""
        orders = [order for order in given if not isinstance(order, Unreadable)][::-1]
        return tuple(
            (choice.power, next((order for order in orders if order in choice.orders), Disband(choice.unit)))
            for choice in self.choices[side]
        )

    def way_of(self, side: int, given: Iterable[Order | Unreadable]) -> int:
        """The number of the way that orders mean; raises ValueError if it was not looked at."""
        return self.ways[side].index(self.meant(side, given))

    def share(self, side: int, given: Iterable[Order | Unreadable], others: Floats) -> float:
        """Judge orders of a side, looked at before or not; `others`: how often the other goes each way."""
        way = self.meant(side, given)
        counts = [self._before + self._arrived(way + other) for other in self.ways[1 - side]]
        return float(self.evaluation.shares(np.stack(counts, axis=1)) @ others)

    def solved(self) -> tuple[Floats, Floats]:
        """Return how often each side would go each of its ways."""
        return solve(self.payoffs)


def _ways(choices: Sequence[UnitChoice]) -> list[Given]:
    each = [[(choice.power, order) for order in reversed(choice.orders)] for choice in choices]
    return list(islice(product(*each), MOST))


class Wintering:
    """A winter: builds and removals of both sides, chosen one by one."""

    def __init__(self, sides: OpposingSides, weights: Weights) -> None:
        self.sides, self.evaluation = sides, Evaluation(sides, weights)
        self.looked_at = 0
        self.counts = self.evaluation.counts_of([dict(sides.duel.position.units)])[:, 0]

    @property
    def standing(self) -> float:
        """The share that the own side may expect as the position stands with what was chosen so far."""
        return float(self.evaluation.shares(self.counts[:, None])[0])

    def best(self) -> Given:
        """Choose the own side's orders after those that the other side would give by itself."""
        self.chosen(OTHER)
        return self.chosen(OWN)

    def chosen(self, side: int) -> Given:
        """Choose the orders of a side, on top of what was chosen before."""
        player = self.sides.player
        return self._choose(choices_of(self.sides.duel, player if side == OWN else player.opponent), side)

    def share(self, entries: Mapping[Player, Orders]) -> float:
        """Judge the position after builds and removals of both sides, and those that nobody ordered."""
        position, _ = resolve_winter(self.sides.duel, entries)
        return float(self.evaluation.shares(self.evaluation.counts_of([dict(position.units)]))[0])

    def _choose(self, choices: Choices, side: int) -> Given:
        given: list[tuple[Power, Order]] = []
        for winter in choices.winters:
            used: set[str] = set()
            for _ in range(winter.number):
                order = self._next(winter, used, side)
                if order is None:
                    break
                given.append((winter.power, order))
        return tuple(given)

    def _next(self, winter: WinterChoice, used: set[str], side: int) -> Order | None:
        """The order that serves a side best; its place is used up by it."""
        orders = [
            order
            for order in winter.orders
            if isinstance(order, Build | Disband) and order.unit.province not in used
        ]
        if not orders:
            return None
        columns = self.evaluation.columns[winter.power]
        changes = [columns[:, self.evaluation.stand(order.unit)] for order in orders]
        tried = self.counts[:, None] + np.stack(changes, axis=1) * (-1 if winter.removes else 1)
        shares = self.evaluation.shares(tried)
        self.looked_at += len(orders)
        best = int(np.argmax(shares if side == OWN else -shares))
        self.counts = tried[:, best]
        used.add(orders[best].unit.province)
        return orders[best]
