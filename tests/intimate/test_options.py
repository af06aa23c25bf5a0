"""The orders open to a player in the current phase."""

import pytest

from adjudicator import Hold
from intimate.duel import Ending
from intimate.options import Choices, choices_of
from intimate.players import Player
from tests.builders import UNITS, duel_at, lonely, start
from tests.intimate.winters import winter

FIRST, SECOND = Player
ROUTED = {"AUSTRIA": {"A SER": ["ALB", "GRE"]}, "ITALY": {"A PIE": ["TUS"]}, "FRANCE": {"F POR": ["SPA/NC"]}}


def test_a_player_orders_every_unit_of_every_power_that_they_command():
    """§1, §4"""
    duel = duel_at(start("S1902M", control={"ITALY": "first", "RUSSIA": "second"}))
    ordered = {str(choice.unit): choice.power for choice in choices_of(duel, FIRST).units}
    assert ordered == {unit: power for power in ("AUSTRIA", "ITALY") for unit in UNITS[power]}
    assert {choice.power for choice in choices_of(duel, SECOND).units} == {"FRANCE", "RUSSIA"}


def test_hold_comes_first_and_every_order_is_of_the_unit():
    for choice in choices_of(duel_at(start("S1902M")), FIRST).units:
        assert choice.orders[0] == Hold(choice.unit)
        assert all(order.unit == choice.unit for order in choice.orders)
        assert len({str(order) for order in choice.orders}) == len(choice.orders)


def test_the_dislodged_disband_or_go_where_they_may():
    duel = duel_at(start("S1902R", dislodged=ROUTED, control={"ITALY": "first"}))
    offered = {choice.power: list(map(str, choice.orders)) for choice in choices_of(duel, FIRST).units}
    assert offered == {
        "AUSTRIA": ["A SER D", "A SER R ALB", "A SER R GRE"],
        "ITALY": ["A PIE D", "A PIE R TUS"],
    }
    assert [str(choice.unit) for choice in choices_of(duel, SECOND).units] == ["F POR"]


def test_the_winter_of_a_power_says_how_many_builds_or_removals_there_are():
    """§6"""
    duel = duel_at(winter())
    austria, italy = choices_of(duel, FIRST).winters
    assert (austria.power, austria.number, austria.removes) == ("AUSTRIA", 2, False)
    assert list(map(str, austria.orders)) == ["A TRI B", "F TRI B", "A VIE B", "WAIVE"]
    assert (italy.number, list(map(str, italy.by_default))) == (2, ["A NAP", "A VEN"])
    (france,) = choices_of(duel, SECOND).winters
    assert (france.number, france.removes) == (1, True)
    assert set(map(str, france.orders)) == {f"{unit} D" for unit in UNITS["FRANCE"]}


def test_a_mercenary_waives_only_where_the_setting_allows_it():
    """§10: `mercenary_waive`."""
    (_, refused), (_, allowed) = (
        choices_of(duel_at(winter(), **settings), FIRST).winters
        for settings in ({}, {"mercenary_waive": "allowed"})
    )
    assert "WAIVE" not in map(str, refused.orders)
    assert "WAIVE" in map(str, allowed.orders)


@pytest.mark.parametrize("phase", ["S1902M", "S1902R", "W1901A"])
def test_all_that_can_be_ordered_stands_under_its_power(phase):
    places = {
        "S1902M": lambda: start(phase),
        "S1902R": lambda: start(phase, dislodged=ROUTED),
        "W1901A": winter,
    }
    duel = duel_at(places[phase]())
    choices = choices_of(duel, FIRST)
    assert list(choices.by_power) == choices.powers
    assert set(choices.powers) <= set(duel.commands(FIRST))
    assert all(choices.by_power.values())
    offered = [order for choice in choices.every for order in choice.orders]
    assert sorted(map(str, offered)) == sorted(
        str(order) for orders in choices.by_power.values() for order in orders
    )


def test_an_auction_and_an_ended_duel_offer_no_orders():
    assert choices_of(duel_at(start("S1902B")), FIRST) == Choices()
    assert choices_of(duel_at(lonely("S1902M")).ended(None, Ending.DRAW), FIRST) == Choices()
    assert Choices().by_power == {}
