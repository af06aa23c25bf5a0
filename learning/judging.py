"""An attempt at a lesson, played by the rules and judged by its goals."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from adjudicator import Hold, Order, PhaseKind, Power
from intimate.duel import Duel
from intimate.entries import Entry, Orders
from intimate.options import choices_of
from intimate.play import awaits, play
from intimate.players import Player
from learning.goals import LEARNER, PlayedStep
from learning.lesson import Attempt, Lesson, Reply, Verdict


def judge(lesson: Lesson, attempt: Attempt) -> Verdict:
    """Play an attempt against the replies of a lesson; raises EntryError for an illegal entry."""
    steps: list[PlayedStep] = []
    duel = lesson.start
    for entry, reply in zip(attempt, lesson.replies, strict=False):
        if duel.phase is None:
            break
        steps.append(_answered(lesson, steps, duel, entry, reply))
        steps += _passed(steps[-1].chapter.after)
        duel = steps[-1].chapter.after
    unmet = [goal for goal in lesson.goals if not goal.is_met(steps)] if steps else lesson.goals
    return Verdict(lesson, steps, unmet, len(attempt) >= len(lesson.replies) or duel.phase is None)


MOST_TRIED = 500
"""The last phase is only searched for a solution if it has at most this many order sets."""


def is_lost(lesson: Lesson, attempt: Attempt) -> bool:
    """Tell whether a lesson cannot be solved any more: one phase is left, and no order set solves it."""
    before = judge(lesson, attempt)
    if before.is_over or len(attempt) + 1 != len(lesson.replies):
        return False
    units = choices_of(before.duel, LEARNER).units
    if not units or prod(len(choice.orders) for choice in units) > MOST_TRIED:
        return False
    return not any(
        judge(lesson, (*attempt, orders)).is_solved for orders in _order_sets(before.duel, LEARNER)
    )


def _passed(duel: Duel) -> list[PlayedStep]:
    """Play the retreats and winters that only await the other player, who hands in nothing."""
    steps: list[PlayedStep] = []
    while duel.kind in {PhaseKind.RETREATS, PhaseKind.ADJUSTMENTS} and LEARNER not in awaits(duel):
        steps.append(_played(duel, None, None))
        duel = steps[-1].chapter.after
    return steps


def _answered(
    lesson: Lesson, steps: Sequence[PlayedStep], duel: Duel, entry: Entry | None, reply: Reply
) -> PlayedStep:
    """Play one phase; if any reply is allowed, use the one with the fewest orders that breaks a goal."""
    if not reply.is_any:
        return _played(duel, entry, reply.entry)
    first = None
    for answer in _replies(duel):
        step = _played(duel, entry, answer)
        if not all(goal.is_met([*steps, step]) for goal in lesson.goals):
            return step
        first = first or step
    return first or _played(duel, entry, None)


def _played(duel: Duel, entry: Entry | None, answer: Entry | None) -> PlayedStep:
    both = {LEARNER: entry, LEARNER.opponent: answer}
    given = {player: each for player, each in both.items() if each is not None}
    return PlayedStep(duel, play(duel, given))


def _replies(duel: Duel) -> Iterator[Orders]:
    """Yield all order sets of the other player, those with the fewest orders first."""
    return _order_sets(duel, LEARNER.opponent)


def _order_sets(duel: Duel, player: Player) -> Iterator[Orders]:
    units = choices_of(duel, player).units
    sets = product(*(choice.orders for choice in units))
    for orders in sorted(sets, key=_orders_given):
        by_power: dict[Power, list[Order]] = {}
        for choice, order in zip(units, orders, strict=True):
            by_power.setdefault(choice.power, []).append(order)
        yield Orders(by_power)


def _orders_given(orders: tuple[Order, ...]) -> int:
    return sum(not isinstance(order, Hold) for order in orders)
