"""Counting a duel: its weight for each player, and their ratings before and after."""

from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import NamedTuple

from competition.glicko import RatedGame, Rating, updated

WHOLE = 8
"""Weights are whole numbers of eighths."""
FALLING = (WHOLE, WHOLE // 2, WHOLE // 4, 0)
"""The weights of the first, second, third and every later duel of a kind."""
SHELTERED = (WHOLE // 2, WHOLE // 8, 0)
"""The weights of the first, the second and every later duel with sheltered opponents."""
UNFOUGHT = WHOLE // 8
"""The weight of a win if the loser gave up or stayed away before an auction in which both bid."""
REPEAT_DAYS = 30
"""A duel reduces the weight of later ones of the same two for this many days."""


class Why(StrEnum):
    """The rule that reduces a weight."""

    REPEAT = "repeat"
    ONE_OPPONENT = "one_opponent"
    CLUSTER = "cluster"
    UNFOUGHT = "unfought"


class Weight(NamedTuple):
    """A weight in eighths, and the rule that reduced it, if any."""

    eighths: int = WHOLE
    why: Why | None = None

    @property
    def factor(self) -> float:
        """The weight as Glicko-2 takes it."""
        return self.eighths / WHOLE


def falling(earlier: int) -> int:
    """Return the weight of a duel by how many of its kind came before."""
    return FALLING[min(earlier, len(FALLING) - 1)]


def weigh(
    repeats: int, fed: int | None = None, sheltered: int | None = None, *, unfought: bool = False
) -> Weight:
    """Weigh a duel for one of its players; the smallest of all weights counts.

    repeats: earlier duels of the same two within REPEAT_DAYS. fed: for a win over an account that has only
    ever lost, and only to this player, the number of earlier wins over such accounts; None for other results.
    sheltered: against a sheltered opponent (`clusters`), the number of earlier duels against such; None
    against others. unfought: won before an auction in which both bid.
    """
    weights = {Why.REPEAT: falling(repeats)}
    if fed is not None:
        weights[Why.ONE_OPPONENT] = falling(fed)
    if sheltered is not None:
        weights[Why.CLUSTER] = SHELTERED[min(sheltered, len(SHELTERED) - 1)]
    if unfought:
        weights[Why.UNFOUGHT] = UNFOUGHT
    why = min(weights, key=weights.__getitem__)
    return Weight() if weights[why] == WHOLE else Weight(weights[why], why)


class Score(IntEnum):
    """A player's score in a duel, in halves."""

    LOST = 0
    DRAWN = 1
    WON = 2

    @property
    def opponents(self) -> "Score":
        """The opponent's score."""
        return Score(Score.WON - self)


@dataclass(frozen=True, slots=True)
class PoolStanding:
    """A player's standing in a pool.

    one_opponent: the account that won all of the player's duels; None if there is no such account, or no
    duel. fed: wins over accounts that had only lost, and only to this player. sheltered: duels against
    sheltered opponents.
    """

    user_id: int
    value: Rating = field(default_factory=Rating)
    duels: int = 0
    one_opponent: int | None = None
    fed: int = 0
    sheltered: int = 0

    def aged(self, days: float) -> "PoolStanding":
        """Return the standing after a number of idle days."""
        return replace(self, value=self.value.aged(days))

    def has_lost_only_to(self, winner: int) -> bool:
        """Tell whether after a loss to `winner` all of the player's duels are losses to that account."""
        return self.duels == 0 or self.one_opponent == winner


class Counted(NamedTuple):
    """The effect of a duel on one of its players; before: the rating at that instant."""

    score: Score
    weight: Weight
    before: PoolStanding
    after: PoolStanding


class Circumstances(NamedTuple):
    """What affects the weight of a duel besides the result and both ratings.

    repeats: earlier duels of the same two within REPEAT_DAYS. first_sheltered, second_sheltered: whether that
    player is a sheltered opponent of the other (`clusters`). unfought: whether the loser gave up or stayed
    away before an auction in which both bid.
    """

    repeats: int = 0
    first_sheltered: bool = False
    second_sheltered: bool = False
    unfought: bool = False


def count_duel(
    first: PoolStanding, second: PoolStanding, score: Score, how: Circumstances
) -> tuple[Counted, Counted]:
    """Count a duel for both players, from their standings just before its end.

    score: of the first player.
    """
    return (
        _counted(first, second, score, how, meets_sheltered=how.second_sheltered),
        _counted(second, first, score.opponents, how, meets_sheltered=how.first_sheltered),
    )


def _counted(
    own: PoolStanding, opponent: PoolStanding, score: Score, how: Circumstances, *, meets_sheltered: bool
) -> Counted:
    has_won = score is Score.WON
    feeds = has_won and opponent.has_lost_only_to(own.user_id)
    loses_only = score is Score.LOST and own.has_lost_only_to(opponent.user_id)
    # A loss to a newcomer is a result like any other.
    meets_sheltered = meets_sheltered and (opponent.duels > 0 or score is not Score.LOST)
    weight = weigh(
        how.repeats,
        own.fed if feeds else None,
        own.sheltered if meets_sheltered else None,
        unfought=how.unfought and has_won,
    )
    after = replace(
        own,
        value=updated(own.value, [RatedGame(opponent.value, score / Score.WON, weight.factor)]),
        duels=own.duels + 1,
        one_opponent=opponent.user_id if loses_only else None,
        fed=own.fed + feeds,
        sheltered=own.sheltered + meets_sheltered,
    )
    return Counted(score, weight, own, after)
