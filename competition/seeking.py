"""Pairing players who wait for an opponent: of similar rating, in a range that widens as they wait."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isinf
from typing import NamedTuple

MINUTE, HOUR = 60.0, 3600.0
AGAIN_AFTER = 20.0
"""After this many seconds two players who have just met are paired again if nobody else waits."""


@dataclass(frozen=True, slots=True)
class Widening:
    """How far an opponent's rating may differ, by the seconds waited.

    first: at once. step: added every `every` seconds. anybody_after: after this, any rating.
    """

    first: int
    step: int
    every: float
    anybody_after: float

    def width(self, waited: float) -> float:
        """Return the greatest difference of ratings; infinite for any rating."""
        if waited >= self.anybody_after:
            return inf
        return self.first + self.step * (max(0.0, waited) // self.every)

    def next_change(self, waited: float) -> float | None:
        """Return the waiting time at which the width changes next; None if it will not."""
        if waited >= self.anybody_after:
            return None
        return min(self.anybody_after, (max(0.0, waited) // self.every + 1) * self.every)


WIDENING: Mapping[str, Widening] = {
    "live": Widening(first=100, step=100, every=20.0, anybody_after=3 * MINUTE),
    "days": Widening(first=150, step=100, every=HOUR, anybody_after=12 * HOUR),
}
"""The widening by the pace of duels."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """A player who waits; waited: seconds. clocks: the names of acceptable ones, the best first."""

    user_id: int
    rating: float
    waited: float
    clocks: Sequence[str]
    rated: bool


class Paired(NamedTuple):
    """Two players to play each other, the one who waited longer first, and their clock."""

    longer: int
    shorter: int
    clock: str


Couples = Collection[frozenset[int]]


def pair(seekers: Collection[Seeker], pace: str, *, apart: Couples = (), met: Couples = ()) -> list[Paired]:
    """Pair players who wait for duels of one pace and preset; those who have waited longest come first.

    Each gets the opponent of the nearest rating, of equally near ones the one who has waited longest, and a
    recent opponent last of all. apart: couples that are never paired. met: couples that have met within a
    day. These are paired again, whatever their ratings, once both have waited for AGAIN_AFTER and neither has
    another possible opponent, or else once both accept any rating.
    """
    widening = WIDENING[pace]
    free = sorted(seekers, key=lambda seeker: (-seeker.waited, seeker.user_id))
    left, found = list(free), list[Paired]()
    while free:
        seeker, *others = free
        fitting = [other for other in others if _may_play(seeker, other, left, widening, apart, met)]
        if fitting:
            chosen = min(fitting, key=lambda other: _preference(seeker, other, met))
            found.append(Paired(seeker.user_id, chosen.user_id, _shared_clocks(seeker, chosen)[0]))
            others.remove(chosen)
            left = [other for other in left if other not in (seeker, chosen)]
        free = others
    return found


def again_in(
    seeker: Seeker, seekers: Collection[Seeker], *, apart: Couples = (), met: Couples = ()
) -> float | None:
    """Return the seconds until a player is paired again with a recent opponent.

    None if no recent opponent waits, or if one of the two has another possible opponent.
    """
    both_alone = [
        other
        for other in seekers
        if _is_couple(seeker, other, met)
        and _could_play(seeker, other, apart)
        and _has_nobody_else(seeker, seekers, apart, met)
        and _has_nobody_else(other, seekers, apart, met)
    ]
    waited = max((min(seeker.waited, other.waited) for other in both_alone), default=None)
    return None if waited is None else max(0.0, AGAIN_AFTER - waited)


def _may_play(
    one: Seeker, other: Seeker, left: Collection[Seeker], widening: Widening, apart: Couples, met: Couples
) -> bool:
    if not _could_play(one, other, apart):
        return False
    width = min(widening.width(one.waited), widening.width(other.waited))
    if not _is_couple(one, other, met) or isinf(width):
        return abs(one.rating - other.rating) <= width
    return min(one.waited, other.waited) >= AGAIN_AFTER and all(
        _has_nobody_else(each, left, apart, met) for each in (one, other)
    )


def _could_play(one: Seeker, other: Seeker, apart: Couples) -> bool:
    """Tell whether two players want the same kind of duel and are not kept apart."""
    is_same = one.rated == other.rated and bool(_shared_clocks(one, other))
    return is_same and not _is_couple(one, other, apart) and one.user_id != other.user_id


def _has_nobody_else(one: Seeker, seekers: Collection[Seeker], apart: Couples, met: Couples) -> bool:
    """Tell whether a player has just met all possible opponents."""
    return all(_is_couple(one, other, met) for other in seekers if _could_play(one, other, apart))


def _is_couple(one: Seeker, other: Seeker, couples: Couples) -> bool:
    return frozenset((one.user_id, other.user_id)) in couples


def _preference(one: Seeker, other: Seeker, met: Couples) -> tuple[bool, float, float, int]:
    has_met = frozenset((one.user_id, other.user_id)) in met
    return has_met, abs(one.rating - other.rating), -other.waited, other.user_id


def _shared_clocks(one: Seeker, other: Seeker) -> Sequence[str]:
    return [clock for clock in one.clocks if clock in other.clocks]
