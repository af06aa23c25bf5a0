"""Strengths of thousands of sets at once: small numbers, one mask for each height.

Bit s of the mask at k is set where the strength in set s is more than k. Such lists are shared: none
is changed after it has been handed on.
"""

from collections.abc import Iterable, Sequence

Levels = list[int]


def raise_by(levels: Levels, mask: int) -> None:
    """Add one to the strength in the sets of a mask."""
    over = levels[-1] & mask
    for height in range(len(levels) - 1, 0, -1):
        levels[height] |= levels[height - 1] & mask
    if over:
        levels.append(over)


def raised(levels: Levels, masks: Iterable[int]) -> Levels:
    """A copy with one more in the sets of each mask."""
    copy = levels[:]
    for mask in masks:
        if mask:
            raise_by(copy, mask)
    return copy


def restricted(levels: Levels, mask: int) -> Levels:
    """Strengths in the sets of a mask, and none elsewhere."""
    return [level & mask for level in levels]


def united(some: Levels, others: Levels) -> Levels:
    """The greater of two strengths in every set."""
    if len(some) < len(others):
        some, others = others, some
    return [level | other for level, other in zip(some, others, strict=False)] + some[len(others) :]


def whole(levels: Levels) -> int:
    """The sets in which there is any strength, where a greater one need not imply a smaller one."""
    found = 0
    for level in levels:
        found |= level
    return found


def above(attack: Levels, hold: Levels) -> int:
    """The sets in which an attack is stronger than a unit that stays, whose strength is one at least."""
    found = 0
    for height in range(1, len(attack)):
        level = attack[height]
        if height < len(hold):
            level ^= level & hold[height]
        found |= level
    return found


class Rivals:
    """The strengths of several units, to compare each of them with the others.

    `once` has the sets in which at least one of them is so strong, `twice` those with at least two.
    """

    __slots__ = ("once", "twice")

    def __init__(self, strengths: Sequence[Levels]) -> None:
        once = strengths[0][:]
        twice = [0] * len(once)
        for levels in strengths[1:]:
            for height, level in enumerate(levels):
                if height < len(once):
                    twice[height] |= once[height] & level
                    once[height] |= level
                else:
                    once.append(level)
                    twice.append(0)
        self.once = once
        self.twice = twice

    def outdone(self, strength: Levels, own: Levels | None) -> Levels:
        """A strength in the sets where no other unit is as strong.

        `own` is what this unit put in; None says that it is nowhere less than the strength.
        """
        twice = self.twice
        if own is None:
            return [level ^ (level & twice[height]) for height, level in enumerate(strength)]
        cleared = strength[:]
        for height, (level, one, both) in enumerate(zip(strength, self.once, self.twice, strict=False)):
            others = one ^ (one & own[height]) if height < len(own) else one
            cleared[height] ^= level & (others | both)
        return cleared
