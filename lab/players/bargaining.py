"""The trial's sheet of bids: a mixed choice among greedy sheets, by what their outcomes are worth."""

from random import Random

import numpy as np

from adjudicator import Power
from intimate.auction import hold_auction
from intimate.entries import Sheet
from lab.players.mixing import drawn, mixed
from opponent.greed.outlook import DUMBBOT, Outlook
from opponent.greed.playing import sheet, usefulness

SHEETS = 20
WIDE = DUMBBOT._replace(lowest_share=0.4, noise=0.7)
"""The sheets that are considered scatter more than those of the greedy player."""
CREDIT = 0.02
"""What a credit that is kept is worth, where a mercenary of medium use is worth 1."""


def bargained(outlook: Outlook, chance: Random) -> Sheet:
    """Draw a sheet from the mix."""
    duel = outlook.duel
    other = Outlook(duel, outlook.player.opponent, WIDE)
    own = Outlook(duel, outlook.player, WIDE)
    sides = (own, other)
    mine, theirs = ([sheet(side, chance) for _ in range(SHEETS)] for side in sides)
    worth = [_worth(side) for side in sides]
    payoffs = np.empty((SHEETS, SHEETS))
    for row, first in enumerate(mine):
        for column, second in enumerate(theirs):
            sheets = {outlook.player: first, outlook.player.opponent: second}
            auction = hold_auction(duel, sheets)
            total = CREDIT * (auction.paid[outlook.player.opponent] - auction.paid[outlook.player])
            for power, player in auction.control.items():
                total += worth[0][power] if player is outlook.player else -worth[1][power]
            payoffs[row, column] = total
    return mine[drawn(mixed(payoffs)[0], chance)]


def _worth(outlook: Outlook) -> dict[Power, float]:
    """What each mercenary is worth to a side, in relation to the mean."""
    found = {power: usefulness(outlook, power) for power in outlook.duel.for_hire}
    mean = sum(found.values()) / len(found) or 1.0
    return {power: use / mean for power, use in found.items()}
