"""Swiss rounds (source 004, III: opponents do not meet again, the best meet)."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.tournament.drawing import (
    NothingLeftToDraw,
    RoundUnfinished,
    TooFew,
    draw_round,
    rounds_to_play,
)
from competition.tournament.results import scores_of
from competition.tournament.values import Decision, Entry, RoundPlan, System
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


@st.composite
def played(draw):
    """Play a tournament with random results until every further round would repeat a pair."""
    size, rounds = draw(st.integers(4, 13)), draw(st.integers(1, 6))
    rounds = min(rounds, size // 2)
    agreed, entries = plan(rounds=rounds), field(size, rated=draw(st.booleans()))
    return entries, play_all(agreed, entries, rounds, lambda *_: draw(st.sampled_from([WIN, DRAW, LOSS])))


@settings(max_examples=60, deadline=None)
@given(played())
def test_nobody_meets_twice_or_has_two_byes_and_sides_are_balanced(game):
    entries, meetings = game
    assert max(Counter(pairs(meetings)).values()) == 1
    assert max(Counter(byes(meetings)).values(), default=0) <= 1
    for entry in entries:
        firsts = sum(one.first == entry.id for one in meetings if one.second)
        seconds = sum(one.second == entry.id for one in meetings)
        assert abs(firsts - seconds) <= 3


@settings(max_examples=30, deadline=None)
@given(played())
def test_everybody_plays_or_has_a_bye_in_each_round(game):
    entries, meetings = game
    for number in {one.round for one in meetings}:
        drawn = [one for one in meetings if one.round == number]
        assert [one.board for one in drawn] == list(range(1, len(drawn) + 1))
        there = [player for one in drawn for player in (one.first, one.second) if player is not None]
        assert sorted(there) == [entry.id for entry in entries]


def test_first_the_upper_half_meets_the_lower_one():
    assert pairs(draw_round(plan(), field(8), [], 1)) == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]


def test_the_best_of_the_first_round_meet_in_the_second():
    entries = field(8)
    meetings = play_all(plan(), entries, 1, lower_wins)
    assert pairs(draw_round(plan(), entries, meetings, 2)) == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]


def test_those_meet_who_have_the_same_score():
    entries = field(16)
    meetings = play_all(plan(), entries, 3, lower_wins)
    scores = scores_of(plan(), entries, meetings)
    # After three rounds 2, 6, 6 and 2 of 16 have 3, 2, 1 and 0 points: all pairs can be level.
    drawn = draw_round(plan(), entries, meetings, 4)
    assert [abs(scores[one.first] - scores[one.second]) for one in drawn] == [0] * 8


def test_two_meet_again_only_when_nobody_else_is_left():
    entries = field(4)
    meetings = play_all(plan(rounds=4), entries, 3, lower_wins)
    assert len(set(pairs(meetings))) == 6
    again = draw_round(plan(rounds=4), entries, meetings, 4)
    assert pairs(again) == [{1, 2}, {3, 4}]


def test_the_bye_is_a_win_and_goes_to_the_lowest_who_has_had_none():
    entries = field(5)
    meetings = play_all(plan(), entries, 1, lower_wins)
    assert meetings[-1].first == 5
    assert (meetings[-1].points, meetings[-1].decision) == (WIN, Decision.BYE)
    assert byes(draw_round(plan(), entries, meetings, 2)) == [4]


def test_the_bye_goes_higher_before_two_must_meet_again():
    # 5 is the lowest, but giving them the bye repeats two pairs, and another bye only one.
    entries = field(5)
    first = [meeting(1, 1, 2, DRAW), meeting(1, 3, 4, DRAW, board=2), meeting(2, 1, 3, DRAW)]
    others = [meeting(2, 2, 4, DRAW, board=2), meeting(3, 1, 4, DRAW), meeting(3, 2, 3, DRAW, board=2)]
    drawn = draw_round(plan(), entries, [*first, *others], 4)
    assert byes(drawn) == [4]
    assert len(set(pairs(drawn)) & set(pairs([*first, *others]))) == 1


def test_a_late_entry_starts_without_points_and_a_leaver_is_not_drawn():
    entries = [*field(6), Entry(7, 9, first_round=2)]
    entries[0] = replace(entries[0], last_round=1)
    meetings = play_all(plan(), entries, 1, lower_wins)
    assert {player for pair in pairs(meetings) for player in pair} == {1, 2, 3, 4, 5, 6}
    drawn = draw_round(plan(), entries, meetings, 2)
    assert pairs(drawn) == [{2, 3}, {4, 5}, {6, 7}]


def test_two_whose_meeting_was_annulled_may_meet():
    entries = field(4)
    meetings = [meeting(1, 1, 2, WIN, Decision.ANNULLED), meeting(1, 3, 4, None, Decision.ANNULLED, board=2)]
    assert pairs(draw_round(plan(), entries, meetings, 2)) == [{1, 2}, {3, 4}]


def test_the_same_arguments_give_the_same_draw():
    entries = field(9, rated=False)
    meetings = play_all(plan(), entries, 2, lower_wins)
    once = draw_round(plan(), entries, meetings, 3)
    assert once == draw_round(plan(), entries[::-1], meetings[::-1], 3)


def test_a_field_of_two_hundred_is_drawn_round_after_round():
    entries = field(201)
    meetings = play_all(plan(rounds=4), entries, 4, lambda one, other: (WIN, DRAW, LOSS)[(one + other) % 3])
    assert max(Counter(pairs(meetings)).values()) == 1
    assert len(set(byes(meetings))) == 4


def test_a_round_is_drawn_when_all_before_it_are_decided():
    meetings = [meeting(1, 1, 2), meeting(1, 3, 4, WIN, board=2)]
    with pytest.raises(RoundUnfinished) as refused:
        draw_round(plan(), field(4), meetings, 2)
    assert refused.value.round == 1


def test_nothing_is_drawn_beyond_the_rounds_agreed_nor_for_one_alone():
    with pytest.raises(NothingLeftToDraw):
        draw_round(plan(rounds=2), field(4), play_all(plan(), field(4), 2, lower_wins), 3)
    with pytest.raises(TooFew):
        draw_round(plan(), field(1), [], 1)


def test_ordinary_rounds_are_set_by_hand_and_a_round_of_duels_between_them_is_drawn():
    # Source 004, II: with two or three present the round is played as duels.
    agreed = plan(System.ORDINARY, rounds=2)
    agreed = replace(agreed, rounds=(RoundPlan(duels=False), RoundPlan(coefficient=Fraction(8, 9))))
    with pytest.raises(NothingLeftToDraw):
        draw_round(agreed, field(7), [], 1)
    assert pairs(draw_round(agreed, field(2), [], 2)) == [{1, 2}]
    assert rounds_to_play(agreed, field(7)) == 2


@pytest.mark.parametrize("size", range(3, 11))
def test_no_pair_meets_twice_wherever_that_can_be_avoided(size):
    """All small fields, with the most possible rounds and somewhat fewer, results by many seeds."""
    most = size - 1 + size % 2
    for rounds in range(max(1, size - 3), most + 1):
        for seed in range(25):
            random = Random(f"{size} {rounds} {seed}")  # noqa: S311 -- repeatable randomness
            entries = field(size, rated=bool(seed % 2))
            meetings = play_all(
                plan(rounds=rounds),
                entries,
                rounds,
                lambda *_, random=random: random.choice([WIN, DRAW, LOSS]),
            )
            assert max(Counter(pairs(meetings)).values()) == 1, (rounds, seed)
            assert max(Counter(byes(meetings)).values(), default=1) == 1, (rounds, seed)


@settings(max_examples=25, deadline=None)
@given(st.integers(13, 16), st.integers(0, 3), st.randoms(use_true_random=False))
def test_no_pair_meets_twice_in_fields_of_thirteen_to_sixteen_up_to_a_full_round_robin(size, fewer, random):
    """Source 004, III; in an odd field's round robin everybody has one bye."""
    rounds = size - 1 + size % 2 - fewer
    entries = field(size, rated=random.random() < 0.5)
    meetings = play_all(plan(rounds=rounds), entries, rounds, lambda *_: random.choice([WIN, DRAW, LOSS]))
    assert max(Counter(pairs(meetings)).values()) == 1
    assert max(Counter(byes(meetings)).values(), default=1) == 1


@pytest.mark.parametrize(("size", "rounds", "seed"), [(13, 12, 3), (14, 12, 1), (15, 14, 4), (16, 15, 0)])
def test_fields_that_met_twice_when_drawn_round_by_round_meet_once(size, rounds, seed):
    """Source 004, III: in the last of these rounds no draw could avoid a repeated pair."""
    random = Random(f"{size} {rounds} {seed}")  # noqa: S311 -- repeatable randomness
    entries = field(size, rated=bool(seed % 2))
    meetings = play_all(plan(rounds=rounds), entries, rounds, lambda *_: random.choice([WIN, DRAW, LOSS]))
    assert max(Counter(pairs(meetings)).values()) == 1


def test_more_rounds_than_opponents_are_drawn_at_once_and_repeat_as_late_as_can_be():
    meetings = play_all(plan(rounds=18), field(16), 18, lower_wins)
    assert max(Counter(pairs([one for one in meetings if one.round <= 15])).values()) == 1
    assert max(Counter(pairs(meetings)).values()) == 2


def test_where_a_pair_has_to_meet_again_it_does_so_as_late_as_can_be():
    for seed in range(10):
        random = Random(seed)  # noqa: S311 -- repeatable randomness
        meetings = play_all(
            plan(rounds=7), field(6), 7, lambda *_, random=random: random.choice([WIN, DRAW, LOSS])
        )
        assert max(Counter(pairs([one for one in meetings if one.round <= 5])).values()) == 1


def test_looking_ahead_changes_no_round_that_leaves_enough():
    entries = field(8)
    assert pairs(draw_round(plan(rounds=7), entries, [], 1)) == pairs(
        draw_round(plan(rounds=1), entries, [], 1)
    )
