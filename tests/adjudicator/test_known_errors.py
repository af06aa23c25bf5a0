"""Errors of other engines that pass most of the DATC."""

from adjudicator import adjudicate_adjustments, read_position
from tests.adjudicator.sheets import after, contested, flags, result


def retreats(**powers):
    beaten = result(**powers).position.dislodged
    return {str(unit): " ".join(places) for unit, (_, places) in beaten.items()}


def test_a_unit_dislodged_by_a_convoyed_army_may_not_retreat_to_an_occupied_province():
    """1971 XI; DATC 4.A.5 opens only where the attacker came from."""
    beaten = retreats(
        ENGLAND="A LON - BEL, F NTH C A LON - BEL, F ENG S A LON - BEL",
        FRANCE="A BEL H",
        GERMANY="A HOL H, A RUH H",
        ITALY="A PIC H",
    )
    assert beaten == {"A BEL": "BUR"}


def test_a_unit_dislodged_by_a_convoyed_army_may_not_retreat_to_a_stand_off():
    """1971 XI."""
    beaten = retreats(
        ENGLAND="A LON - BEL, F NTH C A LON - BEL, F ENG S A LON - BEL",
        FRANCE="A BEL H, A PAR - BUR",
        GERMANY="A HOL H, A RUH H, A MUN - BUR",
    )
    assert beaten == {"A BEL": "PIC"}


def test_a_convoyed_move_is_not_helped_by_the_power_that_it_attacks():
    """1971 IX.3; DATC 5.B, ATTACK STRENGTH."""
    found = flags(
        ENGLAND="A LON - BEL, F NTH C A LON - BEL",
        FRANCE="A BEL H, A PIC S A LON - BEL",
    )
    assert found == {"A LON": "bounce", "F NTH": "", "A BEL": "", "A PIC": ""}


def test_a_convoy_is_not_disrupted_by_an_attack_that_does_not_dislodge():
    """1971 XII.3; DATC 6.F.4, 6.F.5."""
    attacked = {"ENGLAND": "A LON - HOL, F NTH C A LON - HOL", "GERMANY": "F SKA - NTH, F DEN S F SKA - NTH"}
    assert flags(**attacked, FRANCE="F ENG - NTH, F BEL S F ENG - NTH")["A LON"] == ""
    assert flags(**attacked, FRANCE="F EDI S F NTH")["A LON"] == ""


def test_a_support_against_an_own_unit_still_counts_for_defence_in_a_head_to_head_battle():
    """1971 IX.3: it dislodges nobody of its power, and keeps its other effects; DATC 5.B, DEFEND STRENGTH."""
    found = flags(
        AUSTRIA="A VIE - TYR, A BOH S A VIE - TYR, A TRI S A TYR - VIE",
        ITALY="A TYR - VIE",
    )
    assert found == {"A VIE": "bounce", "A BOH": "", "A TRI": "", "A TYR": "bounce"}


def test_ordering_an_own_fleet_to_convoy_to_a_neighbour_shows_intent():
    """DATC 4.A.3, 6.G.5: even if another power's chain carries it, 6.G.6."""
    assert after(ITALY="A ROM - APU, F TYS C A APU - ROM", TURKEY="A APU - ROM, F ION C A APU - ROM") == (
        "APU ION ROM TYS"
    )
    assert set(
        flags(
            ENGLAND="A LVP - EDI, F ENG C A LVP - EDI",
            GERMANY="A EDI - LVP",
            FRANCE="F IRI H, F NTH H",
            RUSSIA="F NWG C A LVP - EDI, F NAO C A LVP - EDI",
        ).values()
    ) == {"", "no convoy"}


def test_a_dislodged_unit_still_makes_a_stand_off_where_its_attacker_did_not_come_from():
    """1971 IX.7."""
    battle = {
        "TURKEY": "A BUL - RUM",
        "RUSSIA": "A SEV - RUM",
        "AUSTRIA": "A SER - BUL, A GRE S A SER - BUL",
    }
    assert contested(**battle) == ["RUM"]
    assert flags(**battle)["A SEV"] == "bounce"


def test_a_unit_dislodged_by_an_army_that_came_by_convoy_makes_a_stand_off_even_there():
    """DATC 4.A.7, 6.G.15."""
    found = flags(
        ENGLAND="F NTH C A LON - BEL, A HOL S A LON - BEL, A YOR - LON, A LON - BEL VIA",
        FRANCE="F ENG C A BEL - LON, A BEL - LON VIA",
    )
    assert found["A YOR"] == "bounce"
    assert found["A BEL"] == "bounce dislodged"


def test_a_power_without_centres_disbands_all():
    """1971 V, XIII.2."""
    position = read_position({"FRANCE": ["A PAR", "F BRE", "A MUN"]})
    assert adjudicate_adjustments(position, {}).position.units == {}
