from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.tournament.drawing import (
    NothingLeftToDraw,
    TooFew,
    advances,
    draw_homes,
    draw_round,
    rounds_to_play,
)
from competition.tournament.values import Decision, Entry, System
from tests.builders import POWERS
from tests.competition.tournament.building import (
    DRAW,
    LOSS,
    WIN,
    byes,
    field,
    lower_wins,
    meeting,
    pairs,
    plan,
    play_all,
    play_round,
)

ALL = plan(System.ALL)


@pytest.mark.parametrize("size", range(2, 13))
def test_every_pair_meets_exactly_once(size):
    entries = field(size)
    rounds = size - 1 + size % 2
    assert rounds_to_play(ALL, entries) == rounds
    meetings = play_all(ALL, entries, rounds, lower_wins)
    assert Counter(pairs(meetings)) == Counter(
        frozenset(pair) for pair in combinations(range(1, size + 1), 2)
    )
    assert sorted(byes(meetings)) == ([*range(1, size + 1)] if size % 2 else [])
    with pytest.raises(NothingLeftToDraw):
        draw_round(ALL, entries, meetings, rounds + 1)


@pytest.mark.parametrize("size", range(2, 13))
def test_everybody_is_first_and_second_equally_often_give_or_take_one(size):
    meetings = [one for one in play_all(ALL, field(size), size - 1 + size % 2, lower_wins) if one.second]
    firsts, seconds = Counter(one.first for one in meetings), Counter(one.second for one in meetings)
    assert max(abs(firsts[one] - seconds[one]) for one in range(1, size + 1)) <= 1


def test_a_player_whose_opponent_left_has_a_bye():
    entries = field(4)
    entries[1] = replace(entries[1], last_round=1)
    meetings = play_all(ALL, entries, 3, lower_wins)
    others = {1, 3, 4} - {player for pair in pairs(meetings[:2]) if 2 in pair for player in pair}
    assert sorted(byes(meetings)) == sorted(others)
    assert {frozenset(pair) for pair in combinations((1, 3, 4), 2)} <= set(pairs(meetings))


def test_a_late_entry_still_meets_everybody():
    entries = [*field(5), Entry(6, 9, first_round=3)]
    meetings = []
    for number in range(1, 20):
        try:
            meetings += play_round(ALL, entries, meetings, number, lower_wins)
        except NothingLeftToDraw:
            break
    assert Counter(pairs(meetings)) == Counter(frozenset(pair) for pair in combinations(range(1, 7), 2))


def test_a_single_player_cannot_be_paired():
    with pytest.raises(TooFew):
        draw_round(ALL, [*field(1), replace(field(2)[1], last_round=1)], [], 2)


KNOCKOUT = plan(System.KNOCKOUT)
NOTHING = (Fraction(0), Fraction(0))


def test_the_best_two_can_meet_in_the_last_round_only():
    entries = field(8)
    assert pairs(draw_round(KNOCKOUT, entries, [], 1)) == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]
    meetings = play_all(KNOCKOUT, entries, 3, lower_wins)
    assert pairs(meetings)[4:] == [{1, 4}, {2, 3}, {1, 2}]
    with pytest.raises(NothingLeftToDraw):
        draw_round(KNOCKOUT, entries, meetings, 4)


@pytest.mark.parametrize("size", range(2, 18))
def test_byes_go_to_the_best_up_to_a_power_of_two_and_one_is_left(size):
    entries = field(size)
    rounds = rounds_to_play(KNOCKOUT, entries)
    meetings = play_all(KNOCKOUT, entries, rounds, lambda one, other: (WIN, LOSS)[(one + other) % 2])
    assert sorted(byes(meetings)) == list(range(1, 2**rounds - size + 1))
    assert len(pairs(meetings)) == size - 1
    assert len([one for one in meetings if one.round == rounds]) == 1


def test_without_ratings_the_lots_seed():
    # The last entry has the smallest draw number.
    assert byes(draw_round(KNOCKOUT, field(3, rated=False), [], 1)) == [3]


def test_the_winner_goes_on_and_of_a_draw_the_higher_seed():
    assert advances(meeting(1, 3, 4, WIN)) == 3
    assert advances(meeting(1, 3, 4, LOSS)) == 4
    assert advances(meeting(1, 3, 4, DRAW)) == 3
    assert advances(meeting(1, 3, None, WIN, Decision.BYE)) == 3


def test_the_rule_of_a_match_or_an_arbiter_goes_before_the_higher_seed():
    assert advances(meeting(1, 3, 4, DRAW, through=4)) == 4
    assert advances(meeting(1, 3, 4, LOSS, Decision.RULED)) == 4


def test_the_higher_seed_of_a_meeting_is_first():
    meetings = play_all(KNOCKOUT, field(16), 4, lambda one, other: LOSS)
    assert all(one.first < one.second for one in meetings)


def test_nobody_advances_from_an_unfinished_annulled_or_doubly_forfeited_meeting():
    assert advances(meeting(1, 3, 4)) is None
    assert advances(meeting(1, 3, 4, WIN, Decision.ANNULLED)) is None
    assert advances(meeting(1, 3, 4, NOTHING, Decision.FORFEIT)) is None
    meetings = play_all(KNOCKOUT, field(4), 1, lower_wins)
    meetings[1] = replace(meetings[1], points=NOTHING, decision=Decision.FORFEIT)
    assert byes(draw_round(KNOCKOUT, field(4), meetings, 2)) == [1]


def test_a_player_who_has_left_does_not_advance():
    entries = field(4)
    meetings = play_all(KNOCKOUT, entries, 1, lower_wins)
    entries[0] = replace(entries[0], last_round=1)
    assert byes(draw_round(KNOCKOUT, entries, meetings, 2)) == [2]
    entries[1] = replace(entries[1], last_round=1)
    with pytest.raises(NothingLeftToDraw):
        draw_round(KNOCKOUT, entries, meetings, 2)


def test_one_alone_has_nobody_to_meet():
    with pytest.raises(TooFew):
        draw_round(KNOCKOUT, field(1), [], 1)


ALL_PAIRS = tuple(permutations(POWERS, 2))


def shuffled(seed):
    """Return all pairs in an order that depends on the seed: 43 is a prime, 42 pairs are its powers of 3."""
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
