"""What every outcome of an auction is worth, and what a pair of sheets comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from adjudicator import Power, standard
from intimate.auction import discount
from intimate.rules import BothOverbid, Payment, Unaffordable
from opponent.evaluation import Evaluation, credit_worth, hired_worth
from opponent.sides import NOBODY, OTHER, OWN, Sides
from opponent.tables import Floats
from opponent.weights import Weights

Bids = tuple[int, ...]
"""A bid for each mercenary that is for hire, in their sequence."""
Amounts = NDArray[np.int32]
SURE = 1e-4


class Market:
    """One auction: its mercenaries, both reserves, and what each way of commanding them is worth.

    worth [outcome]: log-odds of the own side, the outcome numbered with a digit to the base of 3 for each
    mercenary: 0 for the own side, 1 for the other one, 2 for anarchy.
    """

    def __init__(self, sides: Sides, weights: Weights) -> None:
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
            home: side for side, home in enumerate(self.sides.homes)
        }
        judged = [Evaluation(self._commanded(alone, side), self.weights) for side in (OWN, OTHER, NOBODY)]
        counts = judged[NOBODY].base + sum(judged[NOBODY].counted(home) for home in self.sides.homes)
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

    def _commanded(self, alone: Mapping[Power, int], side: int) -> Sides:
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
