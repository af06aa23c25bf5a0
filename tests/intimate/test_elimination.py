"""Elimination of a home power, and years in which nothing happens (rules of the duel, section 7)."""

from dataclasses import replace

import pytest

from intimate.play import play
from tests.builders import CENTRES, duel_at, ending, last, lines, lonely, moves, record, result, start


def left(phase, units, centers, **changes):
    return lonely(phase, units=units, centers=centers, **changes)


def test_a_home_power_without_centre_and_unit_has_lost_after_spring():
    """§7"""
    begin = left("S1903M", {"AUSTRIA": ["A SER"]}, {"AUSTRIA": ["SER"]})
    plain = record(moves("S1903M"), begin=begin)
    assert ending(plain) == ("first", "home_eliminated")
    assert result(plain)["counts"] == {"first": 1, "second": 0}


def test_a_unit_lost_in_spring_may_be_the_last():
    """§7"""
    units = {"AUSTRIA": ["A SER"], "FRANCE": ["A BUL", "A RUM"]}
    begin = left("S1903M", units, {"FRANCE": ["BUL"]})
    orders = {"FRANCE": ["A BUL - SER", "A RUM S A BUL - SER"]}
    plain = record(moves("S1903M", None, orders), moves("S1903R"), begin=begin)
    assert ending(plain) == ("second", "home_eliminated")
    assert result(plain)["phase"] == "S1903R"


@pytest.mark.parametrize(
    ("units", "centers"),
    [
        ({"AUSTRIA": ["A SER"], "FRANCE": ["A RUH"]}, {"FRANCE": ["PAR"]}),
        ({"FRANCE": ["A RUH"]}, {"AUSTRIA": ["SER"]}),
    ],
    ids=["a unit is left", "a centre is left"],
)
def test_a_centre_or_a_unit_is_enough_to_play_on(units, centers):
    """§7"""
    assert ending(record(moves("S1903M"), begin=left("S1903M", units, centers))) is None


def test_the_last_centre_may_be_lost_in_autumn():
    """§7: after ownership."""
    begin = left("F1903M", {"FRANCE": ["A SER"]}, {"AUSTRIA": ["SER"]})
    plain = record(moves("F1903M"), begin=begin)
    assert ending(plain) == ("second", "home_eliminated")
    assert last(plain)["credits"] == {"first": 20, "second": 21}


def test_a_unit_that_goes_in_winter_may_be_the_last():
    """§7: tested after winter too."""
    units = {"AUSTRIA": ["A GAL"], "FRANCE": ["A SER"]}
    begin = left("F1903M", units, {"AUSTRIA": ["SER"], "FRANCE": ["PAR"]})
    autumn, winter, final = lines(record(moves("F1903M"), moves("W1903A"), begin=begin))
    assert autumn["next"] == "W1903A"
    assert winter["next"] is None
    assert final["result"]["reason"] == "home_eliminated"
    assert final["result"]["winner"] == "second"
    assert final["result"]["phase"] == "W1903A"


def test_both_at_once_is_a_draw_with_that_reason():
    """§7"""
    units = {"AUSTRIA": ["A GAL"], "FRANCE": ["A RUH"]}
    begin = left("W1903A", units, {"ITALY": ["ROM"]})
    assert ending(record(moves("W1903A"), begin=begin)) == (None, "home_eliminated")


def test_victory_comes_before_elimination():
    """§7: it is tested first."""
    begin = left("F1903M", {"AUSTRIA": ["A PAR"]}, {"AUSTRIA": ["VIE"]})
    assert ending(record(moves("F1903M"), begin=begin)) == ("first", "home_centre")


def test_elimination_is_tested_in_spring_though_victory_is_not():
    """§7, `victory_season` autumn"""
    begin = left("S1903M", {"AUSTRIA": ["A SER"]}, {"AUSTRIA": ["SER"]})
    plain = record(moves("S1903M"), begin=begin, victory_season="autumn")
    assert ending(plain) == ("first", "home_eliminated")


def test_elimination_is_tested_while_victory_waits():
    """§7"""
    duel = duel_at(left("S1904M", {"AUSTRIA": ["A PAR"]}, {"AUSTRIA": ["PAR"]}))
    after = play(replace(duel, waits_until=1904), {}).after
    assert after.result.reason == "home_eliminated"
    assert after.result.winner == "first"


def test_victory_is_not_tested_while_it_waits():
    """§7: Austria stands on Paris."""
    duel = duel_at(left("S1904M", {"AUSTRIA": ["A PAR"]}, {"AUSTRIA": ["PAR"], "FRANCE": ["SPA"]}))
    assert play(replace(duel, waits_until=1904), {}).after.result is None


def test_a_player_without_home_power_plays_on_if_the_setting_says_so():
    """§7, `home_eliminated` plays_on: they may still command mercenaries."""
    begin = start("S1903M", units={"AUSTRIA": ["A VIE"], "ITALY": ["A ROM"]}, control={"ITALY": "second"})
    begin["centers"] = {power: owned for power, owned in CENTRES.items() if power != "FRANCE"}
    plain = record(moves("S1903M"), begin=begin, home_eliminated="plays_on")
    assert ending(plain) is None
    assert last(plain)["next"] == "F1903M"


def test_a_whole_year_that_awaits_nobody_and_changes_nothing_is_a_draw():
    """§7: nobody has a unit, nobody can build, nobody can be hired."""
    begin = left("W1903A", {"AUSTRIA": ["A GAL"], "FRANCE": []}, {"FRANCE": ["SER"]})
    plain = record(moves("W1903A"), begin=begin, home_eliminated="plays_on")
    line = last(plain)
    assert ending(plain) == (None, "draw")
    assert [passed["phase"] for passed in line["passed"]] == [
        "S1904B",
        "S1904M",
        "S1904R",
        "F1904M",
        "F1904R",
        "W1904A",
    ]
    assert result(plain)["phase"] == "W1903A"
    assert line["next"] is None


def test_income_changes_nothing_in_an_idle_year():
    """§7: otherwise the duel would never end."""
    begin = left("W1903A", {"AUSTRIA": ["A GAL"]}, {"FRANCE": ["SER"]})
    plain = record(moves("W1903A"), begin=begin, home_eliminated="plays_on")
    assert last(plain)["credits"] == {"first": 20, "second": 21}


def test_a_year_in_which_something_changes_is_not_idle():
    """§7: a unit in anarchy takes its centre, and the power can be hired the year after."""
    begin = left("S1904B", {"ITALY": ["A TUN"]}, {"FRANCE": ["SER"]})
    duel = duel_at(begin, home_eliminated="plays_on")
    assert str(duel.phase) == "S1905B"


def test_the_rest_of_a_year_that_awaits_nobody_is_no_whole_year():
    """§7"""
    begin = left("F1903M", {}, {"FRANCE": ["SER"]})
    plain = record(begin=begin, home_eliminated="plays_on")
    assert ending(plain) == (None, "draw")
    assert result(plain)["phase"] == "W1904A"
