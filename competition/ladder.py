"""A ladder: places 1 to n, who may challenge whom, and the moves after a challenge."""

from dataclasses import dataclass
from enum import StrEnum

LEAST_REACH, REACHED_PART = 4, 10
FALLEN_PART = 5


class ChallengeOutcome(StrEnum):
    """How a challenge ended, as seen by the challenger: by its duel, or without one."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    CHALLENGER_AWAY = "challenger_away"
    CHALLENGED_AWAY = "challenged_away"
    REFUSED = "refused"
    UNANSWERED = "unanswered"
    WITHDRAWN = "withdrawn"
    VOID = "void"


TAKES = frozenset(
    {
        ChallengeOutcome.WON,
        ChallengeOutcome.REFUSED,
        ChallengeOutcome.UNANSWERED,
        ChallengeOutcome.CHALLENGED_AWAY,
    }
)
"""The outcomes after which the challenger takes the place."""
TIMEOUTS = frozenset(
    {ChallengeOutcome.UNANSWERED, ChallengeOutcome.CHALLENGED_AWAY, ChallengeOutcome.CHALLENGER_AWAY}
)
"""The outcomes after which one of the two falls."""


@dataclass(frozen=True, slots=True)
class Shift:
    """Places `first` to `last` (inclusive) change by `by`; none do if first > last."""

    first: int
    last: int
    by: int


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """A change of place; before: None for a joiner, after: None for one who leaves."""

    before: int | None
    after: int | None

    def shift(self, length: int) -> Shift:
        """Return the shift of the others' places; length: the number of places before the move."""
        before = length + 1 if self.before is None else self.before
        after = length + 1 if self.after is None else self.after
        return Shift(before + 1, after, -1) if after > before else Shift(after, before - 1, 1)


def reach(length: int) -> int:
    """Return how many places up a player may challenge: four, or a tenth of the ladder if more."""
    return max(LEAST_REACH, length // REACHED_PART)


def is_in_reach(challenger: int, challenged: int, length: int) -> bool:
    """Tell whether a player may challenge a place from their own."""
    return 0 < challenger - challenged <= reach(length)


def fall(place: int, length: int) -> int:
    """Return the place after a timeout: a fifth of the ladder lower, at least one place, at most the last."""
    return min(length, place + max(1, length // FALLEN_PART))


def moves(outcome: ChallengeOutcome, challenger: int, challenged: int, length: int) -> list[PlaceMove]:
    """List the moves of an outcome in sequence.

    A player who falls does so from the place held before the challenge. A challenger who already stands
    higher by now takes no place.
    """
    if outcome is ChallengeOutcome.CHALLENGER_AWAY:
        return _moved(PlaceMove(challenger, fall(challenger, length)))
    if outcome not in TAKES:
        return []
    is_below = challenger > challenged
    taken = PlaceMove(challenger, challenged if is_below else challenger)
    if outcome not in TIMEOUTS:
        return _moved(taken)
    return _moved(taken, PlaceMove(challenged + is_below, fall(challenged, length)))


def _moved(*found: PlaceMove) -> list[PlaceMove]:
    return [move for move in found if move.before != move.after]
