"""Lots drawn from a sealed secret (rules of the duel, section 2)."""

from collections import Counter

import pytest

from intimate.errors import DuelError
from intimate.lots import draw
from tests.builders import POWERS, chapter, last, record

NAMES = ["homes_winner", "homes_list.first", "homes_list.second"]


@pytest.mark.parametrize("name", NAMES)
def test_a_secret_gives_the_same_lot_every_time(name):
    """§2: so that a replay gives the same duel."""
    assert draw("secret", name) == draw("secret", name)


def test_the_lists_of_both_are_drawn_apart():
    """§2"""
    drawn = [(draw(f"{n}", NAMES[1]), draw(f"{n}", NAMES[2])) for n in range(20)]
    assert any(first["homes_list"]["first"] != second["homes_list"]["second"] for first, second in drawn)


def test_a_drawn_list_is_a_permutation_under_its_player():
    """§2"""
    drawn = draw("secret", "homes_list.second")
    assert list(drawn) == ["homes_list"]
    assert list(drawn["homes_list"]) == ["second"]
    assert sorted(drawn["homes_list"]["second"]) == POWERS


def test_what_is_drawn_is_what_a_record_needs():
    """§2, formats §2"""
    lots = {"homes_list": {**draw("s", NAMES[1])["homes_list"], **draw("s", NAMES[2])["homes_list"]}}
    line = last(record(chapter("HOMES", lots={**lots, **draw("s", "homes_winner")})))
    assert set(line["homes"]) == {"first", "second"}


def test_both_players_win_about_as_often():
    """§2: each with the same chance."""
    won = Counter(draw(f"secret {n}", "homes_winner")["homes_winner"] for n in range(1000))
    assert min(won["first"], won["second"]) > 400


def test_every_power_comes_first_about_as_often():
    """§2"""
    ranks = (draw(f"secret {n}", "homes_list.first")["homes_list"]["first"][0] for n in range(2100))
    assert all(200 < number < 400 for number in Counter(ranks).values())


@pytest.mark.parametrize(
    "name", ["", "homes_list", "homes_list.third", "coin", "homes_winner.first", "homes_list.first.x"]
)
def test_there_are_no_other_lots(name):
    """§2"""
    with pytest.raises(DuelError, match="lot"):
        draw("secret", name)
