"""Puzzles from auctions in which the best sheet is clearly better than what people bid."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np

from intimate.entries import HIGHEST_BID, Entry, Sheet
from intimate.players import Player
from lab.mining.candidate import Candidate, Position, candidate
from learning.puzzle import Puzzle, PuzzleKind
from opponent.auction import Bargain, Bidding, Bids, Market
from opponent.choosing import sheet_of
from opponent.evaluation import Weights
from opponent.sides import OTHER, OpposingSides
from services.puzzles.judging import Shares, tempered

GAIN = 0.05
"""The least gain of the best sheet over the usual one, in tempered shares."""
LIKELY, MOST, FEWEST = 0.04, 8, 2
"""The least probability of an enemy sheet to be listed, and the most and fewest sheets listed."""
FEWEST_POWERS = 2
STEPS = 60


def auction_puzzles(position: Position, player: Player, chance: Random) -> Iterator[Candidate]:
    """Yield a puzzle from an auction for a player, if there is one."""
    duel = position.duel
    market = Market(OpposingSides.of(duel, player), Weights.load())
    if len(market.powers) < FEWEST_POWERS or market.reserves[0] < len(market.powers):
        return
    bargain = Bargain(market, Bidding(0.2), chance)
    bargain.run()
    mix = bargain.mixes[OTHER]
    listed = np.argsort(-mix)[:MOST]
    listed = listed[mix[listed] >= LIKELY]
    if len(listed) < FEWEST:
        return
    odds = mix[listed] / mix[listed].sum()
    columns = [bargain.sheets[OTHER][index] for index in listed]

    def promised(rows: Sequence[Bids]) -> Shares:
        worth: Shares = tempered(market.payoffs(rows, columns)) @ odds
        return worth

    best, worth = _climbed(market, bargain.sheets[0], promised)
    share = market.reserves[0] // len(market.powers)
    naive = [(min(share, HIGHEST_BID),) * len(market.powers), *bargain.usual[0]]
    values = promised(naive)
    usual = naive[int(np.argsort(values)[len(naive) // 2])]
    usual_worth = float(promised([usual])[0])
    if worth - max(usual_worth, float(values[0])) < GAIN:
        return
    yield candidate(
        PuzzleKind.AUCTION,
        position,
        player,
        sheet_of(market, best),
        sheet_of(market, usual),
        [str(sorted(duel.homes.items())), str(sorted(duel.credits.items())), *_standing(position)],
        enemy=[
            [round(float(odd), 3), {"bids": dict(sheet_of(market, column).bids)}]
            for odd, column in zip(odds, columns, strict=True)
        ],
        worth=round(worth, 4),
        usual_worth=round(usual_worth, 4),
    )


def best_sheet(puzzle: Puzzle) -> Sheet:
    """Return the best sheet in the auction of a puzzle, by today's weights."""
    market = Market(OpposingSides.of(puzzle.start, puzzle.player), Weights.load())
    odds = np.array([expected.odds for expected in puzzle.enemy])
    columns = [_bids(market, expected.entry) for expected in puzzle.enemy]
    rows = [_bids(market, puzzle.best), _bids(market, puzzle.usual)]
    best, _ = _climbed(market, rows, lambda tried: tempered(market.payoffs(tried, columns)) @ odds)
    return sheet_of(market, best)


def _bids(market: Market, entry: Entry) -> Bids:
    assert isinstance(entry, Sheet)  # noqa: S101  # the puzzle is an auction
    return tuple(entry.bids.get(power, 0) for power in market.powers)


def _standing(position: Position) -> list[str]:
    return sorted(f"{power} {unit}" for unit, power in position.duel.position.units.items())


def _climbed(
    market: Market, rows: Sequence[Bids], promised: Callable[[Sequence[Bids]], Shares]
) -> tuple[Bids, float]:
    """Climb to the best sheet by changing bids and shifting credits between them."""
    values = promised(rows)
    best, worth = rows[int(np.argmax(values))], float(values.max())
    for _ in range(STEPS):
        tried = sorted(_near(best, market.reserves[0]))
        values = promised(tried)
        if float(values.max()) <= worth + 1e-6:
            break
        best, worth = tried[int(np.argmax(values))], float(values.max())
    return best, worth


def _near(sheet: Bids, reserve: int) -> set[Bids]:
    found = set()
    for place in range(len(sheet)):
        for step in (-3, -2, -1, 1, 2, 3):
            moved = [*sheet]
            moved[place] += step
            for other in (None, *range(len(sheet))):
                given = [*moved]
                if other is not None and other != place:
                    given[other] -= step
                if min(given) >= 0 and sum(given) <= reserve:
                    found.add(tuple(given))
        zeroed = [*sheet]
        zeroed[place] = 0
        found.add(tuple(zeroed))
    return found
