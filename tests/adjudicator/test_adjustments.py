"""Winters: builds, waives and removals, by order or by default."""

from typing import cast

import pytest

from adjudicator import (
    Build,
    Kind,
    Location,
    Phase,
    Power,
    Unit,
    adjudicate,
    adjudicate_adjustments,
    builds_possible,
    default_removals,
    due,
    legal_builds,
    read_orders,
    read_position,
    vacant_homes,
)
from adjudicator.interchange import outcomes_by_power, reasons_by_power, units_by_power


def winter(units, centres, orders, power="FRANCE"):
    """Return (units after, flags, reasons) of one power."""
    position = read_position({power: units}, {power: centres})
    result = adjudicate(Phase.parse("W1901A"), position, read_orders({power: orders}))
    tables = (
        units_by_power(result.position),
        outcomes_by_power(result.outcomes),
        reasons_by_power(result.outcomes),
    )
    after, flags, reasons = (table.get(power, {}) for table in tables)
    return after or [], flags, reasons


def removed(units, centres, power="FRANCE"):
    """Return the removals without orders."""
    _, flags, reasons = winter(units, centres, [], power)
    gone = [unit for unit, told in flags.items() if told == ["disband"]]
    assert reasons == dict.fromkeys(gone, "removed because no removal was ordered")
    return gone


def test_a_power_builds_up_to_its_centres():
    """1971 XIII.2."""
    after, flags, reasons = winter(["A PAR"], ["PAR", "BRE", "MAR"], ["F BRE B", "A MAR B"])
    assert (after, flags, reasons) == (["A MAR", "A PAR", "F BRE"], {"A MAR": [], "F BRE": []}, {})


def test_builds_not_ordered_are_given_up():
    """1971 XIII.2."""
    assert winter(["A PAR"], ["PAR", "BRE"], []) == (["A PAR"], {}, {})


def test_the_first_legal_builds_count_when_there_are_too_many():
    """DATC 6.I.1, 4.D.4."""
    after, flags, reasons = winter([], ["PAR"], ["A BUR B", "A PAR B", "A MAR B"])
    assert after == ["A PAR"]
    assert flags == {"A BUR": ["void"], "A PAR": [], "A MAR": ["void"]}
    assert reasons == {
        "A BUR": "BUR is no home centre of this power",
        "A MAR": "the power does not own MAR",
    }


def test_a_build_more_than_is_due_is_void():
    """DATC 4.D.4."""
    _, flags, reasons = winter(["A BUR"], ["PAR", "MAR"], ["A PAR B", "A MAR B"])
    assert flags == {"A PAR": [], "A MAR": ["void"]}
    assert reasons == {"A MAR": "no further order of this kind is due"}


@pytest.mark.parametrize(
    ("order", "unit", "reason"),
    [
        ("A SPA B", "A SPA", "SPA is no home centre of this power"),
        ("A BRE B", "A BRE", "the power does not own BRE"),
        ("A PAR B", "A PAR", "PAR is occupied"),
        ("F PAR B", "F PAR", "PAR is occupied"),
        ("A MAR H", "A MAR", "the order does not belong to this phase"),
        ("A MAR - BUR", "A MAR", "the order does not belong to this phase"),
        ("A MAR built", "A MAR", "the order cannot be read"),
        ("A PIC D", "A PIC", "A PIC is not there"),
        ("A PAR D", "A PAR", "no further order of this kind is due"),
    ],
)
def test_an_order_that_cannot_be_carried_out_is_void_with_its_reason(order, unit, reason):
    """1971 XIII.2; DATC 6.I.3, 6.I.5, 6.I.6."""
    after, flags, reasons = winter(["A PAR"], ["PAR", "MAR", "SPA"], [order])
    assert (after, flags, reasons) == (["A PAR"], {unit: ["void"]}, {unit: reason})


@pytest.mark.parametrize("order", ["F PAR B", "F PAR/NC B"])
def test_no_fleet_is_built_inland(order):
    """DATC 6.I.2."""
    after, _, reasons = winter([], ["PAR"], [order])
    assert (after, list(reasons.values())) == ([], ["such a unit cannot stand in PAR"])


def test_a_fleet_in_st_petersburg_names_its_coast():
    """DATC 6.B.14; 1971 XIII.2."""
    assert winter([], ["STP"], ["F STP B"], "RUSSIA")[2] == {"F STP": "the order must name a coast of STP"}
    assert winter([], ["STP"], ["F STP/NC B"], "RUSSIA")[0] == ["F STP/NC"]
    assert winter([], ["STP"], ["F STP/SC B"], "RUSSIA")[0] == ["F STP/SC"]
    assert winter([], ["STP"], ["F STP/EC B"], "RUSSIA")[0] == []


def test_an_army_in_st_petersburg_has_no_coast():
    """DATC 4.B.6."""
    assert winter([], ["STP"], ["A STP/NC B"], "RUSSIA")[0] == ["A STP"]


def test_only_one_unit_is_built_in_a_centre():
    """DATC 6.I.7: the second order undoes nothing."""
    after, flags, _ = winter([], ["MOS", "STP"], ["A MOS B", "A MOS B", "F STP/NC B", "F STP/SC B"], "RUSSIA")
    assert after == ["A MOS", "F STP/NC"]
    assert flags == {"A MOS": [], "F STP/NC": [], "F STP/SC": ["void"]}


def test_a_waived_build_is_given_up_and_several_count_each():
    after, flags, _ = winter([], ["PAR", "BRE", "MAR"], ["WAIVE", "WAIVE", "A PAR B", "A BRE B"])
    assert after == ["A PAR"]
    assert flags == {"WAIVE": [], "A PAR": [], "A BRE": ["void"]}


def test_the_last_build_that_is_due_can_be_waived_and_no_more():
    after, flags, _ = winter(["A MAR"], ["PAR", "MAR"], ["WAIVE", "A PAR B"])
    assert (after, flags) == (["A MAR"], {"WAIVE": [], "A PAR": ["void"]})


def test_nothing_is_waived_when_nothing_is_due():
    _, flags, reasons = winter(["A PAR"], ["PAR"], ["WAIVE"])
    assert (flags, reasons) == ({"WAIVE": ["void"]}, {"WAIVE": "no further order of this kind is due"})


def test_a_waive_gives_up_one_build_and_two_give_up_two():
    """DATC 4.D.1: after them nothing is due any more."""
    centres = ["PAR", "BRE", "MAR"]
    after, flags, _ = winter(["A PAR"], centres, ["WAIVE", "A MAR B"])
    assert (after, flags) == (["A MAR", "A PAR"], {"WAIVE": [], "A MAR": []})
    after, flags, reasons = winter(["A PAR"], centres, ["WAIVE", "WAIVE", "A MAR B"])
    assert (after, flags) == (["A PAR"], {"WAIVE": [], "A MAR": ["void"]})
    assert reasons == {"A MAR": "no further order of this kind is due"}


@pytest.mark.parametrize("order", ["A PAR - BUR", "A PAR H", "A PAR R BUR", "A PAR S F BRE"])
def test_an_order_of_another_phase_is_void_in_winter(order):
    """1971 XIII.2."""
    after, flags, reasons = winter(["A PAR", "F BRE"], ["PAR", "BRE"], [order])
    assert (after, flags) == (["A PAR", "F BRE"], {"A PAR": ["void"]})
    assert reasons == {"A PAR": "the order does not belong to this phase"}


def test_the_removals_that_are_ordered_are_made():
    """1971 XIII.2."""
    after, flags, _ = winter(["A PAR", "F BRE", "A MAR"], ["PAR"], ["A PAR D", "A MAR D"])
    assert (after, flags) == (["F BRE"], {"A PAR": [], "A MAR": []})


def test_the_first_legal_removals_count_when_there_are_too_many():
    """DATC 6.J.1, 4.D.6."""
    after, flags, _ = winter(["A PAR", "A PIC"], ["PAR"], ["F LYO D", "A PIC D", "A PAR D"])
    assert after == ["A PAR"]
    assert flags == {"F LYO": ["void"], "A PIC": [], "A PAR": ["void"]}


def test_a_unit_is_removed_once_and_the_rest_by_default():
    """DATC 6.J.2."""
    after, flags, _ = winter(["A PAR", "A PIC", "F LYO"], ["PAR"], ["A PAR D", "A PAR D"])
    assert after == ["A PIC"]
    assert flags == {"A PAR": [], "F LYO": ["disband"]}


def test_what_was_removed_by_order_is_not_removed_again_by_default():
    """DATC 6.J.2, 4.D.8: A PIE is the farthest, and of the rest A MUN."""
    after, flags, _ = winter(["A MUN", "A PAR", "A PIE"], ["PAR"], ["A PIE D"])
    assert (after, flags) == (["A PAR"], {"A PIE": [], "A MUN": ["disband"]})


def test_a_text_that_names_no_unit_is_passed_over():
    assert winter(["A PAR"], ["PAR"], ["hello"]) == (["A PAR"], {}, {})


def test_the_coast_of_a_fleet_that_is_removed_may_be_left_out():
    """DATC 4.B.5."""
    after, flags, _ = winter(["F SPA/NC", "A PAR"], ["PAR"], ["F SPA D"])
    assert (after, flags) == (["A PAR"], {"F SPA/NC": []})


def test_by_default_the_unit_farthest_from_what_the_power_owns_goes():
    """DATC 6.J.3, 6.J.11, 4.D.8: all owned centres count, not only home centres."""
    assert removed(["A WAR", "A TUS"], ["WAR"], "ITALY") == ["A TUS"]


def test_land_and_sea_count_alike_for_armies_and_fleets():
    """DATC 6.J.10: as if convoyed; 6.J.5."""
    assert removed(["A GRE", "A PIE"], ["NAP"], "ITALY") == ["A PIE"]
    assert removed(["F ION", "A MUN"], ["ROM"], "ITALY") == ["A MUN"]


def test_at_equal_distance_fleets_go_before_armies():
    """DATC 6.J.7."""
    assert removed(["A GAS", "F ENG"], ["BRE"]) == ["F ENG"]


def test_at_equal_distance_units_of_a_kind_go_in_the_alphabetical_order_of_names():
    """DATC 6.J.4, 6.J.6: of the names, not of the codes: Livonia (LVN) before Ukraine; North Sea (NTH)."""
    assert removed(["A UKR", "A LVN"], ["MOS"], "RUSSIA") == ["A LVN"]
    assert removed(["F NTH", "F NWG"], ["EDI"], "ENGLAND") == ["F NTH"]
    assert removed(["F HEL", "F HOL"], ["KIE"], "GERMANY") == ["F HEL"]
    assert removed(["A LVP", "F LYO"], ["LON"], "ENGLAND") == ["F LYO"]


def test_a_power_without_centres_loses_all_its_units():
    """1971 XIII.2; V: no unit without a centre."""
    assert sorted(removed(["A UKR", "F BLA", "A MOS"], [], "RUSSIA")) == ["A MOS", "A UKR", "F BLA"]


def test_a_power_without_orders_loses_and_builds_by_itself_only_what_must_be():
    """1971 XIV.3."""
    assert winter([], ["PAR"], []) == ([], {}, {})


def test_the_number_of_builds_due_is_centres_less_units():
    """1971 XIII.2: builds also need vacant home centres."""
    france = Power("FRANCE")
    position = read_position({"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR", "MAR", "SPA", "POR"]})
    assert due(position, france) == 3
    assert vacant_homes(position, france) == ("MAR",)
    assert builds_possible(position, france) == 1
    assert [str(build) for build in legal_builds(position, france)] == ["A MAR B", "F MAR B"]


def test_a_home_centre_with_a_foreign_unit_is_not_vacant():
    """1971 XIII.2."""
    position = read_position({"ITALY": ["A MAR"]}, {"FRANCE": ["PAR", "MAR"]})
    assert vacant_homes(position, Power("FRANCE")) == ("PAR",)


def test_no_fleet_is_offered_inland():
    """DATC 6.I.2."""
    position = read_position({}, {"FRANCE": ["PAR", "BRE"]})
    assert [str(build) for build in legal_builds(position, "FRANCE")] == ["A BRE B", "F BRE B", "A PAR B"]


def test_russia_can_build_on_both_coasts_of_st_petersburg():
    """1971 XIII.2."""
    position = read_position({}, {"RUSSIA": ["STP"]})
    builds = legal_builds(position, Power("RUSSIA"))
    assert [str(build) for build in builds] == ["A STP B", "F STP/NC B", "F STP/SC B"]


def test_default_removals_can_be_asked_for():
    position = read_position({"FRANCE": ["A PAR", "A PIC", "A MUN"]}, {"FRANCE": ["PAR"]})
    first, second = default_removals(position, Power("FRANCE"), 2)
    assert (str(first), str(second)) == ("A MUN", "A PIC")


def test_after_a_winter_units_are_listed_by_power_and_name():
    """So that later lists have the same order on any machine."""
    units = {"ITALY": ["F NAP", "A VEN", "A ROM"], "FRANCE": ["F BRE", "A PAR", "A MAR"]}
    position = read_position(units, {"ITALY": ["NAP", "VEN", "ROM"], "FRANCE": ["BRE", "PAR", "MAR"]})
    after = adjudicate(Phase.parse("W1901A"), position, {}).position
    assert list(map(str, after.units)) == ["A MAR", "A PAR", "F BRE", "A ROM", "A VEN", "F NAP"]


def test_owners_do_not_change_in_winter():
    position = read_position({"FRANCE": ["A BEL"]}, {"ENGLAND": ["BEL"], "FRANCE": ["PAR"]})
    assert adjudicate(Phase.parse("W1901A"), position, {}).position.owners == position.owners


def test_a_unit_of_another_power_cannot_be_removed_and_is_not_said_to_be_missing():
    position = read_position({"ENGLAND": ["A LON"], "FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]})
    result = adjudicate(Phase.parse("W1901A"), position, read_orders({"ENGLAND": ["A PAR D"]}))
    assert reasons_by_power(result.outcomes)["ENGLAND"]["A PAR"] == "A PAR belongs to another power"


def test_a_build_at_an_invalid_place_is_void():
    position = read_position({}, {"FRANCE": ["PAR"]})
    orders = {Power("FRANCE"): [Build(Unit(Kind.ARMY, cast("Location", "PARIS")))]}
    assert not adjudicate_adjustments(position, orders).position.units
