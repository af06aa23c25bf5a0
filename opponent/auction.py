"""Auctions: what every outcome is worth, and a mixed choice among sheets that are searched for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from adjudicator import Power, standard
from intimate.auction import discount
from intimate.entries import HIGHEST_BID
from intimate.rules import BothOverbid, Overbid, Payment, Unaffordable
from opponent.chance import Chance
from opponent.equilibrium import solve
from opponent.evaluation import Evaluation, Weights, credit_worth, hired_worth
from opponent.greed.outlook import BIDDERS, Outlook
from opponent.greed.playing import sheets
from opponent.sides import NOBODY, OTHER, OWN, OpposingSides
from opponent.tables import Floats

Bids = tuple[int, ...]
"""A bid for each mercenary that is for hire, in their sequence."""
Amounts = NDArray[np.int32]
SURE = 1e-4


class Market:
    """One auction: its mercenaries, both reserves, and what each way of commanding them is worth.

    worth [outcome]: log-odds of the own side, the outcome numbered with a digit to the base of 3 for each
    mercenary: 0 for the own side, 1 for the other one, 2 for anarchy.
    """

    def __init__(self, sides: OpposingSides, weights: Weights) -> None:
        self.sides, self.weights, self.duel = sides, weights, sides.duel
        self.powers = self.duel.for_hire
        self.reserves = sides.credits
        player = sides.player
        self.discounts = tuple(
            _column([discount(self.duel, who, power) for power in self.powers])
            for who in (player, player.opponent)
        )
        self.worth = self._worth()
        self.digits = (3 ** np.arange(len(self.powers), dtype=np.int32))[::-1]
        self.anarchy = NOBODY * int(self.digits.sum())

    def _worth(self) -> Floats:
        """Judge the position under every command of the mercenaries, as it is before the moves of spring."""
        alone = dict.fromkeys(standard().powers, NOBODY) | {
            home: side for side, (home,) in enumerate(self.sides.own)
        }
        judged = [Evaluation(self._commanded(alone, side), self.weights) for side in (OWN, OTHER, NOBODY)]
        counts = judged[NOBODY].base + sum(judged[NOBODY].counted(home) for (home,) in self.sides.own)
        parts = [[evaluation.counted(power) for evaluation in judged] for power in self.powers]
        extra = [
            [hired_worth(self.sides, self.weights, power, side) for side in (OWN, OTHER, NOBODY)]
            for power in self.powers
        ]
        all_counts, all_extra = counts[:, None], np.zeros(1, dtype=np.float32)
        for part, more in zip(parts, extra, strict=True):
            all_counts = (all_counts[:, :, None] + np.stack(part, axis=1)[:, None, :]).reshape(
                len(counts), -1
            )
            all_extra = (all_extra[:, None] + np.array(more, dtype=np.float32)).reshape(-1)
        shares = np.clip(judged[NOBODY].shares(all_counts, lead=0.0), SURE, 1 - SURE)
        worth: Floats = np.log(shares / (1 - shares)) + all_extra
        return worth

    def _commanded(self, alone: Mapping[Power, int], side: int) -> OpposingSides:
        return replace(
            self.sides, commander={**alone, **dict.fromkeys(self.powers, side)}, before_autumn=True
        )

    def payoffs(self, rows: Sequence[Bids], columns: Sequence[Bids]) -> Floats:
        """The own side's expected score for each pair of sheets: [row, column] (section 4)."""
        own, other = _amounts(rows)[:, :, None], _amounts(columns)[:, None, :]
        prevails = own > other, other > own
        outcome = _reckoned((OTHER * prevails[OTHER] + NOBODY * (own == other)), self.digits)
        counted = self._counted(own, prevails[OWN]), self._counted(other, prevails[OTHER])
        over = [counted[side].sum(axis=0) > self.reserves[side] for side in (OWN, OTHER)]
        paid = [self._prices(counted[side], side).sum(axis=0) for side in (OWN, OTHER)]
        ruined = over[OWN] & over[OTHER]
        for side, mine, theirs in ((OWN, own, other), (OTHER, other, own)):
            inherits = over[1 - side] & ~over[side]
            if not inherits.any():
                continue
            cost = self._inherited(mine, theirs, side)
            if self.duel.rules.unaffordable is Unaffordable.OVERBID_TOO:
                ruined = ruined | (inherits & (cost > self.reserves[side]))
            takes = _reckoned(np.where(mine > 0, side, NOBODY), self.digits)
            outcome = np.where(inherits, takes, outcome)
            paid[side] = np.where(inherits, np.minimum(cost, self.reserves[side]), paid[side])
            paid[1 - side] = np.where(inherits, self.reserves[1 - side], paid[1 - side])
        return self._judged(outcome, paid, ruined)

    def _judged(self, outcome: Amounts, paid: Sequence[Amounts], ruined: NDArray[np.bool_]) -> Floats:
        outcome = np.where(ruined, self.anarchy, outcome)
        own, other = (self._credit(paid[side], ruined, side) for side in (OWN, OTHER))
        odds = self.worth[outcome] + self.weights.temper * (own - other)
        shares: Floats = (1 / (1 + np.exp(-np.clip(odds, -30, 30)))).astype(np.float32)
        if self.duel.rules.both_overbid is not BothOverbid.BOTH_RUINED:
            shares[ruined] = 0.5
        return shares

    def _credit(self, paid: Amounts, ruined: NDArray[np.bool_], side: int) -> Floats:
        """What is left of a reserve is worth, where reserves carry over."""
        left = np.where(ruined, 0, np.maximum(self.reserves[side] - paid, 0)).astype(np.float32)
        return credit_worth(self.weights, left if self.duel.rules.carry_over else np.zeros_like(left))

    def _counted(self, mine: Amounts, prevails: NDArray[np.bool_]) -> Amounts:
        """The bids that are to be paid, of each mercenary and pair."""
        if self.duel.rules.payment is Payment.EVERYONE:
            return np.broadcast_to(mine, prevails.shape)
        counted: Amounts = mine * prevails
        return counted

    def _prices(self, bids: Amounts, side: int) -> Amounts:
        prices: Amounts = np.maximum(bids - self.discounts[side], 0)
        return prices

    def _inherited(self, mine: Amounts, theirs: Amounts, side: int) -> Amounts:
        """What a side pays when the other one is overbid: half of its own bids (4.4)."""
        prices = self._prices(mine, side)
        halved = (theirs > 0) | self.duel.rules.halves_all
        cost: Amounts = np.where(mine > 0, np.where(halved, (prices + 1) // 2, prices), 0).sum(axis=0)
        return cost


def _column(amounts: Sequence[int]) -> Amounts:
    """An amount for each mercenary, whatever the pair: [mercenary, 1, 1]."""
    return np.array(amounts, dtype=np.int32).reshape(-1, 1, 1)


def _amounts(sheets: Sequence[Bids]) -> Amounts:
    """Bids as [mercenary, sheet]."""
    return np.ascontiguousarray(np.array(sheets, dtype=np.int32).reshape(len(sheets), -1).T)


def _reckoned(command: Amounts, digits: Amounts) -> Amounts:
    """Number the outcomes of [mercenary, row, column] by their digits."""
    outcome: Amounts = np.tensordot(digits, command, axes=1)
    return outcome


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
