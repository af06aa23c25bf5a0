"""Circles that no outcome settles, and the reasons that editions give."""

import pytest

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


def test_a_circle_without_outcome_fails_by_all_who_go_there():
    """001: what fails says by whom."""
    reasons = judged("ens", **CIRCLE).outcomes
    assert str(reasons["A GAL"].reason) == "bounced with A PRU, A SIL"


def test_an_attack_from_where_the_support_is_aimed_is_named_when_it_cuts():
    """002 9.3, on the orders of 1971 X, example 8."""
    assert str(judged("parker", **EXAMPLES["8"]).outcomes["A SIL"].reason) == "cut by A WAR"


def test_an_attack_that_may_not_cut_is_not_named_among_those_that_do():
    """1971 XII.5: A Spa may not cut the support, A Apu may."""
    sheets = {**EXAMPLES["13"], "AUSTRIA": "A APU - NAP"}
    phase = judged("1971", **sheets)
    assert str(phase.outcomes["F NAP"].reason) == "cut by A APU"
    assert phase.failed == {"A SPA": "bounce", "F ION": "bounce", "F NAP": "cut", "A APU": "bounce"}
