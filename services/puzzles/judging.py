"""Judging answers to puzzles: guarantees by the rules alone, others by the opponent's expectations."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adjudicator import Power
from intimate.chapter import Chapter
from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry, Orders, Sheet, check
from intimate.play import play
from learning.guarantee import Guarantee, refute
from learning.puzzle import Puzzle, PuzzleKind
from opponent.auction import Market
from opponent.evaluation import Weights
from opponent.field import Field
from opponent.sides import OTHER, OWN, OpposingSides

CLOSE = 1 / 3
"""A right answer may give away at most this share of what the usual answer gives away."""
ROUNDING = 1e-4
ALL_GIVEN_AWAY = 0.2
"""A mix that gives away this much scores nothing."""
OF_BIDS = 0.2
"""The exponent that softens a sheet's odds, as in the analysis of finished duels."""

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """The result of an answer.

    score: 1 if right, 0 if wrong; for a mix anything between. promised, best: what it and the best answer
    promise, from 0 to 1; for a guarantee 1 or 0. reply: the enemy's entry that the page shows: one that
    breaks the guarantee, or the most harmful or likely one. chapter: the result of both.
    """

    entry: Entry
    score: float
    promised: float
    best: float
    reply: Entry
    chapter: Chapter

    @property
    def is_right(self) -> bool:
        """True if the answer is right; a mix is never called wrong."""
        return self.score >= 1

    @property
    def given_away(self) -> float:
        """How much less it promises than the best answer."""
        return max(0.0, self.best - self.promised)


def judge(puzzle: Puzzle, entry: Entry) -> JudgedAnswer:
    """Judge an answer; raises EntryError if it cannot be handed in."""
    check(puzzle.start, puzzle.player, entry)
    if puzzle.kind is PuzzleKind.GUARANTEE:
        assert isinstance(entry, Orders)  # noqa: S101  # else it had been refused
        reply = refute(puzzle, entry)
        held = float(reply is None)
        return _tried(puzzle, entry, held, held, 1.0, reply or Orders({}))
    each = Expectation(puzzle)
    promised, best, usual = (float(each.of(one) @ each.odds) for one in (entry, puzzle.best, puzzle.usual))
    if puzzle.kind is PuzzleKind.MIX:
        lost = max(0.0, best - promised - ROUNDING)
        score = max(0.0, 1 - lost / ALL_GIVEN_AWAY)
    else:
        score = float(promised >= best - CLOSE * (best - usual) - ROUNDING)
    values = each.of(entry)
    index = int(np.argmax(each.odds)) if score >= 1 else int(np.argmin(values))
    return _tried(puzzle, entry, score, promised, best, puzzle.enemy[index].entry)


def replies_of(puzzle: Puzzle) -> int:
    """How many replies a guarantee must hold against."""
    return Guarantee.of(puzzle).count if puzzle.kind is PuzzleKind.GUARANTEE else 0


def worths(puzzle: Puzzle) -> Mapping[Power, int]:
    """The value of commanding each mercenary instead of the other player; 100 in all."""
    market = Market(OpposingSides.of(puzzle.start, puzzle.player), Weights.load())
    gains = [
        abs(float(market.worth[market.anarchy - 2 * digit] - market.worth[market.anarchy - digit]))
        for digit in market.digits
    ]
    total = sum(gains) or 1.0
    return {power: round(100 * gain / total) for power, gain in zip(market.powers, gains, strict=True)}


def _tried(
    puzzle: Puzzle, entry: Entry, score: float, promised: float, best: float, reply: Entry
) -> JudgedAnswer:
    chapter = play(puzzle.start, {puzzle.player: entry, puzzle.player.opponent: reply})
    return JudgedAnswer(entry, score, promised, best, reply, chapter)


class Expectation:
    """What an answer promises against each expected entry of the enemy."""

    def __init__(self, puzzle: Puzzle) -> None:
        sides, weights = OpposingSides.of(puzzle.start, puzzle.player), Weights.load()
        self.odds = np.array([expected.odds for expected in puzzle.enemy])
        self.entries = [expected.entry for expected in puzzle.enemy]
        self.field = None if puzzle.kind is PuzzleKind.AUCTION else Field(sides, weights)
        self.market = Market(sides, weights) if puzzle.kind is PuzzleKind.AUCTION else None

    def of(self, entry: Entry) -> Shares:
        """Return what one answer promises against each."""
        if self.market:
            rows = [self._bids(self.market, entry)]
            columns = [self._bids(self.market, each) for each in self.entries]
            return tempered(self.market.payoffs(rows, columns)[0])
        assert self.field  # noqa: S101  # it is the one or the other
        field = self.field
        row = field.row_of(OWN, field.numbers(entry.all if isinstance(entry, Orders) else ()))
        against = [
            field.row_of(OTHER, field.numbers(each.all)) for each in self.entries if isinstance(each, Orders)
        ]
        shares: Shares = field.payoffs([row], against)[0].astype(np.float64)
        return shares

    @staticmethod
    def _bids(market: Market, entry: Entry) -> tuple[int, ...]:
        bids = entry.bids if isinstance(entry, Sheet) else {}
        return tuple(bids.get(power, 0) for power in market.powers)


def tempered(shares: ArrayLike) -> Shares:
    """Soften the odds that a sheet promises."""
    surely = np.clip(np.asarray(shares, dtype=np.float64), 1e-4, 1 - 1e-4)
    softened: Shares = surely**OF_BIDS / (surely**OF_BIDS + (1 - surely) ** OF_BIDS)
    return softened


LONGEST = 4000
"""The most characters of an answer."""


def write_answer(entry: Entry) -> str:
    """Write an answer as text."""
    return json.dumps(write_entry(entry), separators=(",", ":"))


def read_answer(puzzle: Puzzle, text: str) -> Entry | None:
    """Read an answer; None for any other text."""
    try:
        entry = read_stored_entry(json.loads(text[:LONGEST]))
        check(puzzle.start, puzzle.player, entry)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return entry
