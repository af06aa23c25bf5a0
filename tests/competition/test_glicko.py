"""Glicko-2 compared with its paper, with another program, and with general properties."""

from math import exp, log, pi, sqrt

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from competition.glicko import (
    PERIOD_DAYS,
    PROVISIONAL,
    SCALE,
    START_DEVIATION,
    TAU,
    RatedGame,
    Rating,
    updated,
)

RATINGS = st.builds(Rating, st.floats(400, 3200), st.floats(20, START_DEVIATION), st.floats(0.03, 0.15))
WEIGHTS = st.sampled_from([0.25, 0.5, 1.0])
EQUALS = Rating(1500.0, 200.0)

OTHERS = [
    ((1601, 101, 0.066), [(1879, 110, 1)], (1645.012081, 99.426431, 0.066007571)),
    (
        (1730, 230, 0.033),
        [(1866, 122, 1), (1951, 212, 1), (1872, 238, 0)],
        (1892.876229, 170.659335, 0.033000066),
    ),
    ((1262, 238, 0.034), [(1735, 94, 1)], (1524.332315, 225.956745, 0.034001458)),
    ((1351, 149, 0.08), [(1494, 53, 0)], (1317.114676, 139.323776, 0.079996467)),
    ((1329, 171, 0.039), [(1010, 139, 0)], (1211.609858, 162.611782, 0.039001427)),
    (
        (1376, 124, 0.072),
        [(1239, 110, 1), (1483, 84, 0), (1004, 96, 0)],
        (1312.967584, 111.121071, 0.072002301),
    ),
    ((1277, 223, 0.056), [(1469, 197, 1)], (1417.909022, 200.444897, 0.056001362)),
    ((1265, 235, 0.034), [(1441, 198, 0)], (1202.068543, 208.224887, 0.033999807)),
]
"""(own, games, result) by the package glicko2 2.1.0 of PyPI, for one period.

Its search for the volatility uses the square of the rating instead of the deviation; here both are the same.
"""


def games_of(*results):
    return [RatedGame(Rating(rating, deviation), score) for rating, deviation, score in results]


def after(own, opponent, score, weight=1.0):
    return updated(own, [RatedGame(opponent, score, weight)])


def test_the_example_of_the_paper_gives_the_numbers_of_the_paper():
    """Glickman, Example of the Glicko-2 system (2022): 1464.06 with its rounded steps, 1464.05 without."""
    games = games_of((1400, 30, 1), (1550, 100, 0), (1700, 300, 0))
    found = updated(Rating(1500, 200, 0.06), games, periods=1)
    assert (round(found.rating, 2), round(found.deviation, 2)) == (1464.05, 151.52)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


@pytest.mark.parametrize(("own", "games", "result"), OTHERS)
def test_another_package_finds_the_same(own, games, result):
    found = updated(Rating(*own), games_of(*games), periods=1)
    assert (found.rating, found.deviation) == pytest.approx(result[:2], abs=2e-4)
    assert found.volatility == pytest.approx(result[2], abs=1e-7)


@given(RATINGS, RATINGS, st.sampled_from([0, 0.5, 1]), WEIGHTS)
def test_the_volatility_is_the_root_that_the_paper_defines(own, opponent, score, weight):
    """A root of the function in step 5, where it falls through zero; distant ratings may give several."""
    squared, apart = (own.deviation / SCALE) ** 2, (own.rating - opponent.rating) / SCALE
    g = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)
    expected = 1 / (1 + exp(-g * apart))
    v = 1 / (weight * g * g * expected * (1 - expected))
    delta = v * weight * g * (score - expected)

    def f(x):
        whole = squared + v + exp(x)
        return exp(x) * (delta**2 - whole) / (2 * whole**2) - (x - log(own.volatility**2)) / TAU**2

    found = log(after(own, opponent, score, weight).volatility ** 2)
    assert f(found - 1e-5) > 0 > f(found + 1e-5)


@given(RATINGS, RATINGS, WEIGHTS)
def test_a_win_raises_the_rating_and_a_loss_lowers_it(own, opponent, weight):
    assert after(own, opponent, 1, weight).rating > own.rating
    assert after(own, opponent, 0, weight).rating < own.rating


@given(RATINGS, RATINGS, st.sampled_from([0, 0.5, 1]))
def test_a_smaller_weight_moves_a_rating_less_and_none_leaves_it(own, opponent, score):
    moved = [abs(after(own, opponent, score, eighths / 8).rating - own.rating) for eighths in (0, 2, 4, 8)]
    assert moved == sorted(moved)
    assert after(own, opponent, score, 0) == own


@given(st.floats(20, START_DEVIATION), st.floats(400, 3200))
def test_between_equals_one_gains_what_the_other_loses(deviation, rating):
    own = Rating(rating, deviation)
    won, lost, drawn = (after(own, own, score) for score in (1, 0, 0.5))
    assert won.rating - rating == pytest.approx(rating - lost.rating)
    assert (won.deviation, won.volatility) == pytest.approx((lost.deviation, lost.volatility))
    assert drawn.rating == pytest.approx(rating)


@given(RATINGS, RATINGS, st.sampled_from([0, 0.5, 1]), WEIGHTS, st.floats(0, 5000))
@example(Rating(), Rating(), 1, 1.0, 0.0)
def test_the_deviation_grows_while_idle_up_to_the_initial_one_and_falls_with_each_duel(
    own, opponent, score, weight, days
):
    aged = own.aged(days)
    assert own.deviation <= aged.deviation * (1 + 1e-12)
    assert aged.deviation <= START_DEVIATION
    assert after(aged, opponent, score, weight).deviation < aged.deviation


@given(RATINGS, st.floats(0, 500), st.floats(0, 500))
def test_idle_time_counts_the_same_in_one_piece_or_two(own, some, more):
    assert own.aged(some).aged(more).deviation == pytest.approx(own.aged(some + more).deviation)


def test_five_idle_days_are_a_period_of_the_paper():
    grown = Rating(1500, 200, 0.06).aged(PERIOD_DAYS).deviation
    assert grown == pytest.approx(sqrt((200 / SCALE) ** 2 + 0.06**2) * SCALE)


@given(RATINGS)
def test_a_rating_says_how_long_it_may_be_idle_before_it_is_provisional(own):
    left = own.idle_days_left
    assert (left <= 0) == own.is_provisional
    assume(left > 0.001)
    assert not own.aged(left * 0.999).is_provisional
    assert own.aged(left * 1.001).is_provisional
    assert PROVISIONAL < START_DEVIATION


def test_a_weight_multiplies_the_terms_of_its_game_so_that_two_halves_are_one():
    halves = updated(EQUALS, [RatedGame(EQUALS, 1, 0.5)] * 2)
    whole = updated(EQUALS, [RatedGame(EQUALS, 1)])
    assert (halves.rating, halves.deviation) == pytest.approx((whole.rating, whole.deviation))
