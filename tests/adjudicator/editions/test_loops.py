"""Circles without an outcome, and the reasons that editions give."""

import pytest

from adjudicator.notation import reason_in_codes
from tests.adjudicator.editions.examples import EXAMPLES
from tests.adjudicator.editions.playing import judged

CIRCLE = {
    "GERMANY": "A SIL - BOH, A BER S A PRU - SIL",
    "AUSTRIA": "A BOH - GAL",
    "RUSSIA": "A GAL - SIL, A WAR S A GAL - SIL",
    "ITALY": "A PRU - SIL",
}
"""Germany's support counts if A Sil leaves; A Sil leaves if A Gal does; A Gal leaves if the support fails."""
NOTHING = {"self_dislodging_support": "nothing"}


@pytest.mark.parametrize("paradox", ["szykman", "rule_1971", "sea_first"])
def test_a_circle_without_outcome_stays_where_it_is(paradox):
    """001, on conflicts: all units stay where they are."""
    phase = judged({**NOTHING, "convoy_paradox": paradox}, **CIRCLE)
    assert phase.failed == dict.fromkeys(["A SIL", "A BOH", "A GAL", "A PRU"], "bounce")
    assert phase.dislodged == {}


def test_a_failed_circle_names_all_rivals_for_the_province():
    """001: what fails says by whom."""
    reasons = judged("ens", **CIRCLE).outcomes
    assert reason_in_codes(reasons["A GAL"].reason) == "bounced with A PRU, A SIL"


def test_an_attack_from_where_the_support_is_aimed_is_named_when_it_cuts():
    """002 9.3, on the orders of 1971 X, example 8."""
    assert reason_in_codes(judged("parker", **EXAMPLES["8"]).outcomes["A SIL"].reason) == "cut by A WAR"


def test_an_attack_that_may_not_cut_is_not_named_among_those_that_do():
    """1971 XII.5: A Spa may not cut the support, A Apu may."""
    sheets = {**EXAMPLES["13"], "AUSTRIA": "A APU - NAP"}
    phase = judged("1971", **sheets)
    assert reason_in_codes(phase.outcomes["F NAP"].reason) == "cut by A APU"
    assert phase.failed == {"A SPA": "bounce", "F ION": "bounce", "F NAP": "cut", "A APU": "bounce"}


def bounces(**powers):
    """Return {unit: why it bounced} by the edition of 1971."""
    outcomes = judged("1971", **powers).outcomes
    return {unit: reason_in_codes(outcome.reason) for unit, outcome in outcomes.items() if outcome.reason}


def test_two_units_that_fail_to_swap_by_convoy_still_stand_off_a_third():
    """1971 IX.7: only a unit that is dislodged has no effect on where its attacker came from."""
    assert bounces(ENGLAND="A NWY - SWE, F SKA C A NWY - SWE, F FIN - SWE", RUSSIA="A SWE - NWY") == {
        "A NWY": "bounced with A SWE, F FIN",
        "F FIN": "bounced with A NWY, A SWE",
        "A SWE": "bounced with A NWY",
    }


def test_a_unit_that_trades_places_by_convoy_is_not_beaten_by_the_one_that_comes():
    """1971 IX.7, XII: A Swe leaves, so it keeps F Nth out of Norway."""
    assert bounces(
        ENGLAND="A NWY - SWE VIA, A DEN S A NWY - SWE, F BAL S A NWY - SWE, F SKA C A NWY - SWE, F NTH - NWY",
        RUSSIA="A SWE - NWY, F NWG S A SWE - NWY",
    ) == {"F NTH": "bounced with A SWE"}


@pytest.mark.parametrize("edition", ["standard", "1971", "anjou"])
def test_a_move_against_a_convoy_of_its_own_power_fails_before_any_rule_for_paradoxes_is_asked(edition):
    """1971 IX.3: two foreign supports do not dislodge F Eng, so that A Lon arrives."""
    phase = judged(
        edition,
        ENGLAND="A LON - BRE, F ENG C A LON - BRE, F MAO S A LON - BRE, F IRI - ENG",
        FRANCE="F BRE S F IRI - ENG",
        AUSTRIA="F BEL S F IRI - ENG",
    )
    assert phase.failed.keys() == {"F IRI", "F BRE"}
    assert phase.dislodged == {"F BRE": "GAS PIC"}
