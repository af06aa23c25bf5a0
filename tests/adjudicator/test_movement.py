"""Movement, rule by rule; the whole of the DATC is in tests/datc."""

import pytest

from tests.adjudicator.sheets import after, contested, flags, result


def test_a_unit_moves_to_a_vacant_neighbour():
    """1971 VII.1."""
    assert after(FRANCE="A PAR - BUR") == "BUR"


def test_a_unit_follows_another_that_leaves():
    """1971 VIII."""
    assert after(FRANCE="A PAR - BUR, A PIC - PAR, A BRE - PIC") == "BUR PAR PIC"


def test_units_behind_one_that_bounces_stay_too():
    """1971 VIII."""
    assert after(FRANCE="A PAR - BUR, A PIC - PAR", GERMANY="A MUN - BUR") == "MUN PAR PIC"


def test_two_units_do_not_trade_places_over_land():
    """1971 VIII; not even of one power."""
    assert after(FRANCE="A PAR - BUR, A BUR - PAR") == "BUR PAR"
    assert flags(FRANCE="A PAR - BUR, A BUR - PAR") == {"A PAR": "bounce", "A BUR": "bounce"}


def test_two_units_trade_places_when_one_is_convoyed():
    """1971 XIV.5; DATC 6.G.1."""
    traded = flags(ENGLAND="A NWY - SWE VIA, F SKA C A NWY - SWE", RUSSIA="A SWE - NWY")
    assert set(traded.values()) == {""}


def test_three_units_go_round():
    """1971 XIV.5, with its own example; DATC 6.C.1."""
    assert flags(ENGLAND="A HOL - BEL, F BEL - NTH, F NTH - HOL") == {"A HOL": "", "F BEL": "", "F NTH": ""}


def test_a_circle_is_broken_by_a_unit_that_stands_one_of_it_off():
    """DATC 6.C.3."""
    stopped = flags(ENGLAND="A HOL - BEL, F BEL - NTH, F NTH - HOL", FRANCE="F ENG - NTH")
    assert set(stopped.values()) == {"bounce"}


def test_a_circle_goes_round_against_a_weaker_rival():
    """DATC 6.C.2."""
    assert after(
        ENGLAND="A HOL - BEL, F BEL - NTH, F NTH - HOL, F LON S F BEL - NTH", FRANCE="F ENG - NTH"
    ) == ("BEL ENG HOL LON NTH")


def test_a_circle_by_convoy_goes_round():
    """DATC 6.C.6."""
    assert after(ENGLAND="F NTH C A LON - BEL, A LON - BEL", FRANCE="F ENG C A BEL - LON, A BEL - LON") == (
        "BEL ENG LON NTH"
    )


def test_the_better_supported_of_two_moves_succeeds():
    """1971 IX.2; of one power too, IX.4 with its example 3."""
    assert after(AUSTRIA="A SER - BUD, A VIE - BUD", RUSSIA="A GAL S A SER - BUD") == "BUD GAL VIE"


def test_a_power_does_not_dislodge_its_own_unit():
    """1971 IX.3, IX.4: example 3, had Budapest held an Austrian army."""
    assert after(AUSTRIA="A SER - BUD, A BUD H", RUSSIA="A GAL S A SER - BUD") == "BUD GAL SER"


def test_an_attack_on_ones_own_unit_still_stands_off_others():
    """1971 IX.3, example 1."""
    assert flags(
        ENGLAND="F DEN - KIE, F NTH - DEN, F HEL S F NTH - DEN",
        RUSSIA="A BER - KIE, F BAL S F SKA - DEN, F SKA - DEN",
    ) == {
        "F DEN": "bounce",
        "F NTH": "bounce",
        "F HEL": "",
        "A BER": "bounce",
        "F BAL": "",
        "F SKA": "bounce",
    }


def test_a_support_against_ones_own_unit_does_not_dislodge_it():
    """1971 IX.3, example 2."""
    moves = {"FRANCE": "A BUR H", "GERMANY": "A MUN - BUR, A KIE S A BOH - MUN"}
    assert after(**moves, AUSTRIA="A BOH - MUN") == "BOH BUR KIE MUN"
    assert result(**moves, AUSTRIA="A BOH - MUN, A TYR S A BOH - MUN").position.dislodged


def test_a_besieged_garrison_stays():
    """1971 IX.5, example 4."""
    garrison = flags(
        AUSTRIA="A SER H",
        RUSSIA="A RUM - SER, A BUD S A RUM - SER",
        TURKEY="A BUL - SER, A GRE S A BUL - SER",
    )
    assert garrison["A SER"] == ""
    assert garrison["A RUM"] == garrison["A BUL"] == "bounce"


def test_a_besieged_garrison_gives_no_support():
    """1971 IX.5, the note to example 4."""
    assert (
        flags(
            AUSTRIA="A SER S A ALB, A ALB H",
            RUSSIA="A RUM - SER, A BUD S A RUM - SER",
            TURKEY="A BUL - SER, A GRE S A BUL - SER",
        )["A SER"]
        == "cut"
    )


def test_a_unit_that_moves_is_not_supported_where_it_stands():
    """1971 IX.6; DATC 6.D.7."""
    found = flags(GERMANY="A MUN - BER, A BOH S A MUN, A BER H", ITALY="A TYR - MUN, A BUR S A TYR - MUN")
    assert found["A BOH"] == "void"
    assert found["A MUN"] == "bounce dislodged"


@pytest.mark.parametrize("order", ["H", "S A TYR", "S A TYR - VEN"])
def test_a_unit_that_does_not_move_is_supported_where_it_stands(order):
    """1971 IX.6; DATC 6.D.4, 6.D.5."""
    found = flags(AUSTRIA=f"A VIE S A TRI, A TRI {order}, A TYR H", ITALY="A VEN - TRI, A SER S A VEN - TRI")
    assert found["A VIE"] == ""
    assert "dislodged" not in found["A TRI"]


def test_a_unit_dislodged_from_elsewhere_still_stands_others_off():
    """1971 IX.7, and DATC 4.A.7: it has no effect only where its attacker came from."""
    found = flags(
        TURKEY="A BUL - RUM",
        RUSSIA="A SEV - RUM",
        AUSTRIA="A SER - BUL, A GRE S A SER - BUL",
    )
    assert found["A SEV"] == "bounce"
    assert found["A BUL"] == "bounce dislodged"


def test_a_dislodged_unit_has_no_effect_where_its_attacker_came_from():
    """1971 IX.7, the last example."""
    found = flags(
        TURKEY="A BUL - RUM, F BLA S A BUL - RUM",
        RUSSIA="A RUM - BUL, A GRE S A RUM - BUL, A SER S A RUM - BUL, A SEV - RUM",
    )
    assert found["A SEV"] == found["A RUM"] == ""
    assert found["A BUL"] == "bounce dislodged"


def test_a_dislodged_unit_alone_leaves_no_stand_off_where_its_attacker_came_from():
    """1971 IX.7, the note: the province can be retreated to."""
    moves = {
        "TURKEY": "A BUL - RUM, F BLA S A BUL - RUM",
        "RUSSIA": "A RUM - BUL, A GRE S A RUM - BUL, A SER S A RUM - BUL",
    }
    assert contested(**moves) == []


def test_an_attack_from_elsewhere_cuts_a_support():
    """1971 X, example 7."""
    found = flags(GERMANY="A PRU - WAR, A SIL S A PRU - WAR", RUSSIA="A WAR H, A BOH - SIL")
    assert found["A SIL"] == "cut"
    assert found["A PRU"] == "bounce"


def test_an_attack_from_where_a_support_is_aimed_does_not_cut_it():
    """1971 X, example 8."""
    found = flags(GERMANY="A PRU - WAR, A SIL S A PRU - WAR", RUSSIA="A WAR - SIL")
    assert found == {"A PRU": "", "A SIL": "", "A WAR": "bounce dislodged"}


def test_a_support_is_cut_by_being_dislodged_even_from_where_it_is_aimed():
    """1971 X, example 9."""
    found = flags(
        GERMANY="A BER - PRU, A SIL S A BER - PRU",
        RUSSIA="A PRU - SIL, A WAR S A PRU - SIL, F BAL - PRU",
    )
    assert found["A SIL"] == "cut dislodged"
    assert found["A BER"] == found["F BAL"] == "bounce"


def test_a_dislodged_unit_still_cuts_supports():
    """1971 X, example 10."""
    found = flags(
        GERMANY="A BER H, A MUN - SIL",
        RUSSIA="A PRU - BER, A SIL S A PRU - BER, A BOH - MUN, A TYR S A BOH - MUN",
    )
    assert found["A MUN"] == "bounce dislodged"
    assert found["A SIL"] == "cut"
    assert found["A BER"] == ""


def test_a_power_does_not_cut_its_own_support():
    """1971 IX.6; DATC 6.D.20."""
    assert flags(FRANCE="A PAR S A MAR - BUR, A MAR - BUR, A BRE - PAR")["A PAR"] == ""
