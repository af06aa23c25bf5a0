"""The Baf score (seed 004, VII and annex); `baf.csv` are the cells and notes of its table."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from competition.tournament.baf import baf_score
from competition.tournament.ordinary import table_scores
from competition.tournament.values import OrdinaryScore

CELLS = [
    (int(line["own"]), int(line["other"]), int(line["sharing"]), Fraction(line["score"]))
    for line in csv.DictReader(Path(__file__).with_name("baf.csv").read_text("utf-8").splitlines())
]


def scores(*centres, eliminated=(), solo=18):
    players = [
        OrdinaryScore(1, 1, seat, "FRANCE", owned, seat in eliminated) for seat, owned in enumerate(centres)
    ]
    return [float(score) for score in table_scores(players, solo).values()]


def test_every_cell_of_the_table_and_every_note_of_a_shared_first_place():
    assert len(CELLS) == 329
    assert {cell[:3]: baf_score(*cell[:3]) for cell in CELLS} == {cell[:3]: cell[3] for cell in CELLS}


@pytest.mark.parametrize(
    ("own", "other", "sharing", "score"),
    [
        # Read with the eye from the table: its corners, its notes 4, 5, 10 and 11, and a cell of each kind.
        (1, 4, 1, "15.069"),
        (1, 17, 1, "12.5"),
        (4, 3, 1, "50"),
        (4, 4, 7, "25"),
        (4, 4, 6, "25"),
        (5, 5, 6, "25.543"),
        (5, 5, 2, "36.413"),
        (6, 6, 2, "37.5"),
        (7, 6, 1, "50.429"),
        (10, 10, 3, "35.326"),
        (11, 11, 2, "42.935"),
        (12, 12, 2, "44.022"),
        (16, 17, 1, "24.951"),
        (17, 16, 1, "60.714"),
        (17, 17, 2, "49.457"),
        (17, 1, 1, "75"),
    ],
)
def test_cells_read_with_the_eye(own, other, sharing, score):
    assert baf_score(own, other, sharing) == Fraction(score)


def test_of_a_solo_the_winner_has_all_and_the_others_nothing():
    # Seed 004, VII; note 2: 18 or more.
    assert scores(18, 16) == [100, 0]
    assert scores(34, 0) == [100, 0]
    assert scores(24, 5, 5) == [100, 0, 0]


def test_the_eliminated_have_nothing():
    # Note 3: also whoever has no unit and only centres that are not their home.
    assert scores(17, 14, 3, 0, eliminated=(2, 3)) == [64.429, 22.777, 0, 0]
    assert baf_score(3, 12, eliminated=True) == 0


def test_what_the_eliminated_still_own_is_nobodys():
    # Note 1.
    assert scores(5, 5, 4, eliminated=(0,)) == [0, 50, 23.765]


def test_a_cell_that_is_not_given_has_the_value_of_the_first_one_given_on_its_right():
    # Closing paragraph of the annex.
    assert baf_score(10, 0) == Fraction("58.714")
    assert baf_score(16, 0) == Fraction("74.429")
    assert baf_score(1, 2) == Fraction("15.069")
    assert baf_score(3, 3, 2) > Fraction("19.615")


@pytest.mark.parametrize(
    ("sharing", "least"),
    [(1, "50"), (2, "36.413"), (3, "29.891"), (4, "26.630"), (5, "25.543"), (6, "25"), (7, "25")],
)
def test_a_first_place_has_at_least_so_much_where_no_cell_is_given(sharing, least):
    # Closing paragraph of the annex: on a smaller board three centres may be most.
    assert baf_score(3, 3 if sharing > 1 else 2, sharing) == Fraction(least)


def test_of_a_variant_its_own_number_of_centres_is_a_solo():
    # Closing paragraph of the annex; II: 14 of the 27 centres of Sandad.
    assert scores(14, 10, 3, solo=14) == [100, 0, 0]
    assert scores(13, 11, 3, solo=14) == scores(13, 11, 3)


@pytest.mark.parametrize(
    "game",
    [(18, 18, 2), (20, 18, 1), (5, 5, 1), (6, 5, 2), (-1, 5, 1), (5, -1, 1)],
)
def test_numbers_that_contradict_each_other_are_refused(game):
    with pytest.raises(ValueError, match=r"centres|game"):
        baf_score(*game)


def test_a_solo_of_more_than_eighteen_is_refused():
    with pytest.raises(ValueError, match="game"):
        baf_score(5, 4, solo=19)


CENTRES = st.lists(st.integers(0, 17), min_size=7, max_size=7).map(
    lambda parts: [part * 34 // max(34, sum(parts)) for part in parts]
)


@given(CENTRES)
def test_scores_lie_where_the_regulation_says(centres):
    # VII: alone first 50 to 75, sharing 25 to 50, alive 12.5 to 25, eliminated 0.
    best = max(centres)
    sharing = centres.count(best)
    for owned, score in zip(centres, scores(*centres), strict=True):
        if owned == 0:
            assert score == 0
        elif owned < best:
            assert 12.5 <= score <= 25
        else:
            assert (50 <= score <= 75) if sharing == 1 else (25 <= score <= 50)


@given(CENTRES)
def test_the_scores_of_a_full_board_add_up_to_between_98_and_190(centres):
    assume(max(centres) + 34 - sum(centres) < 18)
    centres[centres.index(max(centres))] += 34 - sum(centres)
    assert 98 <= sum(scores(*centres)) <= 190


@given(st.integers(0, 16), st.integers(0, 17))
def test_one_centre_more_is_never_worth_less(own, other):
    def score(centres):
        return baf_score(centres, other, 2 if centres == other > 0 else 1) if centres else 0

    assert score(own) <= score(own + 1)


@given(st.integers(1, 17), st.integers(0, 16))
def test_a_centre_more_of_another_one_never_makes_a_score_larger(own, other):
    def score(most):
        return baf_score(own, most, 2 if own == most else 1)

    assert score(other) >= score(other + 1)
