"""An enemy's past entries show how greedily they play."""

from dataclasses import replace

import pytest

from adjudicator import Disband, Phase, PhaseKind
from intimate.entries import Orders, Sheet
from intimate.players import Player
from intimate.schedule import fixture
from lab.matches.playing import Playing, Terms
from opponent.acquaintance import UNKNOWN, habits_of
from tests.opponent.drawn import OPENING, lots

PLAYED = (PhaseKind.AUCTION, PhaseKind.MOVEMENT)


def met(names, number):
    """Return the habits estimated of both players by the end of a duel, the first one's first."""
    playing = Playing(names, fixture(number), 1, Terms(settings={"year_limit": 1903}))
    playing.played()
    return [
        habits_of([(duel, entries[who]) for duel, entries in playing.past if who in entries], who, lots(2))
        for who in playing.players
    ]


@pytest.mark.parametrize("number", [11, 20])
def test_a_greedy_player_is_distinguished_from_a_random_one(number):
    greedy, by_lot = met(("greedy", "random"), number)
    assert min(greedy) > 0.9
    assert max(by_lot) < 0.15


def test_bids_and_moves_are_estimated_separately():
    habits = habits_of([(OPENING, Sheet({OPENING.for_hire[0]: 9}))], Player.SECOND, lots(1))
    assert habits.bids != UNKNOWN.bids
    assert habits.moves == UNKNOWN.moves


@pytest.mark.parametrize("phase", ["S1902R", "W1902A"])
def test_retreats_and_winters_tell_nothing_of_moves(phase):
    """No greedy order set of a movement contains their orders, so they would count against everybody."""
    duel = replace(OPENING, phase=Phase.parse(phase))
    home = duel.homes[Player.FIRST]
    (unit, *_) = duel.position.units_of(home)
    assert habits_of([(duel, Orders({home: [Disband(unit)]}))], Player.FIRST, lots(1)) == UNKNOWN


def test_without_past_orders_habits_are_unknown():
    assert habits_of([(OPENING, Orders())], Player.FIRST, lots(1)) == UNKNOWN
    assert habits_of([], Player.FIRST, lots(1)) == UNKNOWN
