"""Sheets of bids: a mixed choice among sheets that are searched for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from intimate.entries import HIGHEST_BID
from intimate.rules import Overbid
from opponent.chance import Chance
from opponent.equilibrium import solve
from opponent.greed.hiring import sheets
from opponent.greed.outlook import Outlook
from opponent.greed.taste import BIDDERS
from opponent.market import Bids, Market
from opponent.sides import NOBODY, OTHER, OWN
from opponent.tables import Floats

ROUNDS, LAST_ROUNDS = 50, 400
"""Rounds of regret matching while sheets are added, and of the last mix."""
PASSED = 0.15
"""How often a sheet by lot passes over a mercenary."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """How to bid: sheets to begin with, and how often each side answers the other's with better ones.

    habit: how far the enemy is expected to bid as most people do.
    """

    habit: float
    sheets: int = 60
    answers: int = 10


class Bargain:
    """The search of one auction: sheets of both sides, each answered with better ones."""

    def __init__(self, market: Market, bidding: Bidding, chance: Chance) -> None:
        self.market, self.bidding, self.chance = market, bidding, chance
        self.values = [self._values(side) for side in (OWN, OTHER)]
        self.budgets = [self._budget(side) for side in (OWN, OTHER)]
        self.sheets = [self._first(side) for side in (OWN, OTHER)]
        self.usual = [self._usual(side) for side in (OWN, OTHER)]
        market = self.market
        self.payoffs = market.payoffs(*self.sheets)
        self.against_usual = [
            market.payoffs(self.sheets[OWN], self.usual[OTHER]).mean(axis=1),
            market.payoffs(self.usual[OWN], self.sheets[OTHER]).mean(axis=0),
        ]
        self._solve()

    def _solve(self, rounds: int = ROUNDS) -> None:
        """Mix sheets against an enemy who bids as most people do, or else as well as they can."""
        habit = self.bidding.habit
        expected = habit * self.against_usual[OWN][:, None] + (1 - habit) * self.payoffs
        feared = habit * self.against_usual[OTHER] + (1 - habit) * self.payoffs
        self.mixes = solve(expected, rounds)[0], solve(feared, rounds)[1]
        self.promised = expected @ self.mixes[OTHER], self.mixes[OWN] @ feared

    def _values(self, side: int) -> list[float]:
        """What each mercenary is worth to a side, as against anarchy and as against the other side."""
        market, nobody = self.market, NOBODY * int(self.market.digits.sum())
        found = []
        for digit in market.digits:
            gains = [
                float(market.worth[nobody + (who - NOBODY) * digit] - market.worth[nobody])
                for who in (side, 1 - side)
            ]
            found.append(max(0.01, abs(gains[0]) + abs(gains[1])))
        return found

    def _budget(self, side: int) -> int:
        """The most that sense could spend: what the other side can pay, and one more, for each mercenary."""
        own, other = self.market.reserves[side], self.market.reserves[1 - side]
        return min(own, (other + 1) * max(1, len(self.market.powers)))

    def _first(self, side: int) -> list[Bids]:
        none = (0,) * len(self.market.powers)
        found = [none, *(self._by_lot(side) for _ in range(self.bidding.sheets))]
        return list(dict.fromkeys(found))

    def _usual(self, side: int) -> list[Bids]:
        """Sheets as people hand them in: greedy ones, and others within the reserve."""
        sides, reserve = self.market.sides, self.market.reserves[side]
        player = sides.player if side == OWN else sides.player.opponent
        outlook = Outlook(self.market.duel, player, BIDDERS)
        drawn = sheets(outlook, self.chance, self.bidding.sheets)
        found = [tuple(sheet.bids.get(power, 0) for power in self.market.powers) for sheet in drawn]
        others = [self._by_lot(side) for _ in range(self.bidding.sheets // 2)]
        return [*found, *(bids for bids in others if sum(bids) <= reserve)]

    def _by_lot(self, side: int) -> Bids:
        """A sheet that shares out a part of the reserve, more to those who are worth more."""
        draw = self.chance.random
        part = self.budgets[side] * (0.25 + 0.95 * draw())
        tastes = [
            value * np.exp(1.6 * draw() - 0.8) if draw() >= PASSED else 0.0 for value in self.values[side]
        ]
        total = sum(tastes) or 1.0
        return self._allowed(side, [round(part * float(taste) / total) for taste in tastes])

    def _allowed(self, side: int, bids: Sequence[int]) -> Bids:
        """A sheet that may be handed in: no bid higher than is needed, and a total that is not too bold."""
        reserve, most = self.market.reserves[side], self.market.reserves[1 - side] + 1
        sheet = [min(max(0, bid), most, reserve, HIGHEST_BID) for bid in bids]
        bold = 0.0
        if self.market.duel.rules.overbid is not Overbid.FORBIDDEN:
            bold = self.market.weights.daring
        while sum(sheet) > reserve * (1 + bold):
            sheet[int(np.argmax(sheet))] -= max(1, int(sum(sheet) - reserve * (1 + bold)) // len(sheet))
        return tuple(sheet)

    def run(self) -> tuple[Sequence[Bids], Floats, Floats]:
        """Return the own sheets, how often each would be handed in, and what each promises."""
        for _ in range(self.bidding.answers):
            for side in (OWN, OTHER):
                self._answer(side)
        self._solve(LAST_ROUNDS)
        return self.sheets[OWN], self.mixes[OWN], self.promised[OWN]

    def _answer(self, side: int) -> None:
        """Vary the best sheets of a side, and take up what does better against the other side's mix."""
        enemy, habit = self.mixes[1 - side], self.bidding.habit
        likely = np.argsort(-enemy)[:24]
        against = [*(self.sheets[1 - side][index] for index in likely), *self.usual[1 - side]]
        usual = len(self.usual[1 - side])
        mix = np.concatenate(
            [(1 - habit) * enemy[likely] / enemy[likely].sum(), np.full(usual, habit / usual)]
        )
        promised = self.promised[side] if side == OWN else 1 - self.promised[side]
        starts = [self.sheets[side][index] for index in np.argsort(-promised)[:4]]
        tried = sorted(
            {sheet for start in starts for sheet in self._variations(side, start)} - set(self.sheets[side])
        )
        if not tried:
            return
        if side == OWN:
            values = self.market.payoffs(tried, against) @ mix
        else:
            values = 1 - mix @ self.market.payoffs(against, tried)
        self._take_up(side, [tried[index] for index in np.argsort(-values)[:6]])
        self._solve()

    def _take_up(self, side: int, sheets: Sequence[Bids]) -> None:
        market, axis = self.market, side
        pair = (sheets, self.sheets[OTHER]) if side == OWN else (self.sheets[OWN], sheets)
        usual = (sheets, self.usual[OTHER]) if side == OWN else (self.usual[OWN], sheets)
        self.payoffs = np.concatenate([self.payoffs, market.payoffs(*pair)], axis=axis)
        more = market.payoffs(*usual).mean(axis=1 - axis)
        self.against_usual[side] = np.concatenate([self.against_usual[side], more])
        self.sheets[side].extend(sheets)

    def _variations(self, side: int, sheet: Bids) -> list[Bids]:
        unit = max(1, self.budgets[side] // 20)
        steps = (-sheet_step * unit for sheet_step in (-2, -1, 1, 2))
        changes = [(index, step) for step in steps for index in range(len(sheet))]
        varied = [_changed(sheet, {index: sheet[index] + step}) for index, step in changes]
        varied += [_changed(sheet, {index: least}) for index in range(len(sheet)) for least in (0, 1)]
        varied += [
            _changed(sheet, {giver: sheet[giver] - unit, taker: sheet[taker] + unit})
            for giver in range(len(sheet))
            for taker in range(len(sheet))
            if giver != taker
        ]
        return [self._allowed(side, bids) for bids in varied]


def _changed(sheet: Bids, changes: Mapping[int, int]) -> list[int]:
    return [changes.get(index, bid) for index, bid in enumerate(sheet)]
