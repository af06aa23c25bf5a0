"""The turning point of a judged duel."""

from collections.abc import Sequence
from dataclasses import dataclass
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
        return max((plan.worth for plan in plans), default=None)

    def given_up(self, player: Player) -> float | None:
        """Return how much less a player's entry promised than the best plan; None where there is no entry.

        0 for an entry that promises more than any plan: plans are those that are good against all of the
        other's, and others were not looked at.
        """
        best, own = self.best(player), self.judgement.played.get(player)
        return None if best is None or own is None else max(best - own, 0.0)


def stood_well_to_the_last(chapters: Sequence[JudgedChapter], player: Player) -> bool:
    """Tell whether a player stood about as well before the last chapter as they ever did."""
    shares = [chapter.share(player) for chapter in chapters]
    return bool(shares) and shares[-1] > max(shares) - LEAST


class TurningPoint(NamedTuple):
    """The chapter in which a duel was decided.

    player: the one who fell back. given_up: by how much less their own entry promised than their best plan,
    0 where that does not account for it. fell: how much lower their share was afterwards. lasting: how much
    higher it was before than it ever was again.
    """

    ordinal: int
    phase: Phase
    player: Player
    given_up: float
    fell: float
    lasting: float

    @property
    def cost(self) -> float:
        """As much of what the entry gave up as never came back."""
        return min(self.given_up, self.lasting)


class _Step(NamedTuple):
    chapter: JudgedChapter
    later: Sequence[float]
    """The shares of the first player when the next chapters began, and by the result."""

    def point(self, player: Player) -> TurningPoint:
        chapter = self.chapter
        later = [share if player is Player.FIRST else 1 - share for share in self.later]
        fell, lasting = chapter.share(player) - later[0], chapter.share(player) - max(later)
        given_up = chapter.given_up(player) or 0.0
        return TurningPoint(chapter.ordinal, chapter.phase, player, given_up, fell, lasting)


def turning_point(
    chapters: Sequence[JudgedChapter], winner: Player | None, end: float | None
) -> TurningPoint | None:
    """Find the chapter in which the loser's own entry gave up most that never came back.

    Where no entry of theirs gave up enough to speak of, it is the chapter in which their share fell most, of
    those after which they never stood as well; in a duel without a winner that of either player. None where
    nothing fell enough for good.

    end: the share of the first player by the result, if the last chapter has ended the duel by itself.
    """
    shares = [chapter.judgement.share for chapter in chapters] + ([end] if end is not None else [])
    steps = [_Step(chapter, later) for place, chapter in enumerate(chapters, 1) if (later := shares[place:])]
    losers = [winner.opponent] if winner else list(Player)
    falls = [step.point(player) for step in steps for player in losers]
    falls = [point for point in falls if (point.lasting if winner else point.fell) >= LEAST]
    by_entry = [point for point in falls if winner and point.given_up >= LEAST]
    if by_entry:
        return max(by_entry, key=lambda point: point.cost)
    return max((point._replace(given_up=0.0) for point in falls), key=lambda point: point.fell, default=None)
