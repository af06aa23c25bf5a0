"""Home powers drawn by lot (seed 004, III: nobody plays the same power twice, as far as possible)."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.tournament.homes import draw_homes
from competition.tournament.values import System
from tests.builders import POWERS
from tests.competition.tournament.building import byes, field, lower_wins, meeting, plan, play_all

ALL_PAIRS = tuple(permutations(POWERS, 2))


def shuffled(seed):
    """All pairs in an order of their own for each seed: 43 is a prime, and 42 pairs are its powers of 3."""
    return [ALL_PAIRS[(place + 1) * pow(3, seed % 42, 43) % 43 - 1] for place in range(42)]


def had(meetings, player):
    sides = [
        (one.homes, one.first == player)
        for one in meetings
        if one.homes and player in (one.first, one.second)
    ]
    return [homes[0] if first else homes[1] for homes, first in sides]


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 9), st.integers())
def test_nobody_has_a_power_twice_while_they_meet_few_times(size, seed):
    drawn = []
    rounds = play_all(plan(System.ALL), field(size), min(4, size - 1 + size % 2), lower_wins)
    for number in {one.round for one in rounds}:
        drawn += draw_homes([one for one in rounds if one.round == number], drawn, shuffled(seed + number))
    for player in range(1, size + 1):
        powers = had(drawn, player)
        assert len(powers) == len(set(powers))


def test_after_seven_rounds_the_powers_come_again_as_seldom_as_possible():
    drawn = []
    for number in range(1, 15):
        drawn += draw_homes([meeting(number, 1, 2)], drawn, shuffled(number))
    for player in (1, 2):
        powers = had(drawn, player)
        assert set(powers[:6]) < set(POWERS)
        assert len(set(powers[:6])) == 6
        assert max(powers.count(power) for power in POWERS) <= 3


def test_the_meetings_of_a_round_have_different_pairs():
    drawn = draw_homes([meeting(1, one, one + 1, board=one) for one in range(1, 40, 2)], [], shuffled(1))
    assert len({one.homes for one in drawn}) == 20
    assert drawn[0].homes == shuffled(1)[0]


def test_in_a_match_both_have_had_both_powers():
    drawn = []
    for number in range(1, 4):
        drawn += draw_homes([meeting(number, 1, 2)], drawn, shuffled(number), matches=True)
    assert len({power for one in drawn for power in one.homes}) == 6


def test_a_bye_has_no_powers():
    meetings = play_all(plan(System.ALL), field(3), 1, lower_wins)
    drawn = draw_homes(meetings, [], shuffled(1))
    assert [one.first for one in drawn if one.homes is None] == byes(meetings)


def test_no_powers_cannot_be_drawn():
    with pytest.raises(ValueError, match="no powers"):
        draw_homes([meeting(1, 1, 2)], [], [])
