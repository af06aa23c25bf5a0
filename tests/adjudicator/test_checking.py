"""Orders are checked before they are adjudicated."""

import pytest

from adjudicator import (
    Cause,
    Reason,
    Unit,
    contradictions,
    edition,
    examine,
    parse,
    read_orders,
    read_position,
)

OWN = {"AUSTRIA": ["A VIE", "A BUD", "A TRI", "F ADR"], "ITALY": ["A VEN"], "FRANCE": ["A PAR", "F GAS"]}
POSITION = read_position(OWN)


def contradicting(austria, italy=(), said="standard"):
    """Return the contradicting orders of a side of Austria and Italy, as text."""
    orders = read_orders({"AUSTRIA": austria.split(", "), "ITALY": italy})
    return [str(order) for order in contradictions(POSITION, orders, edition(said))]


@pytest.mark.parametrize(
    ("orders", "found"),
    {
        "A BUD S A VIE - GAL": ["A BUD S A VIE - GAL"],
        "A BUD S A VIE - GAL, A VIE - GAL": [],
        "A BUD S A VIE - GAL, A VIE - TYR": ["A BUD S A VIE - GAL"],
        "A BUD S A VIE": [],
        "A BUD S A VIE, A VIE S A BUD": [],
        "A BUD S A VIE, A VIE - TYR": ["A BUD S A VIE"],
        "F ADR C A TRI - VEN": ["F ADR C A TRI - VEN"],
        "F ADR C A TRI - VEN, A TRI - VEN VIA": [],
        "F ADR C A TRI - VEN, A TRI - APU VIA": ["F ADR C A TRI - VEN"],
    }.items(),
)
def test_help_for_a_unit_of_the_same_power_that_is_ordered_otherwise_contradicts(orders, found):
    """1971 IX.6, XII.1."""
    assert contradicting(orders) == found


def test_help_for_another_power_of_the_same_side_contradicts():
    support = "A TRI S A VEN - TYR"
    assert contradicting(support, ["A VEN - ROM"]) == [support]
    assert contradicting(support, []) == [support]
    assert contradicting(support, ["A VEN - TYR"]) == []


def test_help_for_a_power_of_the_other_side_does_not():
    """Nobody knows its orders."""
    position = read_position({"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR"]})
    orders = read_orders({"AUSTRIA": ["A MUN S A PAR - BUR"]})
    assert contradictions(position, orders) == []


def test_an_order_that_is_void_by_itself_is_not_named():
    """DATC 4.E.1: neither an impossible support, nor one of an impossible move."""
    assert contradicting("A BUD S A TRI - VEN, A VIE S A BUD - PAR, F ADR S A TRI") == []


def test_help_for_a_unit_whose_own_order_is_void_contradicts():
    """DATC 4.D.3: it holds."""
    assert contradicting("A BUD S A VIE - GAL, A VIE - PAR") == ["A BUD S A VIE - GAL"]


def test_a_coast_that_is_left_out_does_not_matter_and_a_wrong_one_does():
    """DATC 6.B.9."""
    position = read_position({"FRANCE": ["F MAO", "F GAS"]})
    for support, found in (("SPA", 0), ("SPA/NC", 0), ("SPA/SC", 1)):
        orders = read_orders({"FRANCE": ["F MAO - SPA/NC", f"F GAS S F MAO - {support}"]})
        assert len(contradictions(position, orders)) == found


@pytest.mark.parametrize(("said", "count"), [("standard", 1), ("anjou", 0)])
def test_where_orders_are_taken_over_help_for_a_unit_without_order_does_not_contradict(said, count):
    """004: an order stated by another one is not missing."""
    assert len(contradicting("A BUD S A VIE - GAL", said=said)) == count


def test_the_last_order_of_a_unit_is_the_one_that_counts():
    """DATC 4.D.2; 004: of several none counts, and the unit holds."""
    twice = "A BUD S A VIE - GAL, A VIE - TYR, A VIE - GAL"
    assert contradicting(twice) == []
    assert contradicting(twice, said="1971") == ["A BUD S A VIE - GAL"]


def test_an_order_is_examined_against_the_position():
    position = read_position({"FRANCE": ["F MAO", "A PAR"]})
    france, italy = "FRANCE", "ITALY"
    assert examine(position, france, parse("F MAO - GAS")) == parse("F MAO - GAS")
    assert examine(position, france, parse("A PAR - ROM")) == Reason(Cause.UNREACHABLE, place="ROM")
    assert examine(position, italy, parse("A PAR - BUR")) == Reason(
        Cause.FOREIGN_UNIT, (Unit.parse("A PAR"),)
    )


def test_an_order_is_examined_as_the_edition_reads_it():
    """DATC 4.B.2; 002 12.2."""
    position = read_position({"FRANCE": ["F GAS"]})
    order = parse("F GAS - SPA")
    assert examine(position, "FRANCE", order) == parse("F GAS - SPA/NC")
    assert examine(position, "FRANCE", order, edition("parker")).cause is Cause.COAST_NEEDED
