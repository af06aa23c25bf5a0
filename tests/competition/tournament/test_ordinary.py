"""Standings of ordinary games (source 004, VII): Baf scores, then the coefficients."""

import csv
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from competition.tournament.ordinary import baf_score, table_scores
from competition.tournament.standings import standings
from competition.tournament.values import Entry, OrdinaryScore, Penalty, RoundPlan, System, TournamentPlan
from tests.competition.tournament.building import DRAW, HALF, LOSS, WIN, meeting

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
NINTHS = tuple(RoundPlan(duels=False, coefficient=Fraction(ninths, 9)) for ninths in (7, 8, 9))
REGULATION = TournamentPlan(System.ORDINARY, NINTHS, bonus=True)
PLAIN = replace(REGULATION, rounds=(RoundPlan(duels=False),) * 3)
"""Three rounds without coefficients."""
DUELS_LAST = replace(PLAIN, rounds=(*PLAIN.rounds[:2], RoundPlan(duels=True)))
FIRST, SECOND = Fraction("64.429"), Fraction("22.777")
"""The points for 17 and 14 centres when three others have one each."""


def table(number, *entries, board=1, centres=(17, 14, 1, 1, 1, 0, 0), missed=0):
    """Enter a table; missed: the seasons that its last player missed."""
    players = [
        OrdinaryScore(number, board, entry, power, owned, owned == 0)
        for entry, power, owned in zip(entries, POWERS, centres, strict=False)
    ]
    return [*players[:-1], replace(players[-1], missed=missed)]


def field(*, size=7, **first):
    return [Entry(1, 1, **first), *(Entry(number, number) for number in range(2, size + 1))]


def score(agreed, games, entries=None, meetings=(), penalties=(), entry=1):
    found = standings(agreed, entries or field(), meetings, games, penalties)
    return next(one.score for one in found if one.entry == entry)


def rounds(*numbers, **table_terms):
    return [player for number in numbers for player in table(number, *range(1, 8), **table_terms)]


def test_a_round_counts_by_its_coefficient():
    # "Selon les rondes": 7/9, 8/9 and 1; a single round counts 110 %.
    for number, ninths in ((1, 7), (2, 8), (3, 9)):
        assert score(REGULATION, rounds(number)) == FIRST * Fraction(ninths, 9) * Fraction(11, 10)


def test_of_three_rounds_the_best_two_count_in_full_and_the_third_half():
    games = [
        *rounds(1),
        *rounds(2, centres=(14, 17, 1, 1, 1, 0, 0)),
        *rounds(3),
    ]
    assert score(PLAIN, games) == 2 * FIRST + SECOND / 2
    assert score(PLAIN, games, entry=2) == FIRST + SECOND + SECOND / 2


def test_the_lowest_is_found_after_the_coefficients():
    games = rounds(1, 2, 3)
    found = standings(REGULATION, field(), [], games)[0]
    assert found.rounds == {1: FIRST * Fraction(7, 9) / 2, 2: FIRST * Fraction(8, 9), 3: FIRST}


@pytest.mark.parametrize("numbers", [(1,), (1, 3)])
def test_one_or_two_rounds_count_110_per_cent(numbers):
    assert score(PLAIN, rounds(*numbers)) == len(numbers) * FIRST * Fraction(11, 10)


def test_a_player_who_stood_down_when_asked_gets_120_per_cent_unless_organiser():
    asked = field(stood_down=frozenset({3}))
    assert score(PLAIN, rounds(1, 2), asked) == 2 * FIRST * Fraction(6, 5)
    organiser = field(stood_down=frozenset({3}), organiser=True)
    assert score(PLAIN, rounds(1, 2), organiser) == 2 * FIRST * Fraction(11, 10)


def test_of_more_than_three_rounds_all_but_the_lowest_count_in_full():
    # Our own choice: the regulation has three rounds.
    agreed = replace(PLAIN, rounds=PLAIN.rounds * 2)
    assert score(agreed, rounds(1, 2, 3, 4, 5)) == 4 * FIRST + FIRST / 2


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_table_of_four_to_six_counts_by_its_players(players):
    games = table(1, *range(1, players + 1))
    assert score(PLAIN, games) == FIRST * Fraction(players, 7) * Fraction(11, 10)


def test_tables_of_six_count_in_full_when_a_latecomer_made_another_one_seven():
    # "exception à ce coefficient".
    six = table(1, *range(1, 7))
    others = range(11, 18)
    entries = [*field(), *(Entry(number, number) for number in others)]
    late = table(1, *others, board=2, missed=2)
    assert score(PLAIN, [*six, *late], entries) == FIRST * Fraction(11, 10)
    full = table(1, *others, board=2)
    assert score(PLAIN, [*six, *full], entries) == FIRST * Fraction(6, 7) * Fraction(11, 10)


@pytest.mark.parametrize(("missed", "left"), [(1, 13), (2, 12), (3, 11)])
def test_a_latecomer_loses_a_fourteenth_for_each_season_missed(missed, left):
    # II and VII.
    games = table(1, *range(2, 8), 1, centres=(14, 1, 1, 1, 0, 0, 17), missed=missed)
    assert score(PLAIN, games) == FIRST * Fraction(left, 14) * Fraction(11, 10)


def test_the_organiser_at_two_tables_has_the_lower_score():
    others = range(11, 17)
    games = [*table(1, *range(1, 8)), *table(1, *others, 1, board=2, centres=(17, 0, 1, 1, 1, 0, 14))]
    assert score(PLAIN, games) == SECOND * Fraction(11, 10)


def test_an_annulled_round_counts_for_nothing_and_all_others_in_full():
    # "Si une ronde a été annulée".
    agreed = replace(PLAIN, rounds=(*PLAIN.rounds[:2], replace(PLAIN.rounds[2], annulled=True)))
    assert score(agreed, rounds(1, 2, 3)) == 2 * FIRST
    assert score(agreed, rounds(1, 3)) == FIRST


@pytest.mark.parametrize(
    ("points", "mine", "theirs"),
    [(WIN, Fraction(6, 5), Fraction(11, 10)), (DRAW, Fraction(23, 20), Fraction(23, 20))],
)
def test_a_round_of_duels_brings_a_bonus_on_the_other_rounds(points, mine, theirs):
    # 10 % for the loser, 20 % for the winner, 15 % each for a draw; the duels themselves bring no points.
    duels = [meeting(3, 1, 2, points)]
    games = rounds(1, 2)
    assert score(DUELS_LAST, games, meetings=duels) == 2 * FIRST * mine
    assert score(DUELS_LAST, games, meetings=duels, entry=2) == 2 * SECOND * theirs


def test_when_duels_were_played_the_other_rounds_count_in_full_for_everybody():
    duels = [meeting(3, 1, 2, WIN)]
    lowest = Fraction("12.5")
    assert score(DUELS_LAST, rounds(1, 2), meetings=duels, entry=4) == 2 * lowest
    assert score(DUELS_LAST, rounds(1), meetings=duels, entry=4) == lowest
    assert score(DUELS_LAST, rounds(1), meetings=[], entry=4) == lowest * Fraction(11, 10)


def test_the_bonus_goes_by_all_duels_together():
    # "sur l'ensemble des confrontations": one win and one loss are a draw.
    duels = [meeting(3, 1, 2, WIN), meeting(3, 1, 2, LOSS, board=2)]
    assert score(DUELS_LAST, rounds(1), meetings=duels) == FIRST * Fraction(23, 20)


def test_a_bye_brings_no_bonus_and_without_the_rule_nobody_has_one():
    assert score(DUELS_LAST, rounds(1), meetings=[meeting(3, 1, None, WIN), meeting(3, 2, 3, WIN)]) == FIRST
    plain = replace(DUELS_LAST, bonus=False)
    assert score(plain, rounds(1), meetings=[meeting(3, 1, 2, WIN)]) == FIRST


def test_the_only_game_of_a_player_who_stood_down_in_the_last_round_counts_120_per_cent():
    # VII: "120 % pour l'unique partie si désistement volontaire ... sur la dernière ronde".
    asked = field(stood_down=frozenset({3}))
    duels = [meeting(3, 2, 3, WIN)]
    assert score(DUELS_LAST, rounds(1), asked, duels) == FIRST * Fraction(6, 5)
    assert score(DUELS_LAST, rounds(1, 2), asked, duels) == 2 * FIRST
    earlier = field(stood_down=frozenset({2}))
    assert score(DUELS_LAST, rounds(1), earlier, duels) == FIRST


def test_sanctions_take_their_part_of_a_round_or_of_the_sum():
    # VIII.
    assert score(PLAIN, rounds(1, 2), penalties=[Penalty(1, HALF, round=1)]) == FIRST * Fraction(33, 20)
    assert score(PLAIN, rounds(1, 2), penalties=[Penalty(1, Fraction(0))]) == 0


def test_a_variant_has_a_solo_of_its_own():
    agreed = replace(PLAIN, rounds=(RoundPlan(duels=False, solo=14),))
    games = table(1, *range(1, 6), centres=(14, 10, 3, 0, 0))
    assert score(agreed, games) == 100 * Fraction(5, 7) * Fraction(11, 10)


def test_where_few_centres_win_and_two_have_enough_the_one_with_more_has_won():
    # Our own choice: the solo of the seed is more than half of the centres, so only one player can reach it.
    assert scores(15, 14, 5, solo=14) == [100, 0, 0]
    assert scores(14, 14, 6, solo=14) == scores(14, 14, 6)


def test_first_places_are_counted_alone_and_shared():
    games = [*rounds(1), *rounds(2, centres=(14, 14, 1, 1, 1, 1, 1))]
    found = {one.entry: (one.won, one.drawn, one.lost) for one in standings(PLAIN, field(), [], games)}
    assert (found[1], found[2], found[3]) == ((1, 1, 0), (0, 1, 1), (0, 0, 2))


def test_two_who_are_level_are_both_winners():
    # "Il n'est pas prévu de critères de départage": both are winners.
    found = standings(PLAIN, field(), [], rounds(1, centres=(15, 15, 1, 1, 1, 1, 0)))
    assert [one.place for one in found] == [1, 1, 3, 3, 3, 3, 7]


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
        # Checked by eye against the table: its corners, its notes 4, 5, 10 and 11, and a cell of each kind.
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
def test_cells_checked_by_hand_against_the_table(own, other, sharing, score):
    assert baf_score(own, other, sharing) == Fraction(score)


def test_a_solo_gives_the_winner_everything_and_the_others_nothing():
    # Source 004, VII; note 2: 18 or more.
    assert scores(18, 16) == [100, 0]
    assert scores(34, 0) == [100, 0]
    assert scores(24, 5, 5) == [100, 0, 0]


def test_the_eliminated_have_nothing():
    # Note 3: also a player without units whose centres are all foreign.
    assert scores(17, 14, 3, 0, eliminated=(2, 3)) == [64.429, 22.777, 0, 0]
    assert baf_score(3, 12, eliminated=True) == 0


def test_centres_of_eliminated_players_count_for_nobody():
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
def test_a_first_place_without_a_cell_in_the_table_has_a_minimum_score(sharing, least):
    # Closing paragraph of the annex: on a smaller board three centres may be the most.
    assert baf_score(3, 3 if sharing > 1 else 2, sharing) == Fraction(least)


def test_a_variant_has_its_own_number_of_centres_for_a_solo():
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
def test_scores_stay_within_the_bounds_of_the_regulation(centres):
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
def test_another_player_s_gain_never_raises_a_score(own, other):
    def score(most):
        return baf_score(own, most, 2 if own == most else 1)

    assert score(other) >= score(other + 1)
