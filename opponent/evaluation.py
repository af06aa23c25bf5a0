"""What a position is worth: counts that add up unit by unit, their weights, and the odds that follow."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Self

import numpy as np

from adjudicator import Power, Province, Unit, standard
from intimate.rules import HomeEliminated, LimitCounts
from opponent.sides import NOBODY, OTHER, OWN, OpposingSides
from opponent.tables import Floats, tables

FILE = "weights.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts for how much, in log-odds unless said otherwise.

    Of a threat against a home centre: spring_open, autumn_open: its odds at even strength before autumn and
    before the next spring. spring_edge, autumn_edge: what each unit of superiority adds. hired_next: the part
    of a mercenary that counts before it is hired anew. build_guard: how much a build that is due guards.
    Of the position: pull_near, pull_far: units of a home power close to the enemy's home centres, and on
    their way. ward: units close to their own home centres. unit, centre: each unit, each supply centre of a
    home power. stand: a unit on a centre before autumn. reach: centres close to units. hired_near, hired_far,
    hired_ward: mercenaries close to the enemy's home, on their way, and close to one's own. idle_near,
    idle_far: the same of mercenaries whose service is over. temper: how far the sum decides the duel.
    Of an auction: offence, defence, body: what a mercenary's closeness to the enemy's home, to one's own, and
    each of its units are worth. credit: each credit kept. thrift: how fast further credits are worth less.
    habit: how far an enemy is expected to follow habit who is known to. daring: by what part of the reserve a
    sheet may exceed it.
    """

    spring_open: float = -0.2
    spring_edge: float = 0.9
    autumn_open: float = -0.6
    autumn_edge: float = 0.65
    hired_next: float = 0.4
    build_guard: float = 0.7
    pull_near: float = 0.5
    pull_far: float = 3.0
    ward: float = 0.1
    unit: float = 0.4
    centre: float = 0.5
    stand: float = 0.3
    reach: float = 0.6
    hired_near: float = 0.3
    hired_far: float = 0.5
    hired_ward: float = 0.2
    idle_near: float = 0.1
    idle_far: float = 0.3
    temper: float = 0.15
    offence: float = 0.3
    defence: float = 0.3
    body: float = 0.05
    credit: float = 0.05
    thrift: float = 0.03
    habit: float = 0.75
    daring: float = 0.0

    @classmethod
    def load(cls) -> "Weights":
        """Read the weights that were made last."""
        return _load()

    @classmethod
    def names(cls) -> list[str]:
        """List the names of all weights."""
        return [field.name for field in fields(cls)]

    def as_mapping(self) -> dict[str, float]:
        """Return the weights by name."""
        return asdict(self)

    def altered(self, changes: dict[str, float]) -> Self:
        """Return the weights with some of them altered."""
        return replace(self, **changes)


@cache
def _load() -> Weights:
    return Weights(**json.loads((files("opponent") / FILE).read_text(encoding="utf-8")))


BOTH = (OWN, OTHER)
NEAR, WIDE = 1.1, 0.35
"""How fast closeness fades with each move of distance, for what is about to happen and for what may."""
HALF = 0.5
"""Counts are whole numbers that were added up by parts."""
STANDING = 0.8
"""How likely a unit is to stay where it wins only later."""
MOST_COUNTED = 3
"""Four Russian home centres count as three (section 7)."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Which row of the counts holds what: for each goal of a side units on it or near, helpers, guards."""

    on: slice
    near: slice
    helpers: slice
    guards: slice


def _rows(goals: Sequence[Sequence[Province]], first: int) -> tuple[Rows, Rows]:
    found = []
    for side in BOTH:
        size = len(goals[side])
        found.append(Rows(*(slice(first + part * size, first + (part + 1) * size) for part in range(4))))
        first += 4 * size
    return found[OWN], found[OTHER]


class Evaluation:
    """The judgement of all positions that may follow from one phase.

    A position is a column of counts: the sum of the columns of its units. Rows 0 and 1 count the supply
    centres of each side's own powers, rows 2 and 3 their units, row 4 adds up what speaks for the own side,
    in log-odds; the others are those of `rows`.
    """

    centres, units, sum = slice(0, 2), slice(2, 4), 4

    def __init__(self, sides: OpposingSides, weights: Weights) -> None:
        self.sides, self.weights = sides, weights
        self.tables = tables()
        self.rows = _rows(sides.goals, 5)
        self.size = 5 + 4 * sum(len(goals) for goals in sides.goals)
        board = standard()
        self.goals = tuple([board.index[goal] for goal in goals] for goals in sides.goals)
        self.columns = {power: self._columns(power) for power in board.powers}
        self.base = self._base()

    def _base(self) -> Floats:
        """The counts of an empty board: the centres that each side's own powers own."""
        base = np.zeros(self.size, dtype=np.float32)
        owners = list(self.sides.duel.position.owners.values())
        for side in BOTH:
            owned = sum(owners.count(power) for power in self.sides.own[side])
            base[side] = owned
            base[self.sum] += self._centre_worth() * (owned if side == OWN else -owned)
        return base

    def _decides_now(self, counts: LimitCounts) -> bool:
        """Tell whether this is the last year, and this counts after it."""
        rules, phase = self.sides.duel.rules, self.sides.duel.phase
        is_last = rules.year_limit is not None and phase is not None and phase.year >= rules.year_limit
        return is_last and rules.limit_counts is counts

    def _centre_worth(self) -> float:
        """In the last year centres decide, or become the units that do."""
        rules = self.sides.duel.rules
        wanted = rules.victory_centres is not None or rules.sides is not None
        wanted = wanted or self._decides_now(LimitCounts.UNITS)
        decides = self._decides_now(LimitCounts.CENTRES)
        return self.weights.centre * (4.0 if decides else 2.0 if wanted else 1.0)

    def _unit_worth(self) -> float:
        return self.weights.unit * (4.0 if self._decides_now(LimitCounts.UNITS) else 1.0)

    def _columns(self, power: Power) -> Floats:
        """What one unit of a power counts at every stand: [row, stand]."""
        columns = np.zeros((self.size, len(self.tables.province)), dtype=np.float32)
        self._count_centres(columns, power)
        owner = self.sides.owner(power)
        if owner is not None:
            self._count_own_unit(columns, owner)
        else:
            self._count_hired_unit(columns, self.sides.commander[power])
        self._count_guards(columns, power)
        return columns

    def _count_centres(self, columns: Floats, power: Power) -> None:
        """A unit takes the centre that it stands on in autumn; before, it is on its way."""
        board, owners, sides = standard(), self.sides.duel.position.owners, self.sides.own
        gained = np.zeros((2, len(board.codes)), dtype=np.float32)
        for centre in board.centres:
            owner = owners.get(centre)
            if owner != power:
                gained[:, board.index[centre]] = [(power in own) - (owner in own) for own in sides]
        at_stands = gained[:, self.tables.province]
        lead = at_stands[OWN] - at_stands[OTHER]
        if self.sides.before_autumn:
            columns[self.sum] += self.weights.stand * lead
        else:
            columns[:2] += at_stands
            columns[self.sum] += self._centre_worth() * lead

    def _closeness(self, side: int, fade: float) -> Floats:
        """How close each stand is to the goals of a side, from 1 on one of them down to 0."""
        close: Floats = np.exp(-fade * self.tables.nearest(self.goals[side]))
        return close

    def _count_own_unit(self, columns: Floats, side: int) -> None:
        weights, board, sign = self.weights, standard(), 1 if side == OWN else -1
        columns[2 + side] += 1
        owners = self.sides.duel.position.owners
        taken = {at for at, owner in owners.items() if owner in self.sides.own[side]}
        free = [board.index[at] for at in board.centres - taken - self.sides.duel.closed]
        worth = self._unit_worth() + weights.reach * np.exp(-self.tables.nearest(free))
        worth += weights.pull_near * self._closeness(side, NEAR) + weights.pull_far * self._closeness(
            side, WIDE
        )
        worth += weights.ward * self._closeness(1 - side, NEAR)
        columns[self.sum] += sign * worth
        for row, goal in enumerate(self.goals[side]):
            columns[self.rows[side].on][row] += self.tables.province == goal
            columns[self.rows[side].near][row] += self.tables.reach[:, goal]

    def _count_hired_unit(self, columns: Floats, side: int) -> None:
        """Until autumn a mercenary helps its commander; then it may help either."""
        weights = self.weights
        for who in BOTH:
            part = (side == who) if self.sides.before_autumn else weights.hired_next * 0.5
            for row, goal in enumerate(self.goals[who]):
                columns[self.rows[who].helpers][row] += part * self.tables.reach[:, goal]
        if not self.sides.before_autumn:
            columns[self.sum] += weights.idle_near * (
                self._closeness(OWN, NEAR) - self._closeness(OTHER, NEAR)
            )
            columns[self.sum] += weights.idle_far * (
                self._closeness(OWN, WIDE) - self._closeness(OTHER, WIDE)
            )
        elif side != NOBODY:
            sign = 1 if side == OWN else -1
            worth = weights.hired_near * self._closeness(side, NEAR) + weights.hired_far * self._closeness(
                side, WIDE
            )
            columns[self.sum] += sign * (worth + weights.hired_ward * self._closeness(1 - side, NEAR))

    def _count_guards(self, columns: Floats, power: Power) -> None:
        """Units that stand in the way of an attack on a centre, or can come to its help."""
        side, hired = self.sides.commander[power], self.sides.owner(power) is None
        for who in BOTH:
            for row, goal in enumerate(self.goals[who]):
                on, near = self.tables.province == goal, self.tables.reach[:, goal]
                if hired and not self.sides.before_autumn:
                    columns[self.rows[who].guards][row] += self.weights.hired_next * 0.5 * (on + near)
                elif side == 1 - who:
                    columns[self.rows[who].guards][row] += 1.0 * on + near
                elif side == NOBODY:
                    columns[self.rows[who].guards][row] += on

    def stand(self, unit: Unit) -> int:
        """The number of the stand of a unit."""
        return self.tables.number[unit]

    def counts_of(self, positions: Sequence[dict[Unit, Power]]) -> Floats:
        """Count positions given by their units: [row, position]."""
        found = np.empty((self.size, len(positions)), dtype=np.float32)
        for index, units in enumerate(positions):
            found[:, index] = self.base
            for unit, power in units.items():
                found[:, index] += self.columns[power][:, self.tables.number[unit]]
        return found

    def counted(self, power: Power) -> Floats:
        """Add up what the units of a power count where they stand."""
        stands = [self.tables.number[unit] for unit in self.sides.duel.position.units_of(power)]
        total: Floats = self.columns[power][:, stands].sum(axis=1)
        return total

    def shares(self, counts: Floats, lead: float | None = None) -> Floats:
        """The score that the own side may expect in each position, from 0 to 1.

        lead: what the reserves speak for the own side, in log-odds; worked out from them when left out.
        """
        own, other = self._threat(counts, OWN), self._threat(counts, OTHER)
        if lead is None:
            lead = reserves_worth(self.sides, self.weights)
        total = self.weights.temper * (counts[self.sum] + lead)
        quiet = 1 / (1 + np.exp(-np.clip(total, -30, 30)))
        share = own * (1 - other) + own * other * quiet + (1 - own) * (1 - other) * quiet
        result: Floats = self._decided(counts, share)
        return result

    def _threat(self, counts: Floats, side: int) -> Floats:
        """The probability that a side takes one of its goals in the next season."""
        rows, weights = self.rows[side], self.weights
        near, helpers, guards = counts[rows.near], counts[rows.helpers], counts[rows.guards]
        open_, edge = (
            (weights.spring_open, weights.spring_edge)
            if self.sides.before_autumn
            else (weights.autumn_open, weights.autumn_edge)
        )
        odds = open_ + edge * (near + helpers - 1 - guards)
        if not self.sides.before_autumn:
            due = np.clip(counts[1 - side] - counts[3 - side], 0, 1)
            odds = odds - weights.build_guard * due
        taken = np.where(near > HALF, 1 / (1 + np.exp(-odds)), 0.0)
        if not self.sides.tested:
            taken = np.maximum(taken, STANDING * (counts[rows.on] > HALF))
        threat: Floats = 1 - np.prod(1 - taken, axis=0)
        return threat

    def _decided(self, counts: Floats, share: Floats) -> Floats:
        """Replace the expectation where the duel is over (section 7)."""
        rules, result = self.sides.duel.rules, share
        if rules.home_eliminated is HomeEliminated.LOSES:
            gone = [(counts[side] + counts[2 + side]) < HALF for side in BOTH]
            result = np.where(gone[OTHER], np.where(gone[OWN], 0.5, 1.0), np.where(gone[OWN], 0.0, share))
        if not self.sides.tested:
            return result
        if rules.victory_centres is not None:
            owned = np.rint(counts[self.centres])
            won = owned.max(axis=0) >= rules.victory_centres
            return np.where(won, _decision(owned[OWN] - owned[OTHER]), result)
        on = [np.minimum(np.rint(counts[self.rows[side].on]).sum(axis=0), MOST_COUNTED) for side in BOTH]
        lead = np.where(on[OWN] == on[OTHER], self._tie_break(counts), on[OWN] - on[OTHER])
        return np.where(on[OWN] + on[OTHER] > 0, _decision(lead), result)

    def _tie_break(self, counts: Floats) -> Floats:
        """By how many credits the own reserve is the larger one, in autumn with that autumn's income."""
        rules, (own, other) = self.sides.duel.rules, self.sides.credits
        lead: Floats = np.rint(counts[OWN] - counts[OTHER])
        lead *= 0 if rules.income.fixed or self.sides.before_autumn else rules.income.amount
        if rules.carry_over or self.sides.before_autumn:
            lead += own - other
        return lead


def _decision(lead: Floats) -> Floats:
    """The score of a duel that is over, by who leads."""
    score: Floats = np.float32(0.5) + np.float32(0.5) * np.sign(lead)
    return score


def credit_worth(weights: Weights, amount: Floats | float) -> Floats:
    """What a reserve is worth in log-odds: further credits are worth less."""
    kept = 1 - np.exp(-np.float32(weights.thrift) * np.asarray(amount, dtype=np.float32))
    worth: Floats = np.float32(weights.credit / weights.thrift) * kept
    return worth


def reserves_worth(sides: OpposingSides, weights: Weights) -> float:
    """What both reserves speak for the own side, in log-odds before they are tempered."""
    own, other = sides.credits
    return float(credit_worth(weights, own) - credit_worth(weights, other))


def hired_worth(sides: OpposingSides, weights: Weights, power: Power, side: int) -> float:
    """What a mercenary is worth in a side's service beyond what its units threaten at once.

    In log-odds of the own side: below 0 where it serves the other one, 0 where it serves nobody.
    """
    if side == NOBODY:
        return 0.0
    board = standard()
    stands = [tables().number[unit] for unit in sides.duel.position.units_of(power)]
    towards, homewards = (
        np.exp(-WIDE * tables().nearest([board.index[goal] for goal in sides.goals[who]]))[stands].sum()
        for who in (side, 1 - side)
    )
    worth = float(weights.body * len(stands) + weights.offence * towards + weights.defence * homewards)
    return worth if side == OWN else -worth
