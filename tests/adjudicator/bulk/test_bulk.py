"""Thousands of order sets at once give the same results as one by one."""

import pytest

from adjudicator import (
    EDITIONS,
    Move,
    OrderError,
    Position,
    Slate,
    adjudicate_columns,
    adjudicate_many,
    legal_orders,
    parse,
    read_position,
)
from tests.adjudicator.bulk.judging import bulk_result, lots_of, sails, slate_of, variations, wrong
from tests.datc.test_datc import CASES

NAMES = [*EDITIONS, "mixed", "single"]
MOVEMENTS = [case for case in CASES if case["phase"].endswith("M")]


@pytest.mark.parametrize("name", NAMES)
def test_random_sets_from_crowded_positions(name):
    for number in range(20):
        seed = f"bulk:{name}:{number}"
        slate = slate_of(seed, name)
        assert wrong(slate, lots_of(slate, seed, 30)) == [], seed


@pytest.mark.parametrize("name", NAMES)
def test_random_variations_of_the_datc_cases(name):
    for case in MOVEMENTS:
        slate, sets = variations(case, name, f"{name}:{case['number']}", 4)
        assert wrong(slate, sets) == [], case["number"]


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_many_more_random_sets_and_variations(name):
    for number in range(400):
        seed = f"soak:{name}:{number}"
        slate = slate_of(seed, name)
        assert wrong(slate, lots_of(slate, seed, 100)) == [], seed
    for case in MOVEMENTS:
        slate, sets = variations(case, name, f"soak:{name}:{case['number']}", 100)
        assert wrong(slate, sets) == [], case["number"]


def test_few_sets_but_paradoxes_are_left_to_the_resolver():
    slates = [slate for slate in (slate_of(f"left:{n}", "standard") for n in range(12)) if sails(slate)]
    one_by_one = [
        adjudicate_many(slate, lots_of(slate, f"left:{number}", 100)).one_by_one.bit_count()
        for number, slate in enumerate(slates)
    ]
    assert sum(one_by_one) < 2 * len(slates)
    paradox = next(case for case in MOVEMENTS if case["number"] == "6.F.14")
    assert adjudicate_many(*variations(paradox, "standard", "left", 0)).one_by_one == 1


def test_a_product_of_rows_and_columns_is_the_list_of_its_pairs():
    slate = Slate.of(Position.initial())
    rows = [slate.number(parse(text)) for text in ("A PAR - BUR", "A PAR H", "A PAR - PIC")]
    others = [slate.number(parse(text)) for text in ("A MUN - BUR", "A MUN - RUH")]
    pairs = [[row, other] for row in rows for other in others]
    columns = {row: 0b11 << 2 * index for index, row in enumerate(rows)}
    columns |= {other: 0b010101 << index for index, other in enumerate(others)}
    fates = adjudicate_columns(slate, columns, len(pairs))
    many = adjudicate_many(slate, pairs)
    assert fates.arrived == many.arrived
    assert fates.arrived[rows[0]] == 0b000010
    assert fates.arrived[others[0]] == 0b010100
    assert fates.dislodged == many.dislodged == [0] * 22


def test_a_unit_without_an_order_holds_in_every_edition():
    """Even where a missing order is otherwise taken from a support: a set is complete."""
    slate = Slate.of(read_position({"FRANCE": ["A PAR", "A MAR"]}), EDITIONS["anjou"])
    support = slate.number(parse("A MAR S A PAR - BUR"))
    fates = adjudicate_many(slate, [[support], []])
    assert not any(fates.arrived.values())
    assert fates.position(0).units == fates.position(1).units == slate.position.units


def test_a_slate_numbers_the_legal_orders_unit_by_unit():
    position = Position.initial()
    slate = Slate.of(position)
    offered = legal_orders(position, position.units)
    assert slate.units == tuple(position.units)
    assert slate.powers == tuple(position.units.values())
    for index, unit in enumerate(slate.units):
        numbers = slate.ranges[index]
        assert tuple(slate.orders[number] for number in numbers) == tuple(offered[unit])
        assert {slate.unit_of[number] for number in numbers} == {index}
        assert str(slate.orders[numbers[0]]) == f"{unit} H"
    assert all(slate.number(order) == number for number, order in enumerate(slate.orders))


def test_an_order_that_is_not_legal_has_no_number():
    with pytest.raises(OrderError, match="A PAR - MOS"):
        Slate.of(Position.initial()).number(parse("A PAR - MOS"))


def test_every_move_has_its_mask_whether_ordered_or_not():
    slate = Slate.of(Position.initial())
    fates = adjudicate_many(slate, [])
    assert (fates.count, set(fates.arrived.values()), set(fates.dislodged)) == (0, {0}, {0})
    assert set(fates.arrived) == {n for n, order in enumerate(slate.orders) if isinstance(order, Move)}


def test_an_empty_board_has_an_empty_slate():
    slate = Slate.of(read_position({}))
    assert slate.orders == ()
    assert bulk_result(slate, adjudicate_many(slate, [[], []]), 1) == (set(), set())


@pytest.mark.parametrize("number", [-1, 10_000])
def test_a_number_that_no_order_has_is_refused(number):
    slate = Slate.of(Position.initial())
    with pytest.raises(OrderError, match=str(number)):
        adjudicate_many(slate, [[number]])


@pytest.mark.parametrize("mask", [0b100, -1])
def test_bits_beyond_the_number_of_sets_are_refused(mask):
    slate = Slate.of(Position.initial())
    with pytest.raises(OrderError, match="2 sets"):
        adjudicate_columns(slate, {1: mask}, 2)


def test_sets_may_be_in_any_order_and_leave_units_out():
    """Complete sets in the units' own order are read in another way, with the same result."""
    slate = slate_of("any order", "standard")
    orderly = lots_of(slate, "any order", 40)
    orderly = [sorted(numbers) for numbers in orderly]
    full = [
        [next((n for n in numbers if n in orders), orders[0]) for orders in slate.ranges]
        for numbers in orderly
    ]
    bulks = [adjudicate_many(slate, sets) for sets in (orderly, full, [numbers[::-1] for numbers in full])]
    assert bulks[0].arrived == bulks[1].arrived == bulks[2].arrived
    assert bulks[0].dislodged == bulks[1].dislodged == bulks[2].dislodged
    assert any(bulks[0].arrived.values())
    assert any(bulks[0].dislodged)


@pytest.mark.parametrize("number", [-1, 1, 5])
def test_asking_about_a_set_that_does_not_exist_is_an_error(number):
    fates = adjudicate_many(Slate.of(Position.initial()), [[]])
    assert fates.position(0).units == Position.initial().units
    for asked in (fates.orders, fates.result, fates.position):
        with pytest.raises(IndexError, match="no set"):
            asked(number)
