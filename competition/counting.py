"""Counting a duel: where its two players stood in their pool of ratings, and where they stand after it."""

from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple

from competition.glicko import Game, Rating, updated
from competition.weights import Weight, weigh


class Score(IntEnum):
    """What a player made of a duel, in halves."""

    LOST = 0
    DRAWN = 1
    WON = 2

    @property
    def opponents(self) -> "Score":
        """What the opponent made of it."""
        return Score(Score.WON - self)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands in a pool.

    one_opponent: the account that won all duels which this one has counted; none otherwise, and of
    somebody new. fed: wins over accounts that had nothing but losses against this one.
    """

    user_id: int
    value: Rating = field(default_factory=Rating)
    duels: int = 0
    one_opponent: int | None = None
    fed: int = 0

    def aged(self, days: float) -> "Standing":
        """Return the standing after so many idle days."""
        return replace(self, value=self.value.aged(days))

    def has_lost_only_to(self, winner: int) -> bool:
        """Tell whether a loss against an account leaves nothing but losses against it."""
        return self.duels == 0 or self.one_opponent == winner


class Counted(NamedTuple):
    """What a duel did for one of its players; before: as the rating stood at that instant."""

    score: Score
    weight: Weight
    before: Standing
    after: Standing


def count_duel(first: Standing, second: Standing, score: Score, repeats: int) -> tuple[Counted, Counted]:
    """Count a duel; both standings are those of its instant, and both changes go by them.

    score: of the first player. repeats: earlier duels of the same two within REPEAT_DAYS.
    """
    return (
        _counted(first, second, score, repeats),
        _counted(second, first, score.opponents, repeats),
    )


def weight_of(own: Standing, opponent: Standing, score: Score, repeats: int) -> Weight:
    """Weigh a duel that ends so now."""
    feeds = score is Score.WON and opponent.has_lost_only_to(own.user_id)
    return weigh(repeats, own.fed if feeds else None)


def _counted(own: Standing, opponent: Standing, score: Score, repeats: int) -> Counted:
    weight = weight_of(own, opponent, score, repeats)
    feeds = score is Score.WON and opponent.has_lost_only_to(own.user_id)
    loses_only = score is Score.LOST and own.has_lost_only_to(opponent.user_id)
    after = replace(
        own,
        value=updated(own.value, [Game(opponent.value, score / Score.WON, weight.factor)]),
        duels=own.duels + 1,
        one_opponent=opponent.user_id if loses_only else None,
        fed=own.fed + feeds,
    )
    return Counted(score, weight, own, after)
