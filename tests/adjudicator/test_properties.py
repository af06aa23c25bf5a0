"""Invariants of every phase, for all orders."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from adjudicator import (
    Cause,
    Convoy,
    Flag,
    Hold,
    Move,
    Support,
    adjudicate_adjustments,
    adjudicate_movement,
    adjudicate_retreats,
    legal_orders,
    parse,
    province_of,
    read_orders,
    read_position,
    standard,
)
from adjudicator.legality import sound_orders, validate
from adjudicator.scene import Scene
from tests.adjudicator.random_phases import random_phase

BOARD = standard()
PHASES = st.integers(0, 2**40).map(random_phase)
CHANCES = st.randoms(use_true_random=False)


def played(request):
    position = read_position(request["units"])
    return position, adjudicate_movement(position, read_orders(request["orders"]))


def cast(units):
    """Count units by power and kind."""
    return Counter((power, unit.kind) for unit, power in units)


def alone(units):
    provinces = [unit.province for unit in units]
    return len(provinces) == len(set(provinces))


@given(PHASES)
def test_no_unit_appears_or_vanishes_in_a_movement(request):
    before, result = played(request)
    beaten = [(unit, power) for unit, (power, _) in result.position.dislodged.items()]
    assert cast(before.units.items()) == cast([*result.position.units.items(), *beaten])
    assert {unit for unit, _ in beaten} <= before.units.keys()


@given(PHASES)
def test_two_units_never_share_a_province(request):
    """1971 VII.1."""
    _, result = played(request)
    assert alone(result.position.units)
    assert all(BOARD.stands(unit) for unit in result.position.units)


@given(PHASES)
def test_every_unit_has_one_outcome_and_every_failure_a_reason(request):
    before, result = played(request)
    told = {unit: power for power, units in result.outcomes.items() for unit in units}
    assert told == before.units
    for outcome in (outcome for units in result.outcomes.values() for outcome in units.values()):
        assert outcome.succeeded == (outcome.reason is None)
        if outcome.reason and outcome.reason.cause is not Cause.NO_UNIT:
            assert set(outcome.reason.units) <= before.units.keys()


@given(PHASES)
def test_no_retreat_is_offered_to_an_occupied_or_contested_province(request):
    """1971 XI."""
    _, result = played(request)
    barred = {unit.province for unit in result.position.units} | result.contested
    for unit, (_, places) in result.position.dislodged.items():
        assert not barred & set(map(province_of, places))
        assert set(places) <= set(BOARD.borders[unit.kind][unit.location])
        assert list(places) == sorted(places)


@given(PHASES)
def test_a_dislodged_unit_is_not_offered_where_its_attacker_came_from_over_land(request):
    """1971 XI; DATC 4.A.5: the test leaves out armies that a fleet was ordered to convoy."""
    before, result = played(request)
    orders = sound_orders(Scene(before), read_orders(request["orders"])).orders
    for unit, (_, places) in result.position.dislodged.items():
        (attacker,) = (
            order.unit
            for order in orders.values()
            if isinstance(order, Move)
            and province_of(order.to) == unit.province
            and result.outcomes[before.units[order.unit]][order.unit].succeeded
        )
        convoyed = {order.army for order in orders.values() if isinstance(order, Convoy)}
        if attacker not in convoyed:
            assert attacker.province not in map(province_of, places)


@given(PHASES)
def test_contested_provinces_are_vacant_and_two_were_ordered_there(request):
    """1971 XI."""
    before, result = played(request)
    orders = sound_orders(Scene(before), read_orders(request["orders"])).orders
    towards = Counter(province_of(order.to) for order in orders.values() if isinstance(order, Move))
    assert not result.contested & {unit.province for unit in result.position.units}
    assert all(towards[place] > 1 for place in result.contested)


@given(PHASES, CHANCES)
def test_the_order_of_powers_units_and_orders_does_not_matter(request, chance):
    """Except one unit's orders: their last one counts (DATC 4.D.2)."""
    shuffled = {field: mixed(request[field], chance) for field in ("units", "orders")}
    assert played(shuffled)[1] == played(request)[1]


def mixed(table, chance):
    powers = list(table)
    chance.shuffle(powers)
    return {power: mixed_list(table[power], chance) for power in powers}


def mixed_list(texts, chance):
    """Shuffle texts, but keep the order of those about one unit, which begin with kind and province."""
    heads = sorted({text[:5] for text in texts})
    chance.shuffle(heads)
    return [text for head in heads for text in texts if text[:5] == head]


@given(PHASES, CHANCES)
def test_one_more_support_never_takes_a_move_its_success(request, chance):
    """1971 IX.2. The supporter held before, so it gives up nothing, and no other order changes.

    This holds in every phase: a rival that failed against the move fails against more, and no other unit
    is affected.
    """
    before, result = played(request)
    scene = Scene(before)
    sound = sound_orders(scene, read_orders(request["orders"]))
    orders = {order.unit: order for order in sound.orders.values()}
    moves = [
        unit for unit, order in orders.items() if isinstance(order, Move) and succeeded(before, result, unit)
    ]
    pairs = [(move, idle) for move in moves for idle, order in orders.items() if order == Hold(idle)]
    for move, idle in chance.sample(pairs, min(4, len(pairs))):
        more = Support(idle, move, orders[move].to)
        given_now = {before.units[unit]: [] for unit in orders}
        for unit, order in orders.items():
            given_now[before.units[unit]].append(more if unit == idle else order)
        assert succeeded(before, adjudicate_movement(before, given_now), move), str(more)


def succeeded(before, result, unit):
    return result.outcomes[before.units[unit]][unit].succeeded


@given(PHASES, CHANCES)
def test_an_offered_order_is_void_only_if_the_other_unit_was_ordered_otherwise(request, chance):
    """DATC 4.E.1: legal whatever the others do."""
    position = read_position(request["units"])
    scene = Scene(position)
    offered = legal_orders(position, position.units)
    chosen = {unit: chance.choice(orders) for unit, orders in offered.items()}
    for unit, orders in offered.items():
        assert all(validate(scene, position.units[unit], parse(str(order))) == order for order in orders[:20])
    result = adjudicate_movement(position, {power: issued(chosen, position, power) for power in BOARD.powers})
    for units in result.outcomes.values():
        for unit, outcome in units.items():
            if Flag.VOID in outcome.flags:
                assert outcome.reason.cause is Cause.MISMATCH
                assert not agrees(chosen[unit], chosen[outcome.reason.units[0]])


def issued(chosen, position, power):
    return [order for unit, order in chosen.items() if position.units[unit] == power]


def agrees(helping, helped):
    """Whether an order helps exactly the given order; a support may leave the coast out (DATC 6.B.7)."""
    if not isinstance(helped, Move) or helping.to is None:
        return helping.to is None and not isinstance(helped, Move)
    return province_of(helping.to) == province_of(helped.to)


@given(PHASES, CHANCES)
def test_after_retreats_everyone_stands_alone_and_only_the_dislodged_have_gone(request, chance):
    """1971 XI."""
    _, result = played(request)
    orders = {}
    for unit, (power, places) in result.position.dislodged.items():
        if places and chance.random() < 0.9:
            orders.setdefault(power, []).append(parse(f"{unit} R {chance.choice(places)}"))
    after = adjudicate_retreats(result.position, orders).position
    assert alone(after.units)
    assert not after.dislodged
    assert result.position.units.items() <= after.units.items()
    assert len(after.units) <= len(result.position.units) + sum(map(len, orders.values()))


@given(PHASES, CHANCES)
def test_after_a_winter_no_power_has_more_units_than_centres(request, chance):
    """1971 V, XIII.2; and nobody loses more than it must."""
    centres = {power: [] for power in BOARD.powers}
    for centre in sorted(BOARD.centres):
        centres[chance.choice(BOARD.powers)].append(centre)
    position = read_position(request["units"], centres)
    after = adjudicate_adjustments(position, {}).position
    assert after.units.items() <= position.units.items()
    for power in BOARD.powers:
        had = len(position.units_of(power))
        assert len(after.units_of(power)) == min(had, len(centres[power]))
