"""Retreats: the movement decides where a unit may go; units that meet are disbanded."""

import pytest

from adjudicator import (
    Phase,
    Unit,
    adjudicate,
    adjudicate_movement,
    adjudicate_retreats,
    read_orders,
    read_position,
)
from adjudicator.interchange import dislodged_by_power, outcomes_by_power, reasons_by_power, units_by_power


def retreat(dislodged, orders, units=None):
    """Return (units after, flags, reasons) by power."""
    result = adjudicate_retreats(read_position(units or {}, {}, dislodged), read_orders(orders))
    told = outcomes_by_power(result.outcomes), reasons_by_power(result.outcomes)
    assert not result.position.dislodged
    return units_by_power(result.position), *told


def places(units, orders):
    """Return the possible retreats of the units that a movement dislodged."""
    return dislodged_by_power(adjudicate_movement(read_position(units), read_orders(orders)).position)


PARIS = {"FRANCE": {"A PAR": ["BRE", "GAS", "PIC"]}}


def test_a_unit_retreats_to_where_it_may_go():
    """1971 XI."""
    assert retreat(PARIS, {"FRANCE": ["A PAR R GAS"]}) == (
        {"FRANCE": ["A GAS"]},
        {"FRANCE": {"A PAR": []}},
        {},
    )


def test_a_unit_may_be_disbanded_instead():
    """1971 XI.2: by choice, so nothing failed."""
    assert retreat(PARIS, {"FRANCE": ["A PAR D"]}) == ({}, {"FRANCE": {"A PAR": []}}, {})


def test_a_unit_without_an_order_is_disbanded():
    """1971 XI.2."""
    assert retreat(PARIS, {}) == (
        {},
        {"FRANCE": {"A PAR": ["disband"]}},
        {"FRANCE": {"A PAR": "it was given no retreat"}},
    )


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A PAR R BUR", "it may not retreat to BUR"),
        ("A PAR R MAR", "it may not retreat to MAR"),
        ("A PAR - GAS", "the order does not belong to this phase"),
        ("A PAR H", "the order does not belong to this phase"),
        ("A PAR B", "the order does not belong to this phase"),
        ("A PAR goes to Gascony", "the order cannot be read"),
    ],
)
def test_a_retreat_that_is_void_disbands_the_unit(order, reason):
    """1971 XI.2; DATC 6.H.1: only retreats are ordered."""
    after, flags, reasons = retreat(PARIS, {"FRANCE": [order]})
    assert (after, flags) == ({}, {"FRANCE": {"A PAR": ["void", "disband"]}})
    assert reasons == {"FRANCE": {"A PAR": reason}}


def test_units_that_retreat_to_one_province_are_all_disbanded():
    """1971 XI.2; DATC 6.H.7, 6.H.8."""
    three = {"FRANCE": {"A PAR": ["GAS"]}, "GERMANY": {"A BUR": ["GAS"]}, "ITALY": {"A MAR": ["GAS"]}}
    orders = {"FRANCE": ["A PAR R GAS"], "GERMANY": ["A BUR R GAS"], "ITALY": ["A MAR R GAS"]}
    after, flags, reasons = retreat(three, orders)
    assert after == {}
    assert flags["FRANCE"] == {"A PAR": ["bounce", "disband"]}
    assert reasons["ITALY"] == {"A MAR": "A BUR, A PAR retreated there too"}


def test_units_that_retreat_to_two_provinces_are_not_in_each_other_s_way():
    """1971 XI.2."""
    two = {"FRANCE": {"A PAR": ["GAS", "PIC"]}, "GERMANY": {"A BUR": ["BEL", "GAS"]}}
    after, flags, _ = retreat(two, {"FRANCE": ["A PAR R GAS"], "GERMANY": ["A BUR R BEL"]})
    assert after == {"FRANCE": ["A GAS"], "GERMANY": ["A BEL"]}
    assert flags == {"FRANCE": {"A PAR": []}, "GERMANY": {"A BUR": []}}


@pytest.mark.parametrize("other", ["WAIVE", "A MUN R GAS", "A GAS H", "A BUR R GAS", "nonsense"])
def test_orders_that_concern_no_dislodged_unit_of_the_power_are_ignored(other):
    """DATC 6.H.1, 6.A.6: later orders still count."""
    two = {**PARIS, "GERMANY": {"A BUR": ["GAS", "RUH"]}}
    after, flags, _ = retreat(two, {"FRANCE": [other, "A PAR R PIC"]}, {"FRANCE": ["A MUN"]})
    assert after == {"FRANCE": ["A MUN", "A PIC"]}
    assert flags == {"FRANCE": {"A PAR": []}, "GERMANY": {"A BUR": ["disband"]}}


def test_fleets_on_two_coasts_of_one_province_meet_too():
    """DATC 6.H.16 has it for stand-offs: the province is one."""
    fleets = {"FRANCE": {"F GAS": ["SPA/NC"]}, "ITALY": {"F MAR": ["SPA/SC"]}}
    orders = {"FRANCE": ["F GAS R SPA/NC"], "ITALY": ["F MAR R SPA/SC"]}
    assert retreat(fleets, orders)[0] == {}


def test_a_unit_retreats_where_another_that_is_disbanded_could_have_gone():
    """1971 XI.2."""
    two = {"FRANCE": {"A PAR": ["GAS"]}, "GERMANY": {"A BUR": ["GAS"]}}
    after, *_ = retreat(two, {"FRANCE": ["A PAR R GAS"], "GERMANY": ["A BUR D"]})
    assert after == {"FRANCE": ["A GAS"]}


def test_a_void_retreat_is_in_nobody_s_way():
    """DATC 6.H.10: a unit that may not go there does not count."""
    two = {"FRANCE": {"A PAR": ["GAS"]}, "GERMANY": {"A BUR": ["RUH"]}}
    after, *_ = retreat(two, {"FRANCE": ["A PAR R GAS"], "GERMANY": ["A BUR R GAS"]})
    assert after == {"FRANCE": ["A GAS"]}


def test_the_last_legal_order_counts():
    """DATC 4.D.2."""
    orders = ["A PAR R PIC", "A PAR R GAS", "A PAR R BUR"]
    assert retreat(PARIS, {"FRANCE": orders})[0] == {"FRANCE": ["A GAS"]}


def test_only_its_own_power_orders_a_unit():
    """DATC 6.A.6."""
    after, flags, _ = retreat(PARIS, {"GERMANY": ["A PAR R GAS"]})
    assert (after, flags) == ({}, {"FRANCE": {"A PAR": ["disband"]}})


@pytest.mark.parametrize("text", ["WAIVE", "hello"])
def test_a_text_that_names_no_unit_is_passed_over(text):
    after, flags, _ = retreat(PARIS, {"FRANCE": [text, "A PAR R GAS"]})
    assert (after, flags) == ({"FRANCE": ["A GAS"]}, {"FRANCE": {"A PAR": []}})


def test_units_that_were_not_dislodged_stay_in_spite_of_orders():
    """1971 XI."""
    after, flags, _ = retreat({}, {"FRANCE": ["A PAR R GAS", "A PAR D"]}, {"FRANCE": ["A PAR"]})
    assert (after, flags) == ({"FRANCE": ["A PAR"]}, {})


def test_the_winner_of_a_battle_stays_when_the_loser_of_its_kind_and_place_retreats():
    """1971 XI: both are named A PAR."""
    after, *_ = retreat(PARIS, {"FRANCE": ["A PAR R GAS"]}, {"GERMANY": ["A PAR"]})
    assert after == {"FRANCE": ["A GAS"], "GERMANY": ["A PAR"]}


def test_a_coast_may_be_left_out_where_only_one_is_possible():
    """DATC 4.B.2."""
    fleet = {"FRANCE": {"F GAS": ["BRE", "SPA/NC"]}}
    assert retreat(fleet, {"FRANCE": ["F GAS R SPA"]})[0] == {"FRANCE": ["F SPA/NC"]}


def test_a_coast_must_be_named_where_two_are_possible():
    """DATC 4.B.1."""
    fleet = {"FRANCE": {"F POR": ["SPA/NC", "SPA/SC"]}}
    after, _, reasons = retreat(fleet, {"FRANCE": ["F POR R SPA"]})
    assert (after, reasons) == ({}, {"FRANCE": {"F POR": "the order must name a coast of SPA"}})


def test_a_wrong_coast_makes_a_retreat_void():
    """DATC 4.B.3."""
    assert retreat({"FRANCE": {"F GAS": ["SPA/NC"]}}, {"FRANCE": ["F GAS R SPA/SC"]})[0] == {}


def test_the_coast_that_an_army_is_sent_to_does_not_matter():
    """DATC 4.B.6."""
    assert retreat({"FRANCE": {"A GAS": ["SPA"]}}, {"FRANCE": ["A GAS R SPA/NC"]})[0] == {"FRANCE": ["A SPA"]}


def test_the_coast_of_the_unit_itself_may_be_wrong():
    """DATC 4.B.5."""
    fleet = {"FRANCE": {"F SPA/SC": ["POR"]}}
    assert retreat(fleet, {"FRANCE": ["F SPA/NC R POR"]})[0] == {"FRANCE": ["F POR"]}


def test_no_retreat_is_offered_to_where_the_attacker_came_from():
    """1971 XI."""
    units = {"AUSTRIA": ["A BUD", "A VIE"], "ITALY": ["A TRI"]}
    orders = {"AUSTRIA": ["A VIE - TRI", "A BUD S A VIE - TRI"]}
    assert places(units, orders) == {"ITALY": {"A TRI": ["ALB", "SER", "TYR", "VEN"]}}


def test_a_retreat_is_offered_to_where_a_convoyed_attacker_came_from():
    """DATC 6.H.11, 4.A.5."""
    units = {"FRANCE": ["A LON", "F ENG", "F NTH"], "GERMANY": ["A BEL"], "ITALY": ["A BUR"]}
    orders = {"FRANCE": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH S A LON - BEL"]}
    assert places(units, orders) == {"GERMANY": {"A BEL": ["HOL", "PIC", "RUH"]}}
    swapped = {"FRANCE": ["A HOL", "F NTH", "A RUH"], "GERMANY": ["A BEL"]}
    orders = {"FRANCE": ["A HOL - BEL VIA", "F NTH C A HOL - BEL", "A RUH S A HOL - BEL"]}
    assert "HOL" in places(swapped, orders)["GERMANY"]["A BEL"]


def test_a_unit_dislodged_by_a_convoyed_army_is_not_offered_occupied_or_contested_provinces():
    """1971 XI: the attacker's origin is open only if nothing else bars it."""
    units = {
        "ENGLAND": ["A LON", "F NTH", "F ENG"],
        "FRANCE": ["A BEL", "A PAR"],
        "GERMANY": ["A KIE", "A HOL", "A MUN"],
        "ITALY": ["A BUR"],
    }
    orders = {
        "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL", "F ENG S A LON - BEL"],
        "FRANCE": ["A PAR - PIC"],
        "GERMANY": ["A KIE - RUH", "A MUN - RUH"],
    }
    assert places(units, orders) == {"FRANCE": {"A BEL": []}}


def test_a_province_that_was_left_is_open_to_retreats():
    """1971 XI: neither occupied nor vacant by a stand-off."""
    units = {"AUSTRIA": ["A BUD", "A VIE"], "ITALY": ["A TRI", "A VEN"]}
    orders = {"AUSTRIA": ["A VIE - TRI", "A BUD S A VIE - TRI"], "ITALY": ["A VEN - ROM"]}
    assert "VEN" in places(units, orders)["ITALY"]["A TRI"]


def test_a_fleet_is_offered_the_coasts_that_it_reaches():
    """1971 VII.3b."""
    units = {"TURKEY": ["F CON"], "RUSSIA": ["F BLA", "F AEG", "A ANK", "A SMY"]}
    orders = {"RUSSIA": ["F BLA - CON", "F AEG S F BLA - CON"]}
    assert places(units, orders) == {"TURKEY": {"F CON": ["BUL/EC", "BUL/SC"]}}


def test_the_one_door_opens_to_retreats():
    position = read_position({}, {}, PARIS)
    result = adjudicate(Phase.parse("F1901R"), position, read_orders({"FRANCE": ["A PAR R GAS"]}))
    assert list(result.position.units) == [Unit.parse("A GAS")]
