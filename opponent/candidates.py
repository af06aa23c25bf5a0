"""Order sets of one side: first ones by greed and lot, and the variations of a given one."""

from collections.abc import Iterator, Sequence

import numpy as np

from adjudicator import Convoy, Hold, Move, Province, Support, Unit, province_of, standard
from opponent.chance import Chance, shuffled
from opponent.field import Field, Row

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
        for number in slate.ranges[unit]:
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
        """Vary an order set: each unit otherwise, and plans as they come, at most so many in all."""
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
