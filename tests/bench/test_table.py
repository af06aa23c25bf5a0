"""The table of the benchmark says whether each aim is met."""

import pytest

from bench.speed.direct import Cost
from bench.speed.kinds import Aim, page
from bench.speed.table import Row, Served, written

AIM = Aim(ratio=2, milliseconds=6, rate=750)


def row(aim, served=None, warm=None):
    return Row(page("duel", "", "/", aim), served, warm)


def test_an_aim_is_written_with_its_units():
    assert str(AIM) == "≤ 2×, < 6 ms, ≥ 750/s"
    assert str(Aim()) == ""


@pytest.mark.parametrize(
    ("served", "failures"),
    [
        (Served(6, 2, 750, 9), []),
        (Served(6.1, 2, 750, 9), ["ms"]),
        (Served(6, 2.1, 749, 9), ["ratio", "rate"]),
    ],
)
def test_the_figures_under_the_server_decide(served, failures):
    assert row(AIM, served, Cost(99, 99, 0)).failures() == failures


def test_without_figures_of_the_server_those_of_one_process_decide():
    assert row(AIM, None, Cost(5, 3, 0)).failures() == ["ratio"]
    assert row(Aim(), None, Cost(5, 3, 0)).cells()[-2:] == ["", "–"]
    assert row(AIM).failures() == []


def test_columns_stand_one_below_the_other():
    assert written(("a", "bc"), [("1", "2"), ("345", "6")]).splitlines() == [
        "| a   | bc |",
        "|-----|----|",
        "| 1   | 2  |",
        "| 345 | 6  |",
    ]
