"""The paradoxes of Anjou (004, examples A to D), and their results in other editions."""

import pytest

from tests.adjudicator.editions.playing import judged

A = {
    "ENGLAND": "A LON - BEL, F NTH C A LON - BEL, F ENG S A LON - BEL",
    "GERMANY": "F DEN - NTH, F HOL S F DEN - NTH",
    "FRANCE": "F BEL S F NTH",
}
B = {
    "ENGLAND": "F EDI - NTH, F LON S F EDI - NTH",
    "FRANCE": "A BRE - LON, F ENG C A BRE - LON",
    "GERMANY": "F PIC - ENG, F BEL S F PIC - ENG",
    "RUSSIA": "A NWY - BEL, F NTH C A NWY - BEL",
}
C = {
    "ENGLAND": "F EDI - NTH, F YOR S F EDI - NTH",
    "FRANCE": "A BRE - LON, F ENG C A BRE - LON",
    "GERMANY": "F BEL S F ENG, F LON S F NTH",
    "ITALY": "F MAO - ENG, F IRI S F MAO - ENG",
    "RUSSIA": "A NWY - BEL, F NTH C A NWY - BEL",
}
D = {
    "ENGLAND": "F EDI - NTH, F LON S F EDI - NTH, F MAO - ENG, F IRI S F MAO - ENG",
    "FRANCE": "A BRE - LON, F ENG C A BRE - LON, F BEL S F ENG",
    "RUSSIA": "A NWY - BEL, F NTH C A NWY - BEL",
}
PARADOXES = {"A": A, "B": B, "C": C, "D": D}


def anjou(powers):
    return judged("anjou", **powers)


def test_fights_at_sea_come_first():
    """004, example A: F Nth holds by the French support, and F Bel is dislodged though that was not cut."""
    phase = anjou(A)
    assert phase.failed == {"F DEN": "bounce", "F BEL": "dislodged"}
    assert phase.dislodged == {"F BEL": "PIC"}


def test_a_convoy_outside_the_paradox_cuts_the_support():
    """004, after example A: had F Eng convoyed and F Nth supported, F Nth would have to retreat."""
    phase = anjou({**A, "ENGLAND": "A LON - BEL, F ENG C A LON - BEL, F NTH S A LON - BEL"})
    assert phase.failed == {"A LON": "bounce", "F NTH": "cut dislodged", "F BEL": "cut"}


def test_a_land_attack_cuts_the_support_as_ever():
    """004, after example A: an attack that is not convoyed is resolved together with the fight at sea."""
    phase = anjou({**A, "AUSTRIA": "A BUR - BEL"})
    assert phase.failed["F BEL"] == "cut"
    assert set(phase.dislodged) == {"F NTH"}


def test_an_outcome_in_which_all_convoys_stand_needs_no_rule():
    """004, example B: nothing moves, both supports are cut."""
    phase = anjou(B)
    assert phase.failed == {
        **dict.fromkeys(["F EDI", "A BRE", "F PIC", "A NWY"], "bounce"),
        **dict.fromkeys(["F LON", "F BEL"], "cut"),
    }
    assert phase.dislodged == {}


def test_one_convoy_stands_if_there_is_an_outcome_in_which_it_does():
    """004, example B: then F Nwy is dislodged, and its support does not end the convoy."""
    phase = anjou(
        {
            "RUSSIA": "A SWE - NWY, F SKA C A SWE - NWY, F BAR S A SWE - NWY",
            "ENGLAND": "F NTH - SKA, F NWY S F NTH - SKA",
        }
    )
    assert phase.dislodged == {"F NWY": "NWG STP/NC"}
    assert phase.failed.keys() == {"F NTH", "F NWY"}


def test_two_outcomes_that_exclude_each_other_are_a_paradox():
    """004, example C: both fleets hold, both convoyed attacks fail one to one and cut nothing."""
    phase = anjou(C)
    assert phase.failed == dict.fromkeys(["F EDI", "A BRE", "F MAO", "A NWY"], "bounce")
    assert phase.dislodged == {}


def test_no_outcome_is_a_paradox():
    """004, example D: F Eng holds, F Nth is dislodged, F Lon's support is not cut."""
    phase = anjou(D)
    assert phase.failed == {"A BRE": "bounce", "F MAO": "bounce", "A NWY": "disrupted", "F NTH": "dislodged"}
    assert phase.dislodged == {"F NTH": "DEN HEL HOL NWG SKA YOR"}


def test_a_support_that_counted_is_not_cut_though_its_unit_is_dislodged():
    """004, after example D: had F Wal supported A Bre - Lon, F Lon would have been dislodged."""
    phase = anjou({**D, "FRANCE": D["FRANCE"] + ", F WAL S A BRE - LON"})
    assert phase.failed == {
        "F MAO": "bounce",
        "A NWY": "disrupted",
        "F NTH": "dislodged",
        "F LON": "dislodged",
    }
    assert "A LON" in phase.units


SZYKMAN = {
    "A": ({"A LON": "disrupted", "F DEN": "bounce"}, set()),
    "B": ({"A BRE": "disrupted", "A NWY": "disrupted"}, {"F ENG", "F NTH"}),
    "C": ({"A BRE": "disrupted", "A NWY": "disrupted", "F EDI": "bounce", "F MAO": "bounce"}, set()),
    "D": ({"A BRE": "disrupted", "A NWY": "disrupted", "F MAO": "bounce"}, {"F NTH"}),
}
"""Failures except dislodgements, and the dislodged units, when all convoys of a paradox fail."""


@pytest.mark.parametrize("number", PARADOXES)
def test_in_standard_the_convoys_of_the_paradox_fall(number):
    """DATC 4.A.2, Szykman, on 004, examples A to D."""
    phase = judged("standard", **PARADOXES[number])
    dislodged = set(phase.dislodged)
    failed = {unit: flags for unit, flags in phase.failed.items() if unit not in dislodged}
    assert (failed, dislodged) == SZYKMAN[number]


def test_in_1971_an_army_may_cut_a_support_against_the_convoy_of_another_army():
    """1971 XII.5 on 004, example B: each army may cut the support against the other's convoy.

    That rule spares only supports against the army's own convoy, so two outcomes remain, and the
    convoys fail.
    """
    phase = judged("1971", **B)
    assert set(phase.dislodged) == {"F ENG", "F NTH"}
