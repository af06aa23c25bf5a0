"""The adjudicator and the slow one agree in every edition.

`python -m tests.adjudicator.editions.comparing` compares many more phases.
"""

from collections import Counter

import pytest

from adjudicator import EDITIONS, read_orders, read_position
from tests.adjudicator.comparison import compared
from tests.adjudicator.editions.comparing import differences, phase
from tests.adjudicator.editions.examples import EXAMPLES
from tests.adjudicator.editions.playing import judged, reading, sheets
from tests.adjudicator.editions.test_anjou_paradoxes import PARADOXES
from tests.adjudicator.slow import judged as judged_slowly


@pytest.mark.parametrize("batch", range(4))
@pytest.mark.parametrize("name", ["1971", "ens", "parker", "anjou", "mixed", "single"])
def test_both_find_the_same_in_random_phases(name, batch):
    for number in range(60):
        found, _ = differences(name, f"run:{batch}:{number}")
        assert found == {}, (number, phase(f"run:{batch}:{number}"))


def test_the_random_phases_hold_what_is_hard():
    """004, examples A and B; 1971 XII.5 leaves paradoxes of the second order."""
    met = Counter()
    for name in ("1971", "anjou"):
        for number in range(250):
            met.update((name, kind, count) for kind, count, _ in differences(name, f"met:{number}")[1])
    assert {("anjou", "sea first", 0), ("anjou", "sea first", 2), ("1971", "circle", 2)} <= met.keys()
    assert any(kind == "paradox" for _, kind, _ in met)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("example", [*EXAMPLES.values(), *PARADOXES.values()], ids=range(len(EXAMPLES) + 4))
def test_the_slow_adjudicator_agrees_with_the_fast_one_on_the_examples(name, example):
    """1971 IX to XIV; 004 A to D; other tests check the sources' own results."""
    units, orders = sheets(example)
    request = {"phase": "S1901M", "units": units, "orders": orders}
    assert compared(request, reading(name))[0] == {}


def test_the_slow_adjudicator_reports_a_circle_without_outcome():
    """001: a support that would dislodge an own unit counts for nothing."""
    units, orders = sheets(
        {
            "GERMANY": "A SIL - BOH, A BER S A PRU - SIL",
            "AUSTRIA": "A BOH - GAL",
            "RUSSIA": "A GAL - SIL, A WAR S A GAL - SIL",
            "ITALY": "A PRU - SIL",
        }
    )
    told, knots = judged_slowly(read_position(units), read_orders(orders), reading("ens"))
    assert knots == [("circle", 0, 0)]
    assert {str(unit) for unit in told[0]} == judged(
        "ens", **{p: ", ".join(o) for p, o in orders.items()}
    ).units


def test_a_move_that_succeeds_either_way_is_found_though_one_decision_helps_and_hinders_it():
    """001: when A Spa leaves, the supports by F Lyo and A Mar count; when it stays, neither does."""
    units, orders = sheets(
        {
            "ITALY": "F POR - SPA/NC, F WES S F POR - SPA/NC",
            "FRANCE": "A SPA - POR VIA, F MAO C A SPA - POR, F LYO S F POR - SPA/NC, "
            "A GAS - SPA, A MAR S A GAS - SPA",
        }
    )
    request = {"phase": "S1901M", "units": units, "orders": orders}
    assert compared(request, reading("ens"))[0] == {}
    found = judged("ens", **{power: ", ".join(texts) for power, texts in orders.items()})
    assert found.failed == {"A GAS": "bounce"}
