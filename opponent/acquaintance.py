"""How far an enemy plays as most people do, by their entries in phases that are over."""

from collections import Counter
from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from adjudicator import PhaseKind
from intimate.duel import Duel
from intimate.entries import Entry, Orders, Sheet
from intimate.players import Player
from opponent.chance import Chance
from opponent.greed.outlook import BIDDERS, MANNERS, Outlook
from opponent.greed.playing import March, sheets

DRAWN = 40
"""Greedy sheets that a sheet is compared with."""
MARCHES = 2 * len(MANNERS)
"""Greedy order sets that an order set is compared with."""
OFF, OFF_SCALE = 0.17, 0.04
"""Greedy bids lie nearer to one of the sheets drawn than this part of the reserve, searched ones do not."""
ALIKE, ALIKE_SCALE = 0.85, 0.12
"""Greedy orders are found in the order sets drawn more often than this part of how often these have orders in
common; searched ones are not."""
RARELY = 0.1
"""Order sets that have less in common than this are taken to have so much."""
MOST = 3.0
"""The log-odds that a single entry speaks for or against habit at most."""


BIDS_BEFOREHAND, MOVES_BEFOREHAND = -1.0, 1.0
"""The log-odds that an unknown player bids, and moves, by greed. A first auction is worth more to those who
know better than the first moves, which decide little."""


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
        elif isinstance(entry, Orders) and entry.all and duel.kind is PhaseKind.MOVEMENT:
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
    """How often an order is found in greedy order sets, against how often one of theirs is in the others."""
    drawn = [
        set(March(Outlook(duel, enemy, MANNERS[number % len(MANNERS)]), chance).made().all)
        for number in range(MARCHES)
    ]
    often = Counter(order for made in drawn for order in made)
    pairs = max(1, often.total() * (MARCHES - 1))
    in_common = sum(count * (count - 1) for count in often.values()) / pairs
    found = sum(often[order] for order in entry.all) / (MARCHES * len(entry.all))
    return found / max(in_common, RARELY)


UNKNOWN = Habits(_odds(BIDS_BEFOREHAND), _odds(MOVES_BEFOREHAND))
"""An enemy of whom nothing is known."""
