"""Needles and mixes: movements with one good order set that greedy players miss, or with mixed strategies."""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from intimate.entries import NO_ORDERS, Orders
from intimate.players import Player
from lab.mining.candidate import Candidate, Position, candidate
from learning.puzzle import PuzzleKind
from opponent.choosing import orders_of
from opponent.evaluation import Weights
from opponent.field import Field, Row
from opponent.greed.outlook import MANNERS, Outlook
from opponent.greed.playing import March
from opponent.movement import Search, Struggle
from opponent.sides import OWN, OpposingSides
from opponent.tables import Floats

GREEDY = 24
"""The number of greedy order sets with which a needle is compared."""
NEEDLE, MIX = 0.1, 0.04
"""The least gain of a needle over all of these, and of the best order set over the usual one in a mix."""
OPEN = (0.12, 0.88)
"""The range of a phase's value for a puzzle."""
LIKELY, MOST = 0.02, 8
"""The least probability of an enemy order set to be listed, and the most that are listed."""
OFTEN = 0.1
"""In a mix, each side has at least two order sets with this probability."""


def order_puzzles(position: Position, chance: Random, work: int, habit: float = 0.2) -> Iterator[Candidate]:
    """Yield the needles and mixes in a movement, by one search for both players."""
    field = Field(OpposingSides.of(position.duel, Player.FIRST), Weights.load())
    if not all(field.units):
        return
    struggle = Struggle(field, Search(work, habit), chance)
    found = struggle.run()
    mixed = _is_mixed(found.row_mix) and _is_mixed(found.column_mix)
    mixes = found.row_mix, found.column_mix
    for side, player in enumerate(Player):
        expected = mixes[1 - side] if mixed else struggle.feared[1 - side]
        asked = _Asked(field, side, player, (found.rows, found.columns), expected)
        puzzle = asked.needle(position, chance) or (asked.mix(position) if mixed else None)
        if puzzle:
            yield puzzle


class _Asked:
    """Makes puzzles for one player against the other's expected order sets."""

    def __init__(
        self,
        field: Field,
        side: int,
        player: Player,
        sets: tuple[Sequence[Row], Sequence[Row]],
        expected: Floats,
    ) -> None:
        self.field, self.side, self.player = field, side, player
        listed = np.argsort(-expected)[:MOST]
        listed = listed[expected[listed] >= LIKELY]
        self.against = [sets[1 - side][index] for index in listed]
        self.odds = expected[listed] / expected[listed].sum()
        promised = self.promised(sets[side])
        self.best = sets[side][int(np.argmax(promised))]
        self.value = float(promised.max())

    def promised(self, rows: Sequence[Row]) -> Floats:
        """Return the expected values of order sets."""
        if self.side == OWN:
            own: Floats = self.field.payoffs(rows, self.against) @ self.odds
            return own
        other: Floats = 1 - self.odds @ self.field.payoffs(self.against, rows)
        return other

    def needle(self, position: Position, chance: Random) -> Candidate | None:
        """Return a puzzle if one order set is far better than all greedy ones; else None."""
        usual = _usual(self.field, self.side, position, self.player, chance)
        greedy = self.promised(usual)
        top = int(np.argmax(greedy))
        if self.value - float(greedy[top]) < NEEDLE:
            return None
        return self._written(PuzzleKind.NEEDLE, position, usual[top], float(greedy[top]))

    def mix(self, position: Position) -> Candidate | None:
        """Return a puzzle if strategies are mixed and the orders played were clearly worse; else None."""
        played = position.entries.get(self.player, NO_ORDERS)
        if not OPEN[0] <= self.value <= OPEN[1] or not isinstance(played, Orders):
            return None
        row = self.field.row_of(self.side, self.field.numbers(played.all))
        worth = float(self.promised([row])[0])
        return self._written(PuzzleKind.MIX, position, row, worth) if self.value - worth >= MIX else None

    def _written(self, kind: PuzzleKind, position: Position, usual: Row, worth: float) -> Candidate:
        return candidate(
            kind,
            position,
            self.player,
            orders_of(self.field, self.best),
            orders_of(self.field, usual),
            [self.player, *sorted(f"{power} {unit}" for unit, power in position.duel.position.units.items())],
            enemy=[
                [round(float(odd), 3), _plain(orders_of(self.field, row))]
                for odd, row in zip(self.odds, self.against, strict=True)
            ],
            worth=round(self.value, 4),
            usual_worth=round(worth, 4),
        )


def _plain(orders: Orders) -> dict[str, dict[str, list[str]]]:
    return {"orders": {power: list(map(str, given)) for power, given in orders.by_power.items()}}


def _is_mixed(mix: Floats) -> bool:
    return int((mix >= OFTEN).sum()) > 1


def _usual(field: Field, side: int, position: Position, player: Player, chance: Random) -> Sequence[Row]:
    """Return the order sets of greedy players, and the one played."""
    found: dict[Row, None] = {}
    for number in range(GREEDY):
        outlook = Outlook(position.duel, player, MANNERS[number % len(MANNERS)])
        found[field.row_of(side, field.numbers(March(outlook, chance).made().all))] = None
    played = position.entries.get(player)
    if isinstance(played, Orders):
        found[field.row_of(side, field.numbers(played.all))] = None
    return list(found)
