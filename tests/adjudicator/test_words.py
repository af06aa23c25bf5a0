"""Units, orders and editions as values: reading and writing them are inverses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import (
    Build,
    Convoy,
    Disband,
    EditionError,
    Hold,
    Kind,
    Location,
    Move,
    OrderError,
    PositionError,
    Retreat,
    Support,
    Unit,
    Unreadable,
    Waive,
    edition,
    parse,
    parse_or_keep,
    province_of,
    read_orders,
    read_position,
    standard,
)
from adjudicator.units import parse_unit

PAR, MAR, NTH = Unit.parse("A PAR"), Unit.parse("A MAR"), Unit.parse("F NTH")
BUR = Location("BUR")
PLACES = st.sampled_from(sorted(standard().borders[Kind.FLEET].keys() | standard().borders[Kind.ARMY].keys()))
UNITS = st.builds(Unit, st.sampled_from(Kind), PLACES)
ARMIES = st.builds(Unit, st.just(Kind.ARMY), PLACES)
ORDERS = (
    st.builds(Hold, UNITS)
    | st.builds(Move, UNITS, PLACES, st.booleans())
    | st.builds(Support, UNITS, UNITS, st.none() | PLACES)
    | st.builds(Convoy, UNITS, ARMIES, PLACES)
    | st.builds(Retreat, UNITS, PLACES)
    | st.builds(Disband, UNITS)
    | st.builds(Build, UNITS)
    | st.just(Waive())
)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A PAR H", Hold(PAR)),
        ("A PAR - BUR", Move(PAR, BUR)),
        ("F MAO - SPA/NC", Move(Unit.parse("F MAO"), Location("SPA/NC"))),
        ("A LON - BEL VIA", Move(Unit.parse("A LON"), Location("BEL"), via=True)),
        ("A MAR S A PAR - BUR", Support(MAR, PAR, BUR)),
        ("A MAR S A PAR", Support(MAR, PAR)),
        ("F NTH C A PAR - BUR", Convoy(NTH, PAR, BUR)),
        ("A PAR R BUR", Retreat(PAR, BUR)),
        ("A PAR D", Disband(PAR)),
        ("F STP/NC B", Build(Unit.parse("F STP/NC"))),
        ("WAIVE", Waive()),
    ],
)
def test_the_canonical_notation_is_that_of_the_interchange_format(text, order):
    assert parse(text) == order
    assert str(order) == text


@given(ORDERS)
def test_an_order_that_is_written_is_read_as_the_same(order):
    assert parse(str(order)) == order
    assert type(parse(str(order))) is type(order)


@given(st.text(alphabet="AFPRUB -/SCNVIHD\n", max_size=24) | st.text())
def test_any_text_that_is_read_or_kept_is_written_unchanged(text):
    kept = parse_or_keep(text)
    assert str(kept) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a par - bur",
        "A PAR-BUR",
        "A PAR  - BUR",
        " A PAR H",
        "A PAR H\n",
        "A PAR - BUR VIA CONVOY",
        "A PAR R BUR VIA",
        "A PAR S A MAR - BUR VIA",
        "F NTH C A PAR",
        "F NTH C F BRE - LON",
        "G PAR H",
        "A PARIS H",
        "A SPA/XC H",
        "WAIVE ",
        "WAIVE A PAR",
    ],
)
def test_the_writer_s_notation_is_read_strictly(text):
    with pytest.raises(OrderError) as refused:
        parse(text)
    assert refused.value.field == "order"


@pytest.mark.parametrize(
    ("text", "unit"),
    [("A PAR ?", PAR), ("A PAR", PAR), ("A PARIS", None), ("to Paris", None), ("", None)],
)
def test_an_unreadable_order_keeps_the_unit_it_begins_with(text, unit):
    assert parse_or_keep(text) == Unreadable(text, unit)


def test_a_support_is_aimed_at_where_the_action_is():
    """1971 IX.1."""
    assert parse("A MAR S A PAR - BUR").target == "BUR"
    assert parse("A MAR S A PAR").target == "PAR"
    assert parse("F GAS S F MAO - SPA/NC").target == "SPA"


@given(UNITS)
def test_a_unit_that_is_written_is_read_as_the_same(unit):
    assert parse_unit(str(unit)) == unit
    assert unit.province == province_of(unit.location) == unit.location[:3]


@pytest.mark.parametrize(
    "text", ["", "A", "A par", "P PAR", "A PAR ", "A PAR/", "A PAR/UC", "A  PAR", "A PAR\n"]
)
def test_a_unit_is_read_strictly(text):
    with pytest.raises(OrderError) as refused:
        Unit.parse(text)
    assert refused.value.field == "unit"


def test_an_edition_is_found_by_name():
    assert edition("standard").name == "standard"


def test_an_edition_that_does_not_exist_is_refused():
    with pytest.raises(EditionError) as refused:
        edition("no such")
    assert refused.value.field == "edition"


def test_every_order_is_true_even_one_without_parts():
    assert all(map(bool, map(parse, ["A PAR H", "WAIVE"])))


@pytest.mark.parametrize("orders", [{"FRANCE": "A PAR H"}, {"FRANCE": ["A PAR H", 5]}])
def test_orders_that_are_no_list_of_texts_are_refused(orders):
    with pytest.raises(OrderError) as caught:
        read_orders(orders)
    assert caught.value.field == "orders.FRANCE"


@pytest.mark.parametrize("units", ["A PAR", ["A PAR", 5]])
def test_units_that_are_no_list_of_texts_are_refused(units):
    with pytest.raises(PositionError) as caught:
        read_position({"FRANCE": units})
    assert caught.value.field == "units.FRANCE"
