"""Mixed strategies in games with known solutions."""

import numpy as np
import pytest

from opponent.equilibrium import solve

ROCK, PAPER, SCISSORS = [0, -1, 1], [1, 0, -1], [-1, 1, 0]


def solved(*rows, rounds=2000):
    return solve(np.array(rows, dtype=np.float32), rounds)


def exploited(payoffs, row_mix, column_mix):
    """Return the sum of both players' gains by their best replies to the other's mix."""
    return (payoffs @ column_mix).max() - (row_mix @ payoffs).min()


def test_in_matching_pennies_both_choose_by_a_coin():
    for mix in solved([1, 0], [0, 1]):
        assert mix == pytest.approx([0.5, 0.5], abs=0.02)


def test_in_rock_paper_scissors_each_is_chosen_as_often():
    for mix in solved(ROCK, PAPER, SCISSORS):
        assert mix == pytest.approx([1 / 3] * 3, abs=0.02)
    # If rock wins twice as much, paper is chosen more often: 1/4, 1/2, 1/4.
    for mix in solved([0, -1, 2], [1, 0, -1], [-2, 1, 0]):
        assert mix == pytest.approx([1 / 4, 1 / 2, 1 / 4], abs=0.02)


def test_a_dominated_choice_is_never_chosen():
    rows, columns = solved([0.9, 0.1, 0.8], [0.1, 0.9, 0.8], [0.05, 0.05, 0.7])
    assert rows == pytest.approx([0.5, 0.5, 0], abs=0.02)
    assert columns == pytest.approx([0.5, 0.5, 0], abs=0.02)


def test_the_only_choice_is_chosen_and_the_best_answer_to_it():
    rows, columns = solved([0.2, 0.1, 0.4])
    assert rows.tolist() == [1]
    assert columns == pytest.approx([0, 1, 0], abs=0.01)
    assert [mix.tolist() for mix in solved([0.5])] == [[1], [1]]


def test_the_longer_it_is_sought_the_less_a_mix_can_be_exploited():
    random = np.random.default_rng(1)
    left = {20: 0.0, 80: 0.0, 200: 0.0}
    for _ in range(20):
        payoffs = random.random(random.integers(1, 30, size=2)).astype(np.float32)
        for rounds in left:
            mixes = solve(payoffs, rounds)
            for mix in mixes:
                assert mix.sum() == pytest.approx(1, abs=1e-5)
                assert (mix >= 0).all()
            left[rounds] += exploited(payoffs, *mixes) / 20
    assert left[200] < left[80] < left[20]
    assert left[200] < 0.02


def test_the_same_matrix_gives_the_same_mixes():
    payoffs = np.random.default_rng(2).random((12, 9)).astype(np.float32)
    assert [mix.tolist() for mix in solve(payoffs)] == [mix.tolist() for mix in solve(payoffs)]


def test_with_equal_payoffs_all_choices_are_mixed_evenly():
    for mix in solved([0.5, 0.5], [0.5, 0.5], [0.5, 0.5]):
        assert mix == pytest.approx([1 / len(mix)] * len(mix))
