"""Invariants of every edition and every combination of switches, for all orders."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from adjudicator import (
    EDITIONS,
    SWITCHES,
    Cause,
    Flag,
    Move,
    adjudicate_adjustments,
    adjudicate_movement,
    adjudicate_retreats,
    edition,
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
MIXED = st.fixed_dictionaries({switch: st.sampled_from(values) for switch, values in SWITCHES.items()})
READINGS = st.sampled_from(sorted(EDITIONS)).map(edition) | MIXED.map(lambda said: edition("standard", said))


def played(request, reading):
    position = read_position(request["units"])
    return position, adjudicate_movement(position, read_orders(request["orders"]), reading)


def cast(units):
    return Counter((power, unit.kind) for unit, power in units)


def alone(units):
    provinces = [unit.province for unit in units]
    return len(provinces) == len(set(provinces))


@given(PHASES, READINGS)
def test_no_unit_appears_or_vanishes_and_none_shares_a_province(request, reading):
    """1971 VII.1; an answer also proves that every loop ends."""
    before, result = played(request, reading)
    beaten = [(unit, power) for unit, (power, _) in result.position.dislodged.items()]
    assert cast(before.units.items()) == cast([*result.position.units.items(), *beaten])
    assert alone(result.position.units)
    assert all(BOARD.stands(unit) for unit in result.position.units)


@given(PHASES, READINGS)
def test_every_failure_names_its_cause(request, reading):
    before, result = played(request, reading)
    for outcome in (outcome for units in result.outcomes.values() for outcome in units.values()):
        assert outcome.succeeded == (outcome.reason is None)
        if outcome.reason and outcome.reason.cause in {Cause.BOUNCED, Cause.CUT, Cause.FLEET_DISLODGED}:
            assert outcome.reason.units
            assert set(outcome.reason.units) <= before.units.keys()


@given(PHASES, READINGS)
def test_a_unit_is_only_dislodged_by_a_unit_of_another_power(request, reading):
    """1971 IX.3."""
    _, result = played(request, reading)
    entered = {unit.province: power for unit, power in result.position.units.items()}
    for unit, (power, places) in result.position.dislodged.items():
        assert entered[unit.province] != power
        assert not {province_of(place) for place in places} & (entered.keys() | result.contested)


@given(PHASES, READINGS, CHANCES)
def test_the_order_of_powers_and_units_does_not_matter(request, reading, chance):
    """Except the order of one unit's orders (DATC 4.D.2)."""
    shuffled = dict(request)
    for field in ("units", "orders"):
        powers = list(request[field])
        chance.shuffle(powers)
        shuffled[field] = {power: mixed(request[field][power], chance) for power in powers}
    assert played(shuffled, reading)[1] == played(request, reading)[1]


def mixed(texts, chance):
    heads = sorted({text[:5] for text in texts})
    chance.shuffle(heads)
    return [text for head in heads for text in texts if text[:5] == head]


@given(PHASES, READINGS, CHANCES)
def test_an_order_on_offer_is_legal_in_that_edition(request, reading, chance):
    """DATC 4.E.1: whatever the others do; it is void only if it helps an order that was not given."""
    position = read_position(request["units"])
    scene = Scene(position, reading)
    offered = legal_orders(position, position.units, reading)
    for unit, orders in offered.items():
        for order in chance.sample(list(orders), min(8, len(orders))):
            assert validate(scene, position.units[unit], parse(str(order))) == order
    chosen = {power: [] for power in BOARD.powers}
    for unit, orders in offered.items():
        chosen[position.units[unit]].append(chance.choice(orders))
    result = adjudicate_movement(position, chosen, reading)
    for outcome in (outcome for units in result.outcomes.values() for outcome in units.values()):
        assert Flag.VOID not in outcome.flags or outcome.reason.cause is Cause.MISMATCH


@given(PHASES, READINGS)
def test_every_unit_has_one_legal_order(request, reading):
    """1971 VII.1 and 4."""
    position = read_position(request["units"])
    scene = Scene(position, reading)
    sound = sound_orders(scene, read_orders(request["orders"]))
    assert {order.unit for order in sound.orders.values()} == position.units.keys()
    for order in sound.orders.values():
        unit = order.unit
        named = replace(order, via=False) if isinstance(order, Move) and unit.kind == "F" else order
        assert validate(scene, position.units[unit], named) == order


@given(PHASES, READINGS, CHANCES)
def test_after_a_winter_no_power_has_more_units_than_centres(request, reading, chance):
    """1971 XI, XIII.2."""
    _, result = played(request, reading)
    orders = {}
    for unit, (power, places) in result.position.dislodged.items():
        for place in chance.sample(list(places), min(len(places), chance.choice([0, 1, 1, 2]))):
            orders.setdefault(power, []).append(parse(f"{unit} R {place}"))
    position = adjudicate_retreats(result.position, orders, reading).position
    assert alone(position.units)
    assert result.position.units.items() <= position.units.items()
    owned = position.with_ownership()
    after = adjudicate_adjustments(owned, {}, reading).position
    for power in BOARD.powers:
        count = len(position.units_of(power))
        assert len(after.units_of(power)) == min(count, len(owned.centres_of(power)))
