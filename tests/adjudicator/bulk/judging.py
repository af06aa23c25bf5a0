"""Compare a bulk with the resolver of single phases, set by set."""

from random import Random

from adjudicator import (
    Convoy,
    Flag,
    Move,
    OrderError,
    Reason,
    Slate,
    adjudicate_many,
    examine,
    read_orders,
    read_position,
)
from tests.adjudicator.bulk.drawing import Lots
from tests.adjudicator.editions.comparing import reading
from tests.adjudicator.random_phases import random_phase


def slate_of(seed, name):
    """Return a slate of a random crowded position, in an edition or with mixed switches."""
    return Slate.of(read_position(random_phase(seed)["units"]), reading(name, seed))


def lots_of(slate, seed, count):
    lots = Lots(slate, Random(f"{seed}:lots"))  # noqa: S311 (repeatable randomness)
    return [lots.drawn() for _ in range(count)]


def variations(case, name, seed, count):
    """Return the slate of a DATC case, its orders as a set, and similar sets."""
    rules = reading(name, seed)
    position = read_position(case["units"])
    slate = Slate.of(position, rules)
    base = {}
    for power, orders in read_orders(case["orders"]).items():
        for order in orders:
            number = legal_number(slate, examine(position, power, order, rules))
            if number is not None:
                base[slate.unit_of[number]] = number
    chance = Random(seed)  # noqa: S311 (as above)
    sets = [list(base.values())]
    for drawn in lots_of(slate, seed, count):
        near = {slate.unit_of[n]: n for n in drawn if chance.random() < 0.2 or slate.unit_of[n] not in base}
        sets.append(list({**base, **near}.values()))
    return slate, sets


def legal_number(slate, order):
    try:
        return None if isinstance(order, Reason) else slate.number(order)
    except OrderError:
        return None


def wrong(slate, sets):
    """Return the sets for which the bulk and the resolver differ."""
    fates = adjudicate_many(slate, sets)
    return [
        [str(slate.orders[n]) for n in numbers]
        for s, numbers in enumerate(sets)
        if bulk_result(slate, fates, s) != resolver_result(slate, fates.result(s), numbers)
    ]


def bulk_result(slate, fates, s):
    """Return the bulk's result: the moves that arrived and the units that were dislodged."""
    arrived = {slate.orders[n] for n, mask in fates.arrived.items() if mask >> s & 1}
    return arrived, {slate.units[u] for u, mask in enumerate(fates.dislodged) if mask >> s & 1}


def resolver_result(slate, result, numbers):
    """Return the resolver's result in the same form."""
    moves = {slate.orders[n]: slate.powers[slate.unit_of[n]] for n in numbers}
    arrived = {
        order
        for order, power in moves.items()
        if isinstance(order, Move) and set(result.outcomes[power][order.unit].flags) <= {Flag.DISLODGED}
    }
    return arrived, set(result.position.dislodged)


def sails(slate):
    return any(isinstance(order, Convoy) for order in slate.orders)
