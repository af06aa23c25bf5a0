"""What positions are worth, by hand: the evaluation of the trial, for many order sets at once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from adjudicator import Move, Power, Province, Season, Slate, Unit, adjudicate_many, standard
from intimate.duel import Duel
from intimate.players import Player
from intimate.victory import MOST_COUNTED
from opponent.greed.ground import Array, ground

OrderSet = tuple[int, ...]
"""The numbers of orders on a slate."""
DECIDED = 0.995
"""The share of a player on a goal: nearly all, since a retreat may still change it."""
MOST_GOALS = 4


class Figures(NamedTuple):
    """What counts for how much, in log-odds.

    closeness: a unit of the home power on a goal, and `fading` of that for each step away. helpers: the part
    of it that a mercenary is worth under command, and idle: once its service is over. centre, unit: each of
    the home power's. standing: the part of a centre that a unit on it is worth before autumn. threat: a goal
    that can be entered, `edge`: how sure each unit more than the guards makes that, `even`: the odds with as
    many, open: where there are no guards. routed: what is left of a unit that was dislodged.
    """

    closeness: float = 1.6
    fading: float = 0.72
    helpers: float = 0.35
    idle: float = 0.1
    centre: float = 0.35
    unit: float = 0.3
    standing: float = 0.5
    threat: float = 3.0
    edge: float = 1.0
    even: float = -0.8
    open: float = 0.95
    routed: float = 0.5


HAND = Figures()
"""Set by hand."""


class Counts:
    """Where a column holds what: the sum, and by side the units on its goals and around each."""

    total = 0
    size = 3 + 2 * 3 * MOST_GOALS

    @staticmethod
    def on(side: int) -> int:
        """The row of the units on goals of a side."""
        return 1 + side

    @staticmethod
    def around(side: int, what: int) -> int:
        """The first row of the units that could enter (0) or help (1), or guard (2), by goal."""
        return 3 + (3 * side + what) * MOST_GOALS


ENTERING, HELPING, GUARDS = range(3)


class Prospects:
    """The judgement of positions that follow from one movement phase, for one player."""

    def __init__(self, duel: Duel, player: Player, figures: Figures = HAND) -> None:
        self.duel, self.figures = duel, figures
        self.slate = Slate.of(duel.position, duel.edition)
        self.players = (player, player.opponent)
        self.homes = tuple(duel.homes[side] for side in self.players)
        self.goals = tuple(standard().homes[duel.homes[side.opponent]] for side in self.players)
        self.in_autumn = duel.phase is not None and duel.phase.season is not Season.SPRING
        self.lead = duel.credits[player] - duel.credits[player.opponent]
        self.columns: dict[tuple[Unit, Power], Array] = {}
        units = list(zip(self.slate.units, self.slate.powers, strict=True))
        self.start = sum((self._column(unit, power) for unit, power in units), self._base())
        self.routed = [self._routed(unit, power) for unit, power in units]

    def shares(self, sets: Sequence[OrderSet]) -> Array:
        """The score, from 0 to 1, that the player may expect after each of the sets of all orders."""
        fates = adjudicate_many(self.slate, sets)
        changes: list[Array] = []
        masks: list[int] = []
        for number, mask in fates.arrived.items():
            if mask:
                changes.append(self._change(number))
                masks.append(mask)
        for unit, mask in enumerate(fates.dislodged):
            if mask:
                changes.append(self.routed[unit])
                masks.append(mask)
        counts = np.repeat(self.start[:, None], len(sets), axis=1)
        if masks:
            counts += np.stack(changes, axis=1) @ _bits(masks, len(sets))
        return self._judged(counts)

    def _change(self, number: int) -> Array:
        """What a move changes that is carried out."""
        order = self.slate.orders[number]
        power = self.slate.powers[self.slate.unit_of[number]]
        assert isinstance(order, Move)  # noqa: S101  # nothing else arrives
        return self._column(order.unit.at(order.to), power) - self._column(order.unit, power)

    def _routed(self, unit: Unit, power: Power) -> Array:
        """What a unit's being dislodged changes."""
        column = self._column(unit, power)
        change = -column
        change[Counts.total] *= 1 - self.figures.routed
        return change

    def _base(self) -> Array:
        """The counts of an empty board: the centres that the home powers own."""
        base = np.zeros(Counts.size)
        owners = list(self.duel.position.owners.values())
        base[Counts.total] = self.figures.centre * (owners.count(self.homes[0]) - owners.count(self.homes[1]))
        return base

    def _column(self, unit: Unit, power: Power) -> Array:
        found = self.columns.get((unit, power))
        if found is None:
            found = self.columns[unit, power] = self._counted(unit, power)
        return found

    def _side(self, power: Power) -> int | None:
        player = self.duel.commander(power)
        return None if player is None else self.players.index(player)

    def _counted(self, unit: Unit, power: Power) -> Array:
        """What a unit counts: its closeness to goals, its being there, its centre, and whom it threatens."""
        column = np.zeros(Counts.size)
        of, away = self._side(power), ground().distance[ground().node[unit]]
        column[Counts.total] = self._taken(unit.province, power)
        for side, sign in enumerate((1, -1)):
            steps = min(away[standard().index[goal]] for goal in self.goals[side])
            column[Counts.total] += sign * self._closeness(of == side, power, steps)
            for number, goal in enumerate(self.goals[side]):
                self._count_near(column, side, number, goal, unit, power)
        return column

    def _closeness(self, own: bool, power: Power, steps: int) -> float:  # noqa: FBT001  # of whom it is said
        figures = self.figures
        close = figures.closeness * figures.fading**steps
        if not own:
            return 0.0
        if power in self.homes:
            return close + figures.unit
        return close * (figures.idle if self.in_autumn else figures.helpers)

    def _count_near(
        self, column: Array, side: int, number: int, goal: Province, unit: Unit, power: Power
    ) -> None:
        on, of = goal == unit.province, self._side(power)
        if not on and goal not in ground().near[ground().node[unit]]:
            return
        weight = (
            self.figures.idle / self.figures.helpers if self.in_autumn and power not in self.homes else 1.0
        )
        if power == self.homes[side]:
            row = Counts.on(side) if on else Counts.around(side, ENTERING) + number
            column[row] += 1.0
        elif of == 1 - side:
            column[Counts.around(side, GUARDS) + number] += weight
        elif on:
            column[Counts.around(side, GUARDS) + number] += 1.0
        elif of == side:
            column[Counts.around(side, HELPING) + number] += weight

    def _taken(self, place: Province, power: Power) -> float:
        """The centres that home powers gain and lose by a unit."""
        if place not in standard().centres:
            return 0.0
        owner = self.duel.position.owners.get(place)
        gained = (power == self.homes[0]) - (owner == self.homes[0])
        lost = (power == self.homes[1]) - (owner == self.homes[1])
        return (1.0 if self.in_autumn else self.figures.standing) * self.figures.centre * (gained - lost)

    def _judged(self, counts: Array) -> Array:
        """The shares of columns of counts; who stands on more goals has nearly won (section 7)."""
        total = counts[Counts.total] + self.figures.threat * (
            self._danger(counts, 0) - self._danger(counts, 1)
        )
        shares: Array = 1 / (1 + np.exp(-total))
        if self.duel.rules.victory_centres is not None:
            return shares
        mine, theirs = (np.minimum(counts[Counts.on(side)], MOST_COUNTED) for side in (0, 1))
        lead = np.sign(mine - theirs + 0.1 * np.sign(self.lead))
        decided = 0.5 + (DECIDED - 0.5) * lead
        return np.where(mine + theirs > 0, decided, shares)

    def _danger(self, counts: Array, side: int) -> Array:
        """How likely one of a side's goals is entered next."""
        figures = self.figures
        entering, helping, guards = (
            counts[Counts.around(side, what) : Counts.around(side, what) + MOST_GOALS]
            for what in (ENTERING, HELPING, GUARDS)
        )
        odds = 1 / (1 + np.exp(-figures.edge * (entering + helping - guards) - figures.even))
        odds = np.where(entering > 0, np.where(guards > 0, odds, figures.open), 0.0)
        danger: Array = 1 - np.prod(1 - odds, axis=0)
        return danger


def _bits(masks: Sequence[int], count: int) -> Array:
    """Masks as rows of 0 and 1."""
    size = (count + 7) // 8
    packed = np.frombuffer(b"".join(mask.to_bytes(size, "little") for mask in masks), np.uint8)
    bits = np.unpackbits(packed.reshape(len(masks), size), axis=1, bitorder="little")
    return bits[:, :count].astype(np.float64)
