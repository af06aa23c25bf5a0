"""What happens without further orders, power by power."""

import pytest

from intimate.codec import read_stored_entry
from intimate.players import Player
from intimate.view import View
from tests.builders import duel_at, start
from tests.intimate.winters import winter
from web.duels.readiness import Default, defaults_of

MOVES = start("S1902M", control={"ITALY": "first"})
ROUTED = start("S1902R", dislodged={"AUSTRIA": {"A SER": ["ALB", "GRE"]}})


@pytest.fixture
def found(site):
    """Return a function that lists the defaults of a player with stored orders."""

    def find(begin, orders=None, player=Player.FIRST):
        entry = None if orders is None else read_stored_entry({"orders": orders})
        with site.test_request_context():
            return defaults_of(View(duel_at(begin), player), entry)

    return find


def test_units_without_order_are_named_under_each_power_that_one_commands(found):
    italy = Default("ITALY", ["A Rome", "A Venice", "F Naples"])
    assert found(MOVES) == [Default("AUSTRIA", ["A Budapest", "A Vienna", "F Trieste"]), italy]
    orders = {"AUSTRIA": ["A VIE - GAL", "A BUD H", "F TRI - ALB"]}
    assert found(MOVES, orders) == [italy]
    assert found(MOVES, {**orders, "ITALY": ["A ROM H", "A VEN H", "F NAP H"]}) == []


def test_a_dislodged_unit_without_order_is_named(found):
    assert found(ROUTED) == [Default("AUSTRIA", ["A Serbia"])]
    assert found(ROUTED, {"AUSTRIA": ["A SER R GRE"]}) == []
    assert found(ROUTED, player=Player.SECOND) == []


def test_own_builds_are_given_up_and_those_of_a_mercenary_made(found):
    """§6."""
    assert found(winter()) == [
        Default("AUSTRIA", builds=[], unmade=2),
        Default("ITALY", builds=["A Naples", "A Venice"]),
    ]
    assert found(winter(), {"AUSTRIA": ["A VIE B"], "ITALY": ["A NAP B"]}) == [
        Default("AUSTRIA", builds=[], unmade=1),
        Default("ITALY", builds=["A Venice"]),
    ]
    assert found(winter(), {"AUSTRIA": ["A VIE B", "WAIVE"], "ITALY": ["F NAP B", "A VEN B"]}) == []


def test_removals_that_are_not_chosen_are_counted(found):
    assert found(winter(), player=Player.SECOND) == [Default("FRANCE", removed=1)]
    assert found(winter(), {"FRANCE": ["A PAR D"]}, Player.SECOND) == []


def test_a_spectator_has_no_defaults(found):
    for begin in (MOVES, ROUTED, winter()):
        assert found(begin, player=None) == []
