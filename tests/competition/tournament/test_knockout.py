from dataclasses import replace
from fractions import Fraction

import pytest

from competition.tournament.drawing import NothingLeftToDraw, TooFew, advances, draw_round, rounds_to_play
from competition.tournament.values import Decision, System
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
)

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
    # The last entry has the smallest lot.
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


def test_nobody_goes_on_while_they_play_nor_when_it_is_annulled_nor_when_both_stayed_away():
    assert advances(meeting(1, 3, 4)) is None
    assert advances(meeting(1, 3, 4, WIN, Decision.ANNULLED)) is None
    assert advances(meeting(1, 3, 4, NOTHING, Decision.FORFEIT)) is None
    meetings = play_all(KNOCKOUT, field(4), 1, lower_wins)
    meetings[1] = replace(meetings[1], points=NOTHING, decision=Decision.FORFEIT)
    assert byes(draw_round(KNOCKOUT, field(4), meetings, 2)) == [1]


def test_who_has_left_goes_no_further():
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
