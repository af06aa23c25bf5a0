"""The prizes of a tournament of ordinary games (source 004, VII)."""

from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest

from competition.tournament.prizes import (
    Award,
    PrizeVote,
    best_newcomer,
    best_of,
    power_prizes,
    travellers,
    voted_prizes,
)
from competition.tournament.standings import standings
from tests.competition.tournament.test_ordinary import FIRST, PLAIN, REGULATION, field, table

SEVEN = (17, 14, 1, 1, 1, 0, 0)
TRAITOR = "The traitor"
VOTING = replace(REGULATION, prizes=(TRAITOR,))


def test_the_best_with_each_power_has_a_prize_before_all_coefficients():
    """17 centres before 14 are 64.429 in any round; 4 before 17 are 14.674."""
    games = [*table(1, *range(1, 8)), *table(3, *range(7, 0, -1), centres=(8, 17, 4, 3, 2, 0, 0))]
    found = power_prizes(REGULATION, games)
    assert found["AUSTRIA"] == Award((1,), FIRST)
    assert found["ENGLAND"].winners == (6,)
    assert found["FRANCE"] == Award((5,), Fraction("14.674"))


def test_equal_players_share_a_prize():
    """« en cas d'égalité, les deux joueurs sont réputés se partager le diplôme »."""
    games = [*table(1, *range(1, 8)), *table(2, *range(7, 0, -1))]
    assert power_prizes(REGULATION, games)["AUSTRIA"] == Award((1, 7), FIRST)
    assert best_of({1: Fraction(3), 2: Fraction(3), 3: Fraction(1)}) == Award((1, 2), Fraction(3))


def test_without_a_point_there_is_no_prize():
    """Turkey was eliminated in every game."""
    assert "TURKEY" not in power_prizes(REGULATION, table(1, *range(1, 8)))
    assert best_of({1: Fraction(0)}) is None
    assert best_of({}) is None


def test_only_games_of_six_or_seven_players_count_for_the_prizes_of_powers():
    """« Seules les parties jouées à six ou sept joueurs »."""
    for players in (4, 5):
        assert power_prizes(REGULATION, table(1, *range(1, players + 1))) == {}
    assert power_prizes(REGULATION, table(1, *range(1, 7)))["AUSTRIA"] == Award((1,), FIRST)


def test_an_annulled_round_gives_no_prize():
    annulled = replace(PLAIN, rounds=(replace(PLAIN.rounds[0], annulled=True), *PLAIN.rounds[1:]))
    assert power_prizes(annulled, table(1, *range(1, 8))) == {}


def survivor(number, turkey):
    """Return a table of six with an automatic Turkey; the best player has 12 centres."""
    players = table(number, *range(1, 7), board=2, centres=(12, 8, 5, 3, 2, 0))
    return [replace(player, turkey=turkey) for player in players]


def test_nobody_wins_the_prize_of_turkey_if_an_automatic_turkey_scored_more():
    """The annex: 2 centres before 12 are 14.081, 3 before 12 are 15.267, and 3 before 14 are 14.575."""
    turk = table(1, *range(1, 8), centres=(14, 13, 1, 1, 1, 1, 3))
    assert power_prizes(PLAIN, [*turk, *survivor(2, 2)])["TURKEY"] == Award((7,), Fraction("14.575"))
    assert "TURKEY" not in power_prizes(PLAIN, [*turk, *survivor(2, 3)])


def test_a_player_of_turkey_wins_the_prize_if_an_automatic_turkey_scored_as_much():
    """« a marqué plus de points »: equal points are not more."""
    turk = table(1, *range(1, 8), centres=(12, 8, 5, 3, 2, 0, 4))
    assert power_prizes(PLAIN, [*turk, *survivor(2, 4)])["TURKEY"] == Award((7,), Fraction("16.354"))


def travelled(number, *spaces, **terms):
    games = table(number, *range(1, 8), **terms)
    return [replace(player, farthest=each) for player, each in zip_longest(games, spaces, fillvalue=0)]


def test_the_spaces_travelled_have_the_coefficients_of_the_ranking():
    """Rounds of 7/9, 8/9 and 1; the two best in full, the third half; one or two rounds 110 percent.

    By hand, with 6, 3 and 4 spaces: 6 x 7/9 = 14/3, 3 x 8/9 = 8/3, 4; the lowest is 8/3, half of it counts:
    14/3 + 4/3 + 4 = 10. With one game: 6 x 7/9 x 11/10 = 77/15.
    """
    three = [*travelled(1, 6), *travelled(2, 3), *travelled(3, 4)]
    assert travellers(REGULATION, field(), [], three)[1] == 10
    assert travellers(REGULATION, field(), [], travelled(1, 6))[1] == Fraction(77, 15)


def test_a_latecomer_has_a_fourteenth_less_of_their_travels_too():
    games = [*travelled(1, 0, 0, 0, 0, 0, 0, 7, missed=2)]
    assert travellers(PLAIN, field(), [], games)[7] == 7 * Fraction(12, 14) * Fraction(11, 10)


def test_a_table_of_six_counts_for_travels_as_it_does_for_points():
    games = [replace(player, farthest=7) for player in table(1, *range(1, 7))]
    assert travellers(PLAIN, field(), [], games)[1] == 7 * Fraction(6, 7) * Fraction(11, 10)


def test_a_vote_is_a_point_with_the_coefficients_of_its_game():
    """By hand: 3 votes in round 1 are 3 x 7/9 x 11/10 = 77/30; 2 in round 3 are 2 x 11/10 = 22/10."""
    games = [*table(1, *range(1, 8)), *table(3, 11, 12, 13, 14, 15, 16, 17)]
    entries = [*field(), *(replace(entry, id=entry.id + 10) for entry in field())]
    votes = [PrizeVote(1, 1, TRAITOR, by, 2) for by in (1, 3, 4)]
    votes += [PrizeVote(3, 1, TRAITOR, by, 12) for by in (11, 13)]
    assert voted_prizes(VOTING, entries, [], games, votes) == {TRAITOR: Award((2,), Fraction(77, 30))}


def test_votes_for_oneself_for_somebody_at_another_table_or_for_an_unknown_prize_do_not_count():
    games = table(1, *range(1, 8))
    votes = [
        PrizeVote(1, 1, TRAITOR, 1, 1),
        PrizeVote(1, 1, TRAITOR, 2, 9),
        PrizeVote(1, 1, "The shouter", 2, 3),
    ]
    assert voted_prizes(VOTING, field(size=9), [], games, votes) == {}


def test_the_best_newcomer_is_the_first_of_them_in_the_ranking():
    """« au meilleur jeune au classement général (… et/ou joueur débutant en tournoi) »."""
    ranking = standings(PLAIN, field(), [], table(1, *range(1, 8), centres=(17, 8, 6, 3, 0, 0, 0)))
    assert best_newcomer(ranking, {2, 3}).winners == (2,)
    assert best_newcomer(ranking, {3, 4}).winners == (3,)
    assert best_newcomer(ranking, set()) is None
