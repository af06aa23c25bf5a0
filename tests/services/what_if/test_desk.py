"""The desk for all sides: whose order an order is, whoever commands the unit."""

import pytest

from adjudicator import EDITIONS, Cause, Game, Phase, Unit, Unreadable, parse, parse_or_keep, read_position
from intimate.desk import OrderRefused
from services.what_if.desk import DeskForAll
from tests.builders import CENTRES, UNITS

ROUTED = {"GERMANY": {"A BUR": ["GAS", "PIC"]}}


def desk(phase="S1901M", units=UNITS, dislodged=None, edition="standard"):
    """Return the desk of a phase of the base game."""
    position = read_position(units, CENTRES, dislodged or {})
    return DeskForAll(Game(Phase.parse(phase), position, EDITIONS[edition]))


def accepted(text, *args, **options):
    """Accept an order; return it with its power."""
    power, order = desk(*args, **options).accept(parse(text))
    return power, str(order)


def refusal(text, *args, **options):
    """Return the cause for which an order is refused."""
    with pytest.raises(OrderRefused) as refused:
        desk(*args, **options).accept(parse(text))
    return refused.value.reason.cause


def test_an_order_belongs_to_the_power_of_its_unit_and_may_be_illegal():
    assert accepted("A PAR - MOS") == ("FRANCE", "A PAR - MOS")
    assert accepted("F STP - NWY") == ("RUSSIA", "F STP/SC - NWY")


def test_of_two_units_of_one_name_the_dislodged_one_is_ordered_to_retreat():
    """An army that was dislodged by an army is called like the one that stands there now."""
    units = {"FRANCE": ["A BUR"]}
    for text in ("A BUR R PIC", "A BUR - PIC", "A BUR D"):
        assert accepted(text, "S1901R", units, ROUTED)[0] == "GERMANY"
    assert accepted("A BUR - PIC", "S1901R", units, ROUTED)[1] == "A BUR R PIC"


def test_a_build_belongs_to_the_power_whose_home_centre_it_is_made_in():
    assert accepted("A PAR B", "W1901A") == ("FRANCE", "A PAR B")
    assert accepted("F STP/NC B", "W1901A") == ("RUSSIA", "F STP/NC B")
    assert refusal("A SPA B", "W1901A") is Cause.NOT_A_HOME_CENTRE


def test_an_order_about_nothing_on_the_board_is_refused():
    assert refusal("A GAS - BUR") is Cause.NO_UNIT
    assert refusal("F PAR - BUR") is Cause.NO_UNIT
    assert refusal("WAIVE", "W1901A") is Cause.NOTHING_DUE


def test_what_is_no_order_belongs_to_the_unit_that_it_names():
    power, text = desk().accept_unreadable(parse_or_keep("A PAR vers BUR"))
    assert (power, text) == ("FRANCE", Unreadable("A PAR vers BUR", Unit.parse("A PAR")))
    for text, cause in (("nonsense", Cause.UNREADABLE), ("A GAS ?", Cause.NO_UNIT)):
        with pytest.raises(OrderRefused) as refused:
            desk().accept_unreadable(parse_or_keep(text))
        assert refused.value.reason.cause is cause


def test_any_number_of_orders_can_be_tried():
    for given in (0, 1, 99):
        desk("W1901A").check_count("FRANCE", given)


def test_all_units_of_all_powers_can_be_ordered_or_all_that_were_dislodged():
    assert len(desk().units) == 22
    assert desk("S1901R", {"FRANCE": ["A BUR"]}, ROUTED).units == [("GERMANY", Unit.parse("A BUR"))]
    assert desk("W1901A").units == []


def test_the_abbreviations_of_the_edition_may_be_written():
    assert desk().edition is None
    assert desk(edition="parker").edition == "parker"
