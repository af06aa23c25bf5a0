"""Orders of a movement phase: order sets of both sides, their payoffs, and a mixed choice among them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from opponent.candidates import Repertoire
from opponent.chance import Chance
from opponent.equilibrium import solve
from opponent.field import Field, Row
from opponent.greed.marching import March
from opponent.greed.outlook import Outlook
from opponent.greed.taste import MANNERS
from opponent.sides import OTHER, OWN
from opponent.tables import Floats

HABITS, FIRST = 8, 11
"""Order sets of each side to begin with: those of greedy players, and all."""
RARE = 0.002
"""What the other side gives less often than this is not answered."""
LEAST_GAIN = 1e-4
JOINED = 12
"""So many variations at most are joined into one."""
ROUNDS = 200
"""So many rounds of regret matching make the last mix."""


@dataclass(frozen=True, slots=True)
class Search:
    """How to search.

    work: positions to look at. habit: how far the enemy is expected to follow greed alone, as many do.
    variations: tried at a time. climb: the most steps of one. starts: climbs to an answer. noise: greed's.
    """

    work: int
    habit: float
    variations: int = 120
    climb: int = 8
    starts: int = 3
    noise: float = 0.03


@dataclass(frozen=True, slots=True)
class Found:
    """Order sets of both sides, their payoffs for the own side, and how often each would be chosen."""

    rows: Sequence[Row]
    columns: Sequence[Row]
    payoffs: Floats
    row_mix: Floats
    column_mix: Floats

    @property
    def share(self) -> float:
        """The score that the own side may expect."""
        return float(self.row_mix @ self.payoffs @ self.column_mix)


class Struggle:
    """The search of one movement phase."""

    def __init__(self, field: Field, search: Search, chance: Chance) -> None:
        self.field, self.search, self.chance = field, search, chance
        self.sides = Repertoire(field, OWN), Repertoire(field, OTHER)
        self.sets: tuple[list[Row], list[Row]] = ([], [])
        self._begin()
        self.payoffs = field.payoffs(*self.sets)
        self._solve()

    def _solve(self, rounds: int = 50) -> None:
        """Mix the order sets of each side against an enemy who follows greed, or else plays their best."""
        habit = self.search.habit
        row_usual = self.payoffs[:, : self.usual[OTHER]].mean(axis=1, keepdims=True)
        column_usual = self.payoffs[: self.usual[OWN]].mean(axis=0, keepdims=True)
        own = solve(habit * row_usual + (1 - habit) * self.payoffs, rounds)
        other = solve(habit * column_usual + (1 - habit) * self.payoffs, rounds)
        self.mixes = own[0], other[1]
        self.feared = self._feared(other[0], OWN), self._feared(own[1], OTHER)

    def _feared(self, mix: Floats, side: int) -> Floats:
        """What a side is expected to do: the best it can, and in part what greed alone suggests."""
        usual = np.zeros_like(mix)
        usual[: self.usual[side]] = 1 / self.usual[side]
        expected: Floats = (1 - self.search.habit) * mix + self.search.habit * usual
        return expected

    def _begin(self) -> None:
        """Begin with what greedy players would do, and with what gains most against an enemy who holds."""
        for side in (OWN, OTHER):
            self.sets[side].extend(dict.fromkeys(self._habits(side)))
        self.usual = len(self.sets[OWN]), len(self.sets[OTHER])
        for side in (OWN, OTHER):
            gains = self._gains(side)
            noises = [self.search.noise * number for number in range(FIRST - HABITS)]
            found = [self.sides[side].greedy(gains, noise, self.chance) for noise in noises]
            self.sets[side].extend(row for row in dict.fromkeys(found) if row not in self.sets[side])

    def _habits(self, side: int) -> Iterator[Row]:
        """What greedy players of various tastes would order."""
        sides = self.field.sides
        player = sides.player if side == OWN else sides.player.opponent
        for number in range(HABITS):
            outlook = Outlook(sides.duel, player, MANNERS[number % len(MANNERS)])
            orders = March(outlook, self.chance).made().all
            yield self.field.row_of(side, self.field.numbers(orders))

    def _gains(self, side: int) -> dict[int, float]:
        """What each move of a side gains by itself when all others hold."""
        repertoire = self.sides[side]
        singles = repertoire.singles()
        tried = [repertoire.with_plan(repertoire.holding, (number,)) for number in singles]
        values = self._values(
            side, [repertoire.holding, *tried], [self.sides[1 - side].holding], np.ones(1, np.float32)
        )
        return {number: float(values[index + 1] - values[0]) for index, number in enumerate(singles)}

    def _values(self, side: int, tried: Sequence[Row], against: Sequence[Row], mix: Floats) -> Floats:
        """What order sets promise a side against a mix of the other side's."""
        if side == OWN:
            return self.field.payoffs(tried, against) @ mix
        return 1 - mix @ self.field.payoffs(against, tried)

    def run(self) -> Found:
        """Answer each other's best order sets until the work is done."""
        while self.field.looked_at < self.search.work:
            before = self.field.looked_at
            for side in (OWN, OTHER):
                if self._answer(side):
                    self._solve()
            if self.field.looked_at == before:
                break
        self._solve(ROUNDS)
        return Found(self.sets[OWN], self.sets[OTHER], self.payoffs, *self.mixes)

    def _answer(self, side: int) -> bool:
        """Climb to an order set that is best against what the other side may do, and tell if it is new."""
        enemy = self.feared[1 - side]
        likely = np.flatnonzero(enemy > RARE)
        against, mix = [self.sets[1 - side][index] for index in likely], enemy[likely] / enemy[likely].sum()
        values = self.payoffs @ self.feared[OTHER] if side == OWN else 1 - self.feared[OWN] @ self.payoffs
        starts = [self.sets[side][index] for index in np.argsort(-values)[: self.search.starts]]
        tops = [self._climbed(side, start, against, mix) for start in starts]
        return self._add(side, tops[int(np.argmax(self._values(side, tops, against, mix)))])

    def _climbed(self, side: int, start: Row, against: Sequence[Row], mix: Floats) -> Row:
        """Vary an order set as long as that gains and there is work left."""
        for _ in range(self.search.climb):
            if self.field.looked_at >= self.search.work:
                break
            tried = self.sides[side].variations(start, self.chance, self.search.variations)
            values = self._values(side, [start, *tried], against, mix)
            joined = self._joined(start, tried, values[1:] - values[0])
            if not joined:
                break
            promised = self._values(side, joined, against, mix)
            start = joined[int(np.argmax(promised))]
        return start

    def _joined(self, start: Row, tried: Sequence[Row], gains: Floats) -> list[Row]:
        """Join the variations that gain, one after the other, as long as they alter different units."""
        joined: list[Row] = []
        row = start
        for index in np.argsort(-gains):
            if gains[index] < LEAST_GAIN or len(joined) == JOINED:
                break
            changes = [place for place, number in enumerate(tried[index]) if number != start[place]]
            if all(row[place] == start[place] for place in changes):
                row = tuple(
                    tried[index][place] if place in changes else row[place] for place in range(len(row))
                )
                joined.append(row)
        return joined

    def _add(self, side: int, row: Row) -> bool:
        if row in self.sets[side]:
            return False
        self.sets[side].append(row)
        if side == OWN:
            self.payoffs = np.vstack([self.payoffs, self.field.payoffs([row], self.sets[OTHER])])
        else:
            self.payoffs = np.hstack([self.payoffs, self.field.payoffs(self.sets[OWN], [row])])
        return True
