"""The desk accepts orders in any form: it returns the form to be stored, or the reason of a refusal."""

import pytest

from adjudicator import Cause, Province, Waive, parse, parse_or_keep
from intimate.desk import Desk, OrderRefused
from intimate.entries import Orders
from intimate.options import choices_of
from intimate.play import play
from intimate.players import Player
from tests.builders import CENTRES, UNITS, duel_at, start
from tests.intimate.winters import winter

FIRST, SECOND = Player
RETREAT = {"dislodged": {"AUSTRIA": {"A SER": ["ALB", "GRE"]}, "FRANCE": {"F POR": ["SPA/NC", "SPA/SC"]}}}


def accepted(duel, text, player=FIRST, named=None):
    """Return the stored form of an order with its power, or the cause of its refusal."""
    try:
        power, order = Desk(duel, player).accept(parse(text), named)
    except OrderRefused as refused:
        return refused.reason.cause
    return power, str(order)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("A VIE - GAL", ("AUSTRIA", "A VIE - GAL")),
        ("A VIE - PAR", Cause.UNREACHABLE),
        ("A VIE - XYZ", Cause.NO_PLACE),
        ("A VIE - VIE", Cause.SAME_PLACE),
        ("A VIE S F ADR", Cause.NO_UNIT),
        ("A GAL H", Cause.NO_UNIT),
        ("F VIE H", Cause.NO_UNIT),
        ("A PAR H", Cause.FOREIGN_UNIT),
        ("A ROM H", Cause.FOREIGN_UNIT),
        ("A VIE B", Cause.WRONG_PHASE),
        ("A PAR B", Cause.NOT_A_HOME_CENTRE),
        ("A VIE D", Cause.WRONG_PHASE),
        ("A VIE R GAL", Cause.WRONG_PHASE),
        ("WAIVE", Cause.WRONG_PHASE),
        ("F TRI - ADR", ("AUSTRIA", "F TRI - ADR")),
        ("F TRI C A VIE - GAL", Cause.ONLY_FLEETS_AT_SEA),
        ("A VIE S A VIE", Cause.SELF_SUPPORT),
    ],
)
def test_an_order_is_taken_or_the_reason_is_given(text, means):
    assert accepted(duel_at(start("S1902M")), text) == means


FLEETS = {"AUSTRIA": ["A GAS", "F MAO", "A BRE", "F ENG", "A WAL"], "FRANCE": ["A PAR"]}


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("F MAO - SPA/NC", "F MAO - SPA/NC"),
        ("F MAO - SPA", Cause.COAST_NEEDED),
        ("F MAO - POR", "F MAO - POR"),
        ("A GAS S F MAO - SPA/NC", "A GAS S F MAO - SPA/NC"),
        ("A GAS S F MAO - SPA", "A GAS S F MAO - SPA"),
        ("A GAS - SPA/NC", "A GAS - SPA"),
        ("A WAL - BRE", "A WAL - BRE VIA"),
        ("A WAL - BRE VIA", "A WAL - BRE VIA"),
        ("F ENG C A WAL - BRE", "F ENG C A WAL - BRE"),
    ],
)
def test_an_order_is_stored_as_the_lists_offer_it(text, stored):
    """Formats §1: a support of a fleet's move to a two-coast province may name the coast or not."""
    duel = duel_at(start("S1902M", units=FLEETS))
    assert accepted(duel, text) == (stored if isinstance(stored, Cause) else ("AUSTRIA", stored))
    if not isinstance(stored, Cause):
        assert Desk(duel, FIRST).is_as_stored("AUSTRIA", parse(stored))


def test_an_order_is_stored_in_one_form_only():
    desk = Desk(duel_at(start("S1902M", units=FLEETS)), FIRST)
    for text in ("A WAL - BRE", "A GAS - SPA/NC", "a gas h", "", "A GAS"):
        assert not desk.is_as_stored("AUSTRIA", parse_or_keep(text))
    assert not desk.is_as_stored("ITALY", parse("A GAS H"))
    assert desk.is_as_stored("AUSTRIA", parse("A GAS H"))


@pytest.mark.parametrize(
    ("player", "text", "means"),
    [
        (FIRST, "A SER R GRE", ("AUSTRIA", "A SER R GRE")),
        (FIRST, "A SER - GRE", ("AUSTRIA", "A SER R GRE")),
        (FIRST, "A SER D", ("AUSTRIA", "A SER D")),
        (FIRST, "A SER R BUL", Cause.RETREAT_BARRED),
        (FIRST, "A SER H", Cause.WRONG_PHASE),
        (FIRST, "F POR D", Cause.FOREIGN_UNIT),
        (FIRST, "A VIE R GAL", Cause.NOTHING_DUE),
        (FIRST, "A GAL R VIE", Cause.NO_UNIT),
        (FIRST, "A VIE B", Cause.WRONG_PHASE),
        (FIRST, "A SER R GRE/NC", ("AUSTRIA", "A SER R GRE")),
        (SECOND, "F POR R SPA/NC", ("FRANCE", "F POR R SPA/NC")),
        (SECOND, "F POR R SPA", Cause.COAST_NEEDED),
    ],
)
def test_a_retreat_goes_where_it_may_whichever_way_it_is_written(player, text, means):
    assert accepted(duel_at(start("S1902R", **RETREAT)), text, player) == means


ALIKE = {
    "units": {"FRANCE": ["A MUN"], "AUSTRIA": ["A VIE"]},
    "dislodged": {"AUSTRIA": {"A MUN": ["BOH", "TYR"]}},
}
"""An army in Munich was dislodged by one that now has the same name."""


@pytest.mark.parametrize(
    ("text", "stored"),
    [("A MUN R BOH", "A MUN R BOH"), ("A MUN - TYR", "A MUN R TYR"), ("A MUN D", "A MUN D")],
)
def test_a_unit_dislodged_by_one_of_the_same_name_can_retreat(text, stored):
    """1971 XI: the order is for the dislodged one, by its commander."""
    duel = duel_at(start("S1902R", **ALIKE))
    assert accepted(duel, text) == ("AUSTRIA", stored)
    assert accepted(duel, text, SECOND) is Cause.FOREIGN_UNIT
    assert Desk(duel, FIRST).is_as_stored("AUSTRIA", parse(stored))


def test_a_unit_that_dislodged_one_of_the_same_name_stays_where_it_is():
    """1971 XI: whatever its commander orders; the other one goes where it was ordered."""
    duel = duel_at(start("S1902R", **ALIKE))
    entries = {
        FIRST: Orders({"AUSTRIA": [parse("A MUN R BOH")]}),
        SECOND: Orders({"FRANCE": [parse("A MUN R TYR")]}),
    }
    after = play(duel, entries).after.position
    assert {str(unit): power for unit, power in after.units.items()} == {
        "A BOH": "AUSTRIA",
        "A MUN": "FRANCE",
        "A VIE": "AUSTRIA",
    }


@pytest.mark.parametrize(
    ("text", "named", "means"),
    [
        ("A VIE B", None, ("AUSTRIA", "A VIE B")),
        ("F NAP B", None, ("ITALY", "F NAP B")),
        ("F VIE B", None, Cause.NO_SUCH_BUILD),
        ("A MAR B", None, Cause.NOT_A_HOME_CENTRE),
        ("A SER B", None, Cause.NOT_A_HOME_CENTRE),
        ("A BUD B", None, Cause.OCCUPIED),
        ("A BUD H", None, Cause.WRONG_PHASE),
        ("A XYZ B", None, Cause.NOT_A_HOME_CENTRE),
        ("WAIVE", None, ("AUSTRIA", "WAIVE")),
        ("WAIVE", "ITALY", Cause.MUST_BUILD),
        ("WAIVE", "AUSTRIA", ("AUSTRIA", "WAIVE")),
        ("A BUD D", None, Cause.NOTHING_DUE),
        ("A PAR D", None, Cause.FOREIGN_UNIT),
        ("A VIE D", None, Cause.NO_UNIT),
    ],
)
def test_a_winter_order_is_of_the_power_whose_home_it_names(text, named, means):
    assert accepted(duel_at(winter()), text, named=named) == means


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("A PAR D", ("FRANCE", "A PAR D")),
        ("A MAR B", Cause.OCCUPIED),
        ("A BRE B", Cause.NOT_OWNED),
        ("A SPA D", Cause.NO_UNIT),
        ("WAIVE", Cause.NOTHING_DUE),
    ],
)
def test_a_build_by_a_power_with_removals_due_is_refused_with_a_reason(text, means):
    assert accepted(duel_at(winter()), text, SECOND) == means


def test_no_more_winter_orders_are_accepted_than_are_due():
    """§6: builds and removals in winter; movement has no such limit."""
    desk = Desk(duel_at(winter()), FIRST)
    for given in (0, 1):
        desk.check_count("AUSTRIA", given)
    with pytest.raises(OrderRefused) as refused:
        desk.check_count("AUSTRIA", 2)
    assert refused.value.reason.cause is Cause.NOTHING_DUE
    assert (str(refused.value), refused.value.field) == ("order: nothing_due", "order")
    Desk(duel_at(start("S1902M")), FIRST).check_count("AUSTRIA", 99)


def test_the_choices_of_a_desk_are_computed_once():
    desk = Desk(duel_at(winter()), FIRST)
    assert desk.choices == choices_of(desk.duel, FIRST)
    assert desk.choices is desk.choices


def test_an_ambiguous_waive_belongs_to_the_power_it_is_written_under():
    duel = duel_at(winter(), mercenary_waive="allowed")
    assert accepted(duel, "WAIVE") is Cause.MUST_BUILD
    assert accepted(duel, "WAIVE", named="ITALY") == ("ITALY", "WAIVE")


def test_a_fleet_is_built_on_a_named_coast():
    units = {"RUSSIA": ["A MOS"], "FRANCE": UNITS["FRANCE"]}
    duel = duel_at(
        start("W1901A", homes={"first": "RUSSIA", "second": "FRANCE"}, units=units, centers=CENTRES)
    )
    assert accepted(duel, "F STP B") is Cause.COAST_NEEDED
    assert accepted(duel, "F STP/NC B") == ("RUSSIA", "F STP/NC B")
    assert accepted(duel, "A STP B") == accepted(duel, "A STP/NC B") == ("RUSSIA", "A STP B")


def test_in_retreats_unit_at_finds_the_dislodged_unit():
    duel = duel_at(start("S1902R", units={"TURKEY": ["A SER"]}, **RETREAT))
    assert str(Desk(duel, FIRST).unit_at(Province("SER"))) == "A SER"
    assert Desk(duel, FIRST).unit_at(Province("CON")) is None
    assert Desk(duel, FIRST).choices.by_power["AUSTRIA"]
    assert Waive() not in Desk(duel, FIRST).choices.by_power["AUSTRIA"]
