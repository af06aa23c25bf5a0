"""Every case of the Diplomacy Adjudicator Test Cases, version 3, by its number."""

import tomllib
from pathlib import Path

import pytest

from adjudicator import Turn, adjudicate, read_orders, read_position
from adjudicator.interchange import dislodged_by_power, units_by_power

CASES = [
    case
    for chapter in sorted(Path(__file__).parent.glob("*.toml"))
    for case in tomllib.loads(chapter.read_text("utf-8"))["case"]
]


def in_order(units):
    return {power: sorted(theirs) for power, theirs in units.items() if theirs}


def judged(case):
    """Return what became of a case, in the words of its `expected`."""
    position = read_position(case["units"], case.get("centres"), case.get("dislodged"))
    result = adjudicate(Turn.parse(case["phase"]), position, read_orders(case["orders"]))
    return {
        "units": units_by_power(result.position),
        "dislodged": dislodged_by_power(result.position),
        "contested": sorted(result.contested),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_datc(case):
    wanted = {**case["expected"], "units": in_order(case["expected"]["units"])}
    result = judged(case)
    assert {what: result[what] for what in wanted} == wanted


def test_no_case_is_missing_and_none_is_there_twice():
    numbers = [case["number"] for case in CASES]
    assert len(numbers) == len(set(numbers)) == 188


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_a_movement_phase_says_who_is_dislodged_and_what_is_contested(case):
    moves = case["phase"].endswith("M")
    assert set(case["expected"]) == ({"units", "dislodged", "contested"} if moves else {"units"})
