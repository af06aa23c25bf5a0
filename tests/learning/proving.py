"""Every possible answer to a lesson, phase by phase."""

from itertools import combinations, product

from adjudicator import PhaseKind, Slate, adjudicate_many
from intimate.entries import Orders, Sheet
from intimate.options import choices_of
from learning.goals import LEARNER
from learning.judging import judge


def verdicts(lesson, attempt=()):
    """Judge a lesson by every attempt: all order sets of all its units, and all sheets, including some
    above the reserve. Each verdict comes with its number of attempts.
    """
    so_far = judge(lesson, attempt)
    if so_far.is_over:
        yield so_far, 1
        return
    is_last = len(attempt) == len(lesson.replies) - 1
    reply = lesson.replies[len(attempt)]
    if so_far.duel.kind is PhaseKind.MOVEMENT and is_last and not reply.is_any:
        for entry, count in alike(so_far.duel, reply.entry):
            yield judge(lesson, (*attempt, entry)), count
        return
    for entry in entries(so_far.duel):
        yield from verdicts(lesson, (*attempt, entry))


def entries(duel):
    """Return every possible entry of the learner."""
    if duel.kind is PhaseKind.AUCTION:
        figures = range(duel.credits[LEARNER] + 2)
        for bids in product(figures, repeat=len(duel.for_hire)):
            yield Sheet(dict(zip(duel.for_hire, bids, strict=True)))
        return
    choices = choices_of(duel, LEARNER)
    if duel.kind is PhaseKind.ADJUSTMENTS:
        (winter,) = choices.winters
        for number in range(winter.number + 1):
            for orders in combinations(winter.orders, number):
                yield Orders({winter.power: orders})
        return
    powers = [choice.power for choice in choices.units]
    for orders in product(*(choice.orders for choice in choices.units)):
        yield given(powers, orders)


def given(powers, orders):
    by_power = {}
    for power, order in zip(powers, orders, strict=True):
        by_power.setdefault(power, []).append(order)
    return Orders(by_power)


def alike(duel, reply):
    """Return one order set for each result, with the number of such sets: arrivals and dislodgements."""
    slate = Slate.of(duel.position, duel.edition)
    theirs = [slate.number(order) for order in (reply.all if reply else ()) if order in slate]
    own = [i for i, power in enumerate(slate.powers) if duel.commander(power) is LEARNER]
    sets = [(*numbers, *theirs) for numbers in product(*(slate.ranges[i] for i in own))]
    fates = adjudicate_many(slate, sets)
    masks = [*fates.arrived.items(), *((-1 - i, mask) for i, mask in enumerate(fates.dislodged))]
    ends = [(name, f"{mask:0{len(sets)}b}"[::-1]) for name, mask in masks if mask]
    kinds = {}
    for s, numbers in enumerate(sets):
        kinds.setdefault(frozenset(name for name, bits in ends if bits[s] == "1"), []).append(numbers)
    powers = [slate.powers[i] for i in own]
    for same in kinds.values():
        yield given(powers, [slate.orders[number] for number in same[0][: len(own)]]), len(same)
