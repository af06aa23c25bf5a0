"""Cases of earlier editions of the Diplomacy Adjudicator Test Cases, with removals from home centres."""

import tomllib
from pathlib import Path

import pytest

from adjudicator import edition
from tests.datc.test_datc import in_order
from tests.datc.test_datc import judged as judged_case

CASES = tomllib.loads(Path(__file__).with_name("datc_earlier.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_earlier_edition(case):
    """DATC 2.4, 4.D.8: the distance to home centres."""
    wanted = {**case["expected"], "units": in_order(case["expected"]["units"])}
    found = judged_case(case, edition("standard", {"removals": "home"}))
    assert {what: found[what] for what in wanted} == wanted


def test_all_are_there():
    assert len({case["number"] for case in CASES}) == 23


WINTERS = [case for case in CASES if case["phase"].startswith("W")]


@pytest.mark.parametrize("name", ["1971", "ens", "parker", "anjou"])
@pytest.mark.parametrize("case", WINTERS, ids=lambda case: case["number"])
def test_the_editions_that_count_from_home_agree(case, name):
    """1971 XIV.4; but 004 removes F Ska, on no centre, before F Ber, which the alphabet puts first."""
    found = judged_case(case, edition(name))["units"]
    if (case["number"], name) == ("6.J.5@v2.4", "anjou"):
        assert found == {"RUSSIA": ["A MOS", "A STP", "F BER"]}
    else:
        assert found == in_order(case["expected"]["units"])
