"""The adjudicator agrees with the slow one, which follows the equations of DATC chapter 5.

`python bench/adjudicator_compare.py` compares many more phases.
"""

import pytest

from adjudicator import read_orders, read_position
from tests.adjudicator.comparison import compared
from tests.adjudicator.random_phases import random_phase
from tests.adjudicator.slow import judged
from tests.datc.test_datc import CASES, in_order

MOVEMENTS = [case for case in CASES if case["phase"].endswith("M")]


@pytest.mark.parametrize("batch", range(24))
def test_both_find_the_same_in_random_phases(batch):
    for number in range(100):
        request = random_phase(f"run:{batch}:{number}")
        differences, _ = compared(request)
        assert differences == {}, request


def test_the_random_phases_hold_what_is_hard():
    """DATC 4.A.2: circles, and paradoxes with two outcomes and with none."""
    met = {
        (kind, outcomes)
        for number in range(400)
        for kind, outcomes, _ in compared(random_phase(f"met:{number}"))[1]
    }
    assert met >= {("circle", 2), ("paradox", 2), ("paradox", 0)}


def test_a_random_phase_comes_again_from_its_seed():
    assert random_phase("1") == random_phase("1") != random_phase("2")


@pytest.mark.parametrize("case", MOVEMENTS, ids=lambda case: case["number"])
def test_the_slow_adjudicator_agrees_with_the_author_of_the_datc(case):
    position = read_position(case["units"])
    (after, routed, contested, _), _ = judged(position, read_orders(case["orders"]))
    units, dislodged = {}, {}
    for unit, power in after.items():
        units.setdefault(power, []).append(str(unit))
    for unit, (power, places) in routed.items():
        dislodged.setdefault(power, {})[str(unit)] = sorted(places)
    wanted = case["expected"]
    assert in_order(units) == in_order(wanted["units"])
    assert dislodged == wanted["dislodged"]
    assert sorted(contested) == wanted["contested"]
