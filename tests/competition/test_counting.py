"""The weight of a duel: repeated duels of the same two, and accounts that only lose to one player."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.counting import WHOLE, Circumstances, PoolStanding, Score, Why, count_duel, weigh
from competition.glicko import Rating

LOST, DRAWN, WON = Score
HALF, QUARTER = WHOLE // 2, WHOLE // 4
OTHER = 99


def play(standings, first, second, score=WON, repeats=0):
    """Count a duel between two accounts, new or known; return both weights."""
    before = [standings.setdefault(user, PoolStanding(user)) for user in (first, second)]
    counted = count_duel(*before, score, Circumstances(repeats))
    standings[first], standings[second] = (each.after for each in counted)
    return [each.weight for each in counted]


@pytest.mark.parametrize(("repeats", "eighths"), [(0, 8), (1, 4), (2, 2), (3, 0), (40, 0)])
def test_the_weight_of_repeated_duels_falls_to_nothing(repeats, eighths):
    for fed in (None, 0):
        assert weigh(repeats, fed) == (eighths, Why.REPEAT if repeats else None)


@pytest.mark.parametrize(("fed", "eighths"), [(0, 8), (1, 4), (2, 2), (3, 0), (40, 0)])
def test_the_weight_of_wins_over_accounts_that_only_lose_to_one_falls_to_nothing(fed, eighths):
    assert weigh(0, fed) == (eighths, Why.ONE_OPPONENT if fed else None)


def test_the_smaller_of_both_weights_counts_and_its_rule_is_named():
    assert weigh(1, 2) == (QUARTER, Why.ONE_OPPONENT)
    assert weigh(2, 1) == (QUARTER, Why.REPEAT)


def test_all_accounts_that_only_lose_to_one_player_count_for_them_like_one_opponent():
    standings = {}
    weights = [play(standings, 0, puppet)[0] for puppet in range(1, 6)]
    assert [weight.eighths for weight in weights] == [WHOLE, HALF, QUARTER, 0, 0]
    assert standings[0].fed == 5
    gains = [standings[puppet].value.rating for puppet in range(1, 6)]
    assert max(gains) < Rating().rating  # for them the duels have their usual weight


def test_wins_over_accounts_that_only_lose_to_one_are_counted_for_life():
    standings = {}
    for puppet in range(1, 5):
        play(standings, 0, puppet)
        play(standings, 0, OTHER, LOST)
    assert play(standings, 0, 50)[0] == (0, Why.ONE_OPPONENT)


@pytest.mark.parametrize("score", [LOST, DRAWN])
def test_losses_and_draws_against_such_an_account_count_in_full(score):
    standings = {}
    for puppet in range(1, 6):
        play(standings, 0, puppet)
    assert play(standings, 0, 60, score) == [(WHOLE, None)] * 2
    assert standings[0].fed == 5


@pytest.mark.parametrize("score", [DRAWN, WON])
def test_an_account_with_any_other_result_is_an_opponent_like_others(score):
    standings = {}
    for puppet in range(1, 6):
        play(standings, 0, puppet)
    play(standings, 7, OTHER, score)
    assert play(standings, 0, 7) == [(WHOLE, None)] * 2
    play(standings, 8, OTHER, LOST)
    assert standings[8].one_opponent == OTHER
    assert play(standings, 0, 8) == [(WHOLE, None)] * 2
    assert standings[8].one_opponent is None
    assert play(standings, OTHER, 8)[0].eighths == WHOLE  # lost to two: never again one opponent's


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4), st.sampled_from(list(Score))), max_size=30))
def test_one_opponent_is_set_exactly_if_all_results_are_losses_to_that_one(duels):
    standings, results = {}, {}
    for first, apart, score in duels:
        second = (first + apart) % 5
        play(standings, first, second, score)
        results.setdefault(first, []).append((second, score))
        results.setdefault(second, []).append((first, score.opponents))
    for user, played in results.items():
        opponents = {opponent for opponent, _ in played}
        only_lost = all(score is LOST for _, score in played)
        expected = opponents.pop() if only_lost and len(opponents) == 1 else None
        assert (standings[user].one_opponent, standings[user].duels) == (expected, len(played))


@given(st.sampled_from(list(Score)), st.integers(0, 4))
def test_both_ratings_are_computed_from_the_values_before_the_duel(score, repeats):
    one, other = PoolStanding(1, Rating(1620, 90), 9), PoolStanding(2, Rating(1480, 140), 5)
    straight, turned = (
        count_duel(one, other, score, Circumstances(repeats)),
        count_duel(other, one, score.opponents, Circumstances(repeats)),
    )
    assert straight == turned[::-1]
    assert [each.before for each in straight] == [one, other]


def test_duels_with_those_who_only_meet_each_other_count_little_and_the_third_nothing():
    how, own, weights = Circumstances(second_sheltered=True), PoolStanding(1), []
    for opponent in range(2, 6):
        mine, theirs = count_duel(own, PoolStanding(opponent, duels=4), WON, how)
        assert theirs.weight == (WHOLE, None)
        own = mine.after
        weights.append(mine.weight)
    assert weights == [(HALF, Why.CLUSTER), (1, Why.CLUSTER), (0, Why.CLUSTER), (0, Why.CLUSTER)]
    assert own.sheltered == 4


@pytest.mark.parametrize(("score", "expected"), [(LOST, WHOLE), (DRAWN, HALF), (WON, HALF)])
def test_a_loss_to_a_sheltered_opponent_counts_in_full(score, expected):
    mine, _ = count_duel(PoolStanding(1), PoolStanding(2), score, Circumstances(second_sheltered=True))
    assert mine.weight.eighths == expected


@pytest.mark.parametrize(
    ("score", "weights"), [(WON, (1, WHOLE)), (LOST, (WHOLE, 1)), (DRAWN, (WHOLE, WHOLE))]
)
def test_a_win_that_was_given_away_before_any_auction_was_fought_counts_an_eighth(score, weights):
    """The loser loses as usual, so that nobody leaves for free."""
    counted = count_duel(PoolStanding(1), PoolStanding(2), score, Circumstances(unfought=True))
    assert tuple(each.weight.eighths for each in counted) == weights
