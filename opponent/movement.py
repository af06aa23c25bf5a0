"""Orders of a movement phase: order sets of both sides, made and varied, their payoffs, a mixed choice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from adjudicator import Convoy, Hold, Move, Province, Support, Unit, closed_goal, province_of, standard
from opponent.chance import Chance, shuffled
from opponent.equilibrium import solve
from opponent.field import Field, Row
from opponent.greed.outlook import MANNERS, Outlook
from opponent.greed.playing import March
from opponent.sides import OTHER, OWN
from opponent.tables import Floats

Plan = tuple[int, ...]
"""Orders that belong together: a move with its supports, or with the convoys that carry it."""
MOST_HELPERS = 2


class Repertoire:
    """What the units of one side can be ordered, sorted by what the orders do.

    steps: of each unit its hold and its moves on its own. plans: moves with supports or convoys.
    """

    def __init__(self, field: Field, side: int) -> None:
        self.field, self.side = field, side
        self.units = field.units[side]
        self.place = {unit: index for index, unit in enumerate(self.units)}
        self.steps: list[list[int]] = []
        self.supports: dict[tuple[int, Unit, str | None], int] = {}
        self.crossings: list[int] = []
        self.convoys: dict[tuple[Unit, str], dict[Province, int]] = {}
        for unit in self.units:
            self._sort(unit)
        self.plans = [*self._supported(), *self._carried()]

    def _sort(self, unit: int) -> None:
        steps, slate = [], self.field.slate
        closed = self.field.sides.duel.closed
        for number in slate.ranges[unit]:
            if closed_goal(slate.orders[number], closed):
                continue
            match slate.orders[number]:
                case Hold() | Move(via=False):
                    steps.append(number)
                case Move():
                    self.crossings.append(number)
                case Support(supported=supported, to=to):
                    self.supports[unit, supported, to and province_of(to)] = number
                case Convoy(unit=fleet, army=army, to=to):
                    self.convoys.setdefault((army, province_of(to)), {})[fleet.province] = number
        self.steps.append(steps)

    def _helpers(self, number: int, to: str, busy: Sequence[int] = ()) -> list[int]:
        unit = self.field.slate.unit_of[number]
        supported = self.field.slate.units[unit]
        return [
            self.supports[other, supported, to]
            for other in self.units
            if (other, supported, to) in self.supports and other not in busy
        ]

    def _supported(self) -> Iterator[Plan]:
        for steps in self.steps:
            for number in steps[1:]:
                order = self.field.slate.orders[number]
                assert isinstance(order, Move)  # noqa: S101  # the first step alone is a hold
                helpers = self._helpers(number, province_of(order.to))
                for index, helper in enumerate(helpers):
                    yield number, helper
                    yield from ((number, helper, second) for second in helpers[index + 1 :])

    def _carried(self) -> Iterator[Plan]:
        for number in self.crossings:
            order = self.field.slate.orders[number]
            end = province_of(order.to) if isinstance(order, Move) else ""
            chain = self._chain(order.unit, Province(end))
            if chain:
                yield number, *chain
                busy = [self.field.slate.unit_of[convoy] for convoy in chain]
                yield from ((number, *chain, helper) for helper in self._helpers(number, end, busy))

    def _chain(self, army: Unit, end: Province) -> tuple[int, ...]:
        """The convoys of a shortest chain of own fleets that carries an army, none where there is none."""
        fleets = self.convoys.get((army, end), {})
        neighbours = standard().neighbours
        ways: list[tuple[Province, ...]] = [(sea,) for sea in fleets if sea in neighbours[army.province]]
        seen = {way[0] for way in ways}
        for way in ways:
            if end in neighbours[way[-1]]:
                return tuple(fleets[sea] for sea in way)
            for sea in fleets:
                if sea not in seen and sea in neighbours[way[-1]]:
                    seen.add(sea)
                    ways.append((*way, sea))
        return ()

    @property
    def holding(self) -> Row:
        """The order set in which every unit holds."""
        return tuple(steps[0] for steps in self.steps)

    def singles(self) -> list[int]:
        """List all moves that units can make on their own."""
        return [number for steps in self.steps for number in steps[1:]]

    def with_plan(self, row: Row, plan: Plan) -> Row:
        """Return an order set with some orders in place of others."""
        changed = list(row)
        for number in plan:
            changed[self.place[self.field.slate.unit_of[number]]] = number
        return tuple(changed)

    def variations(self, row: Row, chance: Chance, most: int) -> list[Row]:
        """Vary an order set unit by unit and plan by plan, up to a limit."""
        found = {self.with_plan(row, (number,)) for number in self._alternatives(row)}
        found.discard(row)
        varied = sorted(found)
        while len(varied) > most:
            varied.pop(int(chance.random() * len(varied)))
        room = min(most - len(varied), len(self.plans))
        planned = (self.plans[int(chance.random() * len(self.plans))] for _ in range(room))
        return [*varied, *{self.with_plan(row, plan): None for plan in planned}]

    def _alternatives(self, row: Row) -> Iterator[int]:
        """The steps of every unit, and the supports that fit what the others are ordered."""
        slate = self.field.slate
        for steps in self.steps:
            yield from steps
        for index, number in enumerate(row):
            order = slate.orders[number]
            to = province_of(order.to) if isinstance(order, Move) else None
            for unit in self.units:
                support = self.supports.get((unit, order.unit, to))
                if support is not None and unit != self.units[index]:
                    yield support

    def greedy(self, gains: dict[int, float], noise: float, chance: Chance) -> Row:
        """Give every unit the step that gains most by itself, with noise, and no two of them one place."""
        taken: set[str] = set()
        row = list(self.holding)
        for index in shuffled(len(self.units), chance):
            steps = self.steps[index]
            tastes = [
                gains.get(number, 0.0) - noise * float(np.log(-np.log(chance.random() or 0.5)))
                for number in steps
            ]
            for choice in sorted(range(len(steps)), key=lambda step: -tastes[step]):
                order = self.field.slate.orders[steps[choice]]
                end = province_of(order.to) if isinstance(order, Move) else order.unit.province
                if end not in taken:
                    taken.add(end)
                    row[index] = steps[choice]
                    break
        return tuple(row)


HABITS, FIRST = 8, 11
"""Order sets of each side to begin with: those of greedy players, and all."""
RARE = 0.002
"""What the other side gives less often than this is not answered."""
LEAST_GAIN = 1e-4
JOINED = 12
"""The most variations that are joined into one."""
ROUNDS = 200
"""The rounds of regret matching that make the last mix."""


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
