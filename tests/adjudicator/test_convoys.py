"""Convoys and stand-offs, rule by rule; tests/datc has the whole DATC."""

from adjudicator import adjudicate_movement, read_position
from adjudicator.interchange import units_by_power
from tests.adjudicator.sheets import after, contested, flags


def test_an_army_is_carried_over_several_seas_by_several_powers():
    """1971 XII.2, with its own example."""
    assert "TUN" in after(
        ENGLAND="A LON - TUN, F ENG C A LON - TUN, F MAO C A LON - TUN", FRANCE="F WES C A LON - TUN"
    )


def test_a_dislodged_fleet_ends_a_convoy():
    """1971 XII.3, example 11."""
    found = flags(
        FRANCE="A SPA - NAP, F LYO C A SPA - NAP, F TYS C A SPA - NAP",
        ITALY="F ION - TYS, F TUN S F ION - TYS",
    )
    assert found["A SPA"] == "disrupted"
    assert found["F TYS"] == "dislodged"


def test_a_convoy_with_another_way_goes_on():
    """DATC 4.A.1, 6.F.9: 1971 XII.4 had it otherwise."""
    found = flags(
        ENGLAND="A LON - BEL, F ENG C A LON - BEL, F NTH C A LON - BEL",
        FRANCE="F BRE - ENG, F IRI S F BRE - ENG",
    )
    assert found["A LON"] == ""
    assert found["F ENG"] == "dislodged"


def test_a_convoyed_attack_does_not_protect_the_fleets_that_carry_it():
    """1971 XII.5, example 13; DATC 6.F.14 by the rule of Szykman."""
    found = flags(
        FRANCE="A SPA - NAP, F LYO C A SPA - NAP, F TYS C A SPA - NAP",
        ITALY="F ION - TYS, F NAP S F ION - TYS",
    )
    assert found["A SPA"] == "disrupted"
    assert found["F ION"] == found["F NAP"] == ""


def test_a_convoy_outside_a_paradox_succeeds():
    """DATC 6.F.15."""
    found = flags(
        ENGLAND="F LON S F WAL - ENG, F WAL - ENG",
        FRANCE="A BRE - LON, F ENG C A BRE - LON",
        ITALY="F IRI C A NAF - WAL, F MAO C A NAF - WAL, A NAF - WAL",
    )
    assert found["A NAF"] == ""


def test_both_convoys_of_a_paradox_of_the_second_order_fall():
    """DATC 6.F.22, 4.A.2."""
    found = flags(
        ENGLAND="F EDI - NTH, F LON S F EDI - NTH",
        FRANCE="A BRE - LON, F ENG C A BRE - LON",
        GERMANY="F BEL S F PIC - ENG, F PIC - ENG",
        RUSSIA="A NWY - BEL, F NTH C A NWY - BEL",
    )
    assert found["A BRE"] == found["A NWY"] == "disrupted"


def test_an_army_goes_by_sea_to_a_neighbour_when_its_own_fleet_is_ordered_to_carry_it():
    """DATC 4.A.3, 6.G.1, 6.G.9."""
    found = flags(ENGLAND="A NWY - SWE, F SKA C A NWY - SWE, F FIN S A NWY - SWE", RUSSIA="A SWE - NWY")
    assert set(found.values()) == {""}


def test_a_foreign_fleet_does_not_kidnap_an_army():
    """DATC 6.G.2."""
    found = flags(ENGLAND="A NWY - SWE", RUSSIA="F SWE - NWY", GERMANY="F SKA C A NWY - SWE")
    assert found["A NWY"] == found["F SWE"] == "bounce"


def test_an_army_that_was_to_go_by_sea_does_not_fall_back_on_land():
    """DATC 4.A.3, 6.G.8, 6.G.20."""
    assert flags(FRANCE="A BEL - HOL VIA", ENGLAND="F NTH H")["A BEL"] == "no convoy"


def test_vacant_provinces_of_a_stand_off_are_contested():
    """1971 XI."""
    assert contested(FRANCE="A PAR - BUR", GERMANY="A MUN - BUR") == ["BUR"]


def test_occupied_provinces_are_not_contested():
    """1971 XI: a unit is there anyway."""
    assert contested(FRANCE="A PAR - BUR, A BUR H", GERMANY="A MUN - BUR") == []
    assert contested(FRANCE="A PAR - BUR, A MAR - BUR, A GAS S A PAR - BUR") == []


def test_a_province_that_was_left_after_a_stand_off_over_it_is_contested():
    """1971 XI: it became vacant, and two units failed to enter."""
    assert contested(FRANCE="A BUR - BEL, A PAR - BUR", GERMANY="A MUN - BUR") == ["BUR"]


def test_a_failed_convoy_makes_no_stand_off():
    """1971 XII.3; DATC 6.F.7."""
    assert (
        contested(ENGLAND="F NTH C A LON - HOL, A LON - HOL", GERMANY="F HEL S F SKA - NTH, F SKA - NTH")
        == []
    )


def test_a_power_without_orders_holds():
    """1971 XIV.3."""
    position = read_position({"FRANCE": ["A PAR", "F BRE"]})
    unmoved = adjudicate_movement(position, {})
    assert units_by_power(unmoved.position) == {"FRANCE": ["A PAR", "F BRE"]}
    assert all(outcome.succeeded for outcome in unmoved.outcomes["FRANCE"].values())
