"""A bulk against the resolver of single phases, set by set."""

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
    """Return a slate of a random crowded position, judged by an edition or by mixed switches."""
    return Slate.of(read_position(random_phase(seed)["units"]), reading(name, seed))


def lots_of(slate, seed, count):
    lots = Lots(slate, Random(f"{seed}:lots"))  # noqa: S311 (sets must come again, not be secret)
    return [lots.drawn() for _ in range(count)]


def variations(case, name, seed, count):
    """Return the slate of a case of the DATC, its orders as a set, and sets near to it."""
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
    """Return the sets of which the bulk says something else than the resolver."""
    fates = adjudicate_many(slate, sets)
    return [
        [str(slate.orders[n]) for n in numbers]
        for s, numbers in enumerate(sets)
        if told(slate, fates, s) != found(slate, fates.result(s), numbers)
    ]


def told(slate, fates, s):
    """Return the moves that arrived and the units that were dislodged, as the bulk says."""
    arrived = {slate.orders[n] for n, mask in fates.arrived.items() if mask >> s & 1}
    return arrived, {slate.units[u] for u, mask in enumerate(fates.dislodged) if mask >> s & 1}


def found(slate, result, numbers):
    """Return the same as the resolver found it."""
    moves = {slate.orders[n]: slate.powers[slate.unit_of[n]] for n in numbers}
    arrived = {
        order
        for order, power in moves.items()
        if isinstance(order, Move) and set(result.outcomes[power][order.unit].flags) <= {Flag.DISLODGED}
    }
    return arrived, set(result.position.dislodged)


def sails(slate):
    return any(isinstance(order, Convoy) for order in slate.orders)
