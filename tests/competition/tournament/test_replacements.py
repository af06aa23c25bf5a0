"""Who gets the points of a replaced player (source 004, VII): each case worked out by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from competition.tournament.prizes import power_prizes
from competition.tournament.standings import settled_scores, standings
from competition.tournament.values import Entry, Penalty
from tests.competition.tournament.test_ordinary import FIRST, PLAIN, REGULATION, SECOND, field, table

LOWEST = Fraction("12.5")
FIELD = [*field(), Entry(8, 8)]
"""Seven players, and one who replaces the first of them."""


def replaced(number, *, relief, board=1, centres=(17, 14, 1, 1, 1, 0, 0)):
    """Return a table at which 8 replaced 1 and played a number of seasons."""
    first, *others = table(number, 8, *range(2, 8), board=board, centres=centres)
    return [replace(first, first=1, relief=relief), *others]


def played_by_8(number, *, centres=(17, 14, 1, 1, 1, 0, 0), board=2):
    return table(number, 8, *range(12, 18), board=board, centres=centres)


def scores(plan, games, penalties=()):
    entries = [*FIELD, *(Entry(number, number) for number in range(12, 18))]
    settled = settled_scores(plan, entries, [], games, penalties)
    return {one.entry: one.score for one in standings(plan, entries, [], settled, penalties)}


def test_a_replacement_keeps_points_that_help_them_and_the_first_player_gets_none():
    """Their only game: 64.429 x 110 percent is more than nothing."""
    found = scores(PLAIN, replaced(1, relief=2))
    assert (found[8], found[1]) == (FIRST * Fraction(11, 10), 0)


def test_a_game_lost_to_a_replacement_still_counts_as_one_the_first_player_played():
    """« et 0pt au joueur initial »: it is their third game, so they have no 110 percent."""
    games = [*replaced(1, relief=2), *table(2, *range(1, 8)), *table(3, *range(1, 8))]
    assert scores(PLAIN, games)[1] == 2 * FIRST


@pytest.mark.parametrize(("relief", "left"), [(1, 13), (5, 9), (14, 0), (16, 0)])
def test_points_that_do_not_help_the_replacement_go_back_less_a_fourteenth_per_season(relief, left):
    """8 plays at two tables of the round: of 64.429 and 22.777 the lower one would count."""
    games = [*replaced(1, relief=relief, centres=(14, 17, 1, 1, 1, 0, 0)), *played_by_8(1)]
    found = scores(PLAIN, games)
    assert found[8] == FIRST * Fraction(11, 10)
    assert found[1] == SECOND * Fraction(left, 14) * Fraction(11, 10)


def test_a_third_game_helps_if_its_half_exceeds_the_bonus_for_two_games():
    """Two rounds of 64.429 are 110 percent, 141.7438; with 12.5 as a third one, 128.858 + 6.25 = 135.108.

    With 64.429 as a third one, 161.0725, it helps.
    """
    won_twice = [*played_by_8(1), *played_by_8(2)]
    poor = replaced(3, relief=4, centres=(1, 17, 14, 1, 1, 0, 0))
    found = scores(PLAIN, [*won_twice, *poor])
    assert found[8] == 2 * FIRST * Fraction(11, 10)
    assert found[1] == LOWEST * Fraction(10, 14) * Fraction(11, 10)
    rich = scores(PLAIN, [*won_twice, *replaced(3, relief=4)])
    assert (rich[8], rich[1]) == (2 * FIRST + FIRST / 2, 0)


def test_a_later_round_may_give_points_back():
    """After round 1 they help 8; after winning two heavier rounds, 12.5 x 7/9 from the first does not."""
    poor = replaced(1, relief=3, centres=(1, 17, 14, 1, 1, 0, 0))
    assert scores(REGULATION, poor)[1] == 0
    later = [*poor, *played_by_8(2), *played_by_8(3)]
    assert scores(REGULATION, later)[1] == LOWEST * Fraction(7, 9) * Fraction(11, 14) * Fraction(11, 10)


def test_zero_points_do_not_help_a_replacement():
    found = settled_scores(PLAIN, FIELD, [], replaced(1, relief=3, centres=(0, 17, 14, 1, 1, 1, 0)))
    assert found[0].entry == 1


def test_a_sanction_counts_when_deciding_whether_points_help():
    """Points of a round that is cancelled for 8 do not help them."""
    found = scores(PLAIN, replaced(1, relief=7), [Penalty(8, Fraction(0), round=1)])
    assert found[1] == FIRST * Fraction(7, 14) * Fraction(11, 10)


def test_a_replacement_does_not_make_tables_of_six_count_in_full():
    """Only a latecomer who was seventh at another table does."""
    six = table(1, *range(22, 28), board=3)
    games = [*replaced(1, relief=5, centres=(14, 17, 1, 1, 1, 0, 0)), *played_by_8(1), *six]
    entries = [*FIELD, *(Entry(number, number) for number in range(12, 28))]
    settled = settled_scores(PLAIN, entries, [], games)
    found = {one.entry: one.score for one in standings(PLAIN, entries, [], settled)}
    assert found[22] == FIRST * Fraction(6, 7) * Fraction(11, 10)


def test_the_prize_of_a_power_goes_with_the_points_before_the_fourteenths():
    games = [*replaced(1, relief=5, centres=(14, 17, 1, 1, 1, 0, 0)), *played_by_8(1, centres=(17, 14, 3))]
    entries = [*FIELD, *(Entry(number, number) for number in range(12, 18))]
    assert power_prizes(PLAIN, settled_scores(PLAIN, entries, [], games))["AUSTRIA"].winners == (1,)
