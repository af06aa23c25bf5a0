"""Tables and powers of a round of ordinary games (source 004, II and III)."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.tournament.seating import (
    Arrangement,
    SeatedTable,
    arrangement,
    draw_tables,
    even_tables,
    repeats,
)
from competition.tournament.values import TooFew
from games.terms import SIDES, Terms, Variant, sides_of
from tests.builders import POWERS

SIDES_BY_SIZE = {
    **{size: SIDES[size][0] for size in (4, 5, 7)},
    6: sides_of(Terms(Variant.SURVIVOR_TURKEY), 6),
}


def orders(players, seed=1, attempts=6):
    lots = Random(seed)  # noqa: S311 -- repeatable randomness
    return [lots.sample(players, len(players)) for _ in range(attempts)]


def drawn(sizes, players, number=1, past=(), ranking=(), seed=1):
    tables = draw_tables(sizes, orders(players, seed), SIDES_BY_SIZE, past, ranking)
    return [SeatedTable(number, board, seats) for board, seats in enumerate(tables, 1)]


def evening(sizes, players, rounds, seed=1):
    """Draw several rounds, in which small numbers do best."""
    past = []
    for number in range(1, rounds + 1):
        past += drawn(sizes, players, number, past, sorted(set(players)) if past else (), seed)
    return past


@pytest.mark.parametrize(
    ("players", "sizes", "doubled", "resting"),
    [
        (4, (4,), False, 0),
        (5, (5,), False, 0),
        (6, (6,), False, 0),
        (7, (7,), False, 0),
        (8, (7,), False, 1),
        (10, (7,), False, 3),
        (11, (6, 6), True, 0),
        (12, (6, 6), False, 0),
        (13, (7, 7), True, 0),
        (14, (7, 7), False, 0),
        (17, (7, 7), False, 3),
        (18, (6, 6, 6), False, 0),
        (19, (6, 6, 6), False, 1),
        (20, (7, 7, 7), True, 0),
        (21, (7, 7, 7), False, 0),
        (26, (7, 7, 7), False, 5),
        (28, (7, 7, 7, 7), False, 0),
    ],
)
def test_the_number_of_players_decides_the_tables(players, sizes, doubled, resting):
    """Source 004, II: the list of variants by the number of players of a round."""
    assert arrangement(players) == Arrangement(sizes, doubled, resting)


def test_two_or_three_play_duels_instead():
    """Source 004, II: with two or three players, the variant is Intimate Diplomacy."""
    for way in (arrangement, even_tables):
        with pytest.raises(TooFew):
            way(3)


@given(st.integers(4, 128))
def test_every_arrangement_has_as_many_seats_as_players(players):
    found = arrangement(players)
    assert sum(found.sizes) == players + found.doubled - found.resting


@given(st.integers(4, 128))
def test_if_everybody_plays_the_tables_are_as_few_and_as_equal_as_possible(players):
    sizes = even_tables(players).sizes
    assert sum(sizes) == players
    assert len(sizes) == -(-players // 7)
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 4


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([4, 7, 12, 14, 21]), st.integers(0, 1000))
def test_everybody_has_one_seat_and_each_table_its_powers(players, seed):
    tables = drawn(arrangement(players).sizes, list(range(players)), seed=seed)
    assert sorted(player for table in tables for player in table.players) == list(range(players))
    for table in tables:
        powers = {power for side in SIDES_BY_SIZE[len(table.players)] for power in side}
        assert set(table.seats) == powers


def test_at_a_table_of_four_three_have_two_powers_each():
    """Source 004, II: one plays England, the three others two countries each."""
    (table,) = drawn((4,), [1, 2, 3, 4])
    had = sorted(list(table.seats.values()).count(player) for player in table.players)
    assert had == [1, 2, 2, 2]


def test_the_same_shuffles_give_the_same_draw_and_others_another_one():
    first, again, other = (drawn((7, 7), list(range(14)), seed=seed) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("seed", range(5))
def test_nobody_has_the_same_power_twice_in_three_rounds_of_one_table(seed):
    """Source 004, III."""
    past = evening((7,), list(range(7)), 3, seed)
    had = [(player, power) for table in past for power, player in table.seats.items()]
    assert len(set(had)) == len(had) == 21


@pytest.mark.parametrize("seed", range(3))
def test_nobody_has_the_same_power_twice_in_three_rounds_of_three_tables(seed):
    """Source 004, III."""
    past = evening((7, 7, 7), list(range(21)), 3, seed)
    had = [(player, power) for table in past for power, player in table.seats.items()]
    assert len(set(had)) == len(had) == 63


def test_powers_of_games_with_five_or_fewer_do_not_count():
    """Source 004, III: variants with five players or fewer do not count."""
    small = [SeatedTable(1, 1, dict(zip(POWERS[:5], range(5), strict=True)))]
    same = SeatedTable(2, 1, dict(zip(POWERS, range(7), strict=True)))
    assert repeats([same], small).powers == ()
    whole = [SeatedTable(1, 1, dict(zip(POWERS, range(7), strict=True)))]
    assert len(repeats([same], whole).powers) == 7


def test_without_a_ranking_players_avoid_those_whom_they_have_met():
    """Source 004, III: 28 players at four tables repeat as few meetings as the numbers allow."""
    past = drawn((7,) * 4, list(range(28)))
    again = drawn((7,) * 4, list(range(28)), 2, past)
    assert repeats(again, past).pairs == 12  # seven from four tables: at least three pairs


def test_the_best_of_the_first_round_meet_in_the_second():
    """Source 004, III."""
    past = evening((7, 7, 7), list(range(21)), 2)
    best = next(table for table in past if (table.round, table.board) == (2, 1))
    assert set(best.players) == set(range(7))


def test_the_best_who_have_not_met_meet_in_the_third():
    """Source 004, III: the same for the best players who have not met yet."""
    past = [
        SeatedTable(number, board, dict(zip(POWERS, range(first, first + 7), strict=True)))
        for number, board, first in ((1, 1, 0), (1, 2, 7), (2, 1, 0), (2, 2, 7))
    ]
    best, _ = drawn((7, 7), list(range(14)), 3, past, list(range(14)))
    assert {0, 7} <= set(best.players)


def test_absent_players_are_left_out_of_the_table_of_the_best():
    past = evening((7, 7, 7), list(range(21)), 1)
    best, _ = drawn((7, 7), list(range(3, 17)), 2, past, list(range(21)))
    assert set(best.players) == set(range(3, 10))


@pytest.mark.parametrize("seed", range(5))
def test_a_player_at_two_tables_sits_at_each_once_with_different_powers(seed):
    """Source 004, II: with thirteen players the organiser plays at two tables."""
    first, second = drawn(arrangement(13).sizes, [*range(13), 0], seed=seed)
    both = [power for table in (first, second) for power, player in table.seats.items() if player == 0]
    assert 0 in first.players
    assert 0 in second.players
    assert len(set(both)) == 2


def test_a_large_field_is_drawn_with_few_who_meet_again():
    past = evening((7,) * 18, list(range(126)), 2)
    second = [table for table in past if table.round == 2]
    others = [table for table in second if table.board != 1]
    assert repeats(others, past[:18]).pairs == 0
    assert all(len(pair) == 2 for table in past for pair in combinations(table.players, 2))


def test_players_and_seats_must_agree():
    with pytest.raises(ValueError, match="seats"):
        draw_tables((7,), [list(range(6))], SIDES_BY_SIZE)
