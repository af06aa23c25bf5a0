"""The turning point of a judged duel."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from adjudicator import Phase
from intimate.players import Player
from opponent.judging import Judgement

LEAST = 0.05
"""A share that is worth a word: less is beyond what the opponent can tell apart."""


@dataclass(frozen=True, slots=True)
class JudgedChapter:
    """A chapter with its judgement."""

    ordinal: int
    phase: Phase
    judgement: Judgement

    def share(self, player: Player) -> float:
        """Return the score that a player could expect before the chapter, from 0 to 1."""
        share = self.judgement.share
        return share if player == Player.FIRST else 1 - share

    def best(self, player: Player) -> float | None:
        """Return what the best of a player's plans promised; None where nothing was asked of them."""
        plans = self.judgement.plans.get(player) or ()
        promised = [plan.worth for plan in plans]
        own = self.judgement.played.get(player)
        return max([*promised, own] if own is not None else promised, default=None)

    def given_up(self, player: Player) -> float | None:
        """Return how much less a player's entry promised than the best; None where they entered none."""
        best, own = self.best(player), self.judgement.played.get(player)
        return None if best is None or own is None else best - own


class TurningPoint(NamedTuple):
    """The chapter in which a duel was decided.

    player: the one who fell back. given_up: by how much less their own entry promised than their best plan,
    0 where that does not account for it. fell: how much lower their share was afterwards.
    """

    ordinal: int
    phase: Phase
    player: Player
    given_up: float
    fell: float


class _Step(NamedTuple):
    chapter: JudgedChapter
    after: float
    """The share of the first player when the next chapter began, or by the result."""

    def fell(self, player: Player) -> float:
        after = self.after if player is Player.FIRST else 1 - self.after
        return self.chapter.share(player) - after


def turning_point(
    chapters: Sequence[JudgedChapter], winner: Player | None, end: float | None
) -> TurningPoint | None:
    """Find the chapter after which the loser stood worse and whose entry had given up most by itself.

    Where no entry of theirs gave up enough to speak of, it is the chapter in which their share fell most; in
    a duel without a winner that of either player. None where nothing fell enough.

    end: the share of the first player by the result, if the last chapter has ended the duel by itself.
    """
    steps = [_Step(one, other.judgement.share) for one, other in pairwise(chapters)]
    if chapters and end is not None:
        steps.append(_Step(chapters[-1], end))
    losers = [winner.opponent] if winner else list(Player)
    falls = [_point(step, player) for step in steps for player in losers]
    falls = [point for point in falls if point.fell >= LEAST]
    by_entry = [point for point in falls if winner and point.given_up >= LEAST]
    if by_entry:
        return max(by_entry, key=lambda point: point.given_up)
    return max((point._replace(given_up=0.0) for point in falls), key=lambda point: point.fell, default=None)


def _point(step: _Step, player: Player) -> TurningPoint:
    chapter = step.chapter
    given_up = chapter.given_up(player) or 0.0
    return TurningPoint(chapter.ordinal, chapter.phase, player, given_up, step.fell(player))
