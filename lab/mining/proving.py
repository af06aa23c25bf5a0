"""Proves puzzles: the answer is right, and neither the usual answer nor doing nothing is."""

from collections.abc import Iterator

from intimate.entries import Entry, Orders, Sheet
from learning.guarantee import MOST_REPLIES, MOST_UNITS
from learning.puzzle import Puzzle, PuzzleKind
from services.puzzles.judging import judge, replies_of

DRIFT = 0.02
"""The largest difference of an answer's value from its stored value."""


def faults(puzzle: Puzzle) -> Iterator[str]:
    """Yield the faults of a puzzle; none if it is proved."""
    nothing: Entry = Sheet() if puzzle.kind is PuzzleKind.AUCTION else Orders({})
    best, usual = judge(puzzle, puzzle.best), judge(puzzle, puzzle.usual)
    if not best.is_right:
        yield "the answer is wrong"
    if usual.is_right:
        yield "what was played, or greed, is right"
    if judge(puzzle, nothing).is_right:
        yield "to do nothing is right"
    if abs(best.promised - puzzle.worth) > DRIFT or abs(usual.promised - puzzle.usual_worth) > DRIFT:
        yield "the answers are worth something else"
    if puzzle.kind is PuzzleKind.GUARANTEE:
        if len(puzzle.units) > MOST_UNITS or replies_of(puzzle) > MOST_REPLIES:
            yield "there are too many replies"
    elif abs(sum(odds for _, odds in puzzle.enemy) - 1) > DRIFT:
        yield "what is expected of the enemy does not add up"
