"""How far an enemy plays as most people do, told from what they have entered in phases that are over."""

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from intimate.duel import Duel
from intimate.entries import Entry, Orders, Sheet
from intimate.players import Player
from opponent.chance import Chance
from opponent.greed.hiring import sheets
from opponent.greed.marching import March
from opponent.greed.outlook import Outlook
from opponent.greed.taste import BIDDERS, MANNERS

DRAWN = 40
"""Greedy sheets that a sheet is compared with."""
MARCHES = 2 * len(MANNERS)
"""Greedy order sets that an order set is compared with."""
OFF, OFF_SCALE = 0.17, 0.04
"""Greedy bids lie nearer to one of the sheets drawn than this part of the reserve, searched ones do not."""
ALIKE, ALIKE_SCALE = 0.55, 0.08
"""Greedy orders are more often found in the order sets drawn than this; searched ones are not."""
MOST = 3.0
"""The log-odds that a single entry speaks for or against habit at most."""


BIDS_BEFOREHAND, MOVES_BEFOREHAND = -0.5, 1.0
"""The log-odds that somebody bids, and moves, by greed of whom nothing is known. Whoever knows better has the
whole first auction to gain, where the first moves decide little."""


class Habits(NamedTuple):
    """How likely an enemy is to bid, and to move, by greed: from 0 to 1."""

    bids: float
    moves: float


def habits_of(past: Iterable[tuple[Duel, Entry]], enemy: Player, chance: Chance) -> Habits:
    """Judge an enemy by entries of theirs, each with the duel that it was entered in."""
    bids, moves = BIDS_BEFOREHAND, MOVES_BEFOREHAND
    for duel, entry in past:
        if isinstance(entry, Sheet):
            bids += _bounded((OFF - _distance(duel, entry, enemy, chance)) / OFF_SCALE)
        elif isinstance(entry, Orders) and entry.all:
            moves += _bounded((_likeness(duel, entry, enemy, chance) - ALIKE) / ALIKE_SCALE)
    return Habits(_odds(bids), _odds(moves))


def _bounded(evidence: float) -> float:
    return max(-MOST, min(MOST, evidence))


def _odds(evidence: float) -> float:
    return 1 / (1 + exp(-evidence))


def _distance(duel: Duel, entry: Sheet, enemy: Player, chance: Chance) -> float:
    """How far a sheet is from the nearest greedy one, as a part of the reserve."""
    drawn = sheets(Outlook(duel, enemy, BIDDERS), chance, DRAWN)
    off = (
        sum(abs(entry.bids.get(power, 0) - sheet.bids.get(power, 0)) for power in duel.for_hire)
        for sheet in drawn
    )
    return min(off) / max(1, duel.credits[enemy])


def _likeness(duel: Duel, entry: Orders, enemy: Player, chance: Chance) -> float:
    """The mean part of greedy order sets in which an order is found."""
    found = 0
    for number in range(MARCHES):
        march = March(Outlook(duel, enemy, MANNERS[number % len(MANNERS)]), chance)
        made = set(march.made().all)
        found += sum(order in made for order in entry.all)
    return found / (MARCHES * len(entry.all))


UNKNOWN = Habits(_odds(BIDS_BEFOREHAND), _odds(MOVES_BEFOREHAND))
"""An enemy of whom nothing is known."""
