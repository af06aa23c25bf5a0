"""Whole tournaments, from the first sign-up to the ranking."""

from datetime import timedelta
from fractions import Fraction
from itertools import combinations

from competition.tournament.values import System
from intimate.duel import Ending
from intimate.players import Player
from models import StoredDuel
from services.duels import deadlines
from services.duels.access import note_arrival
from services.terms import Clock, Terms
from tests.fixtures_duels import NOON
from tests.services.tournaments.conftest import EIGHT, plan_of


def test_a_swiss_tournament_of_eight_is_played_to_its_ranking(cup):
    played = cup(*EIGHT, plan=plan_of(rounds=3)).start()
    for number in (1, 2, 3):
        assert len(played.pairs(number)) == 4
        played.play(number)
        if number < 3:
            played.next()
    met = [frozenset(pair) for number in (1, 2, 3) for pair in played.pairs(number)]
    assert len(set(met)) == 12  # nobody met the same opponent twice
    played.finish()
    ranking = played.ranking()
    assert ranking[0] == (1, "anna", Fraction(3))
    assert ranking[-1] == (8, "hugo", Fraction(0))
    assert sum(score for _, _, score in ranking) == 12
    assert played.tournament.state == "ended"
    assert [entrant.place for entrant in played.sheet().entrants.values()] == [
        next(place for place, name, _ in ranking if name == who) for who in EIGHT
    ]


def test_in_a_round_robin_all_meet_once_and_rounds_follow_automatically(cup):
    played = cup(*EIGHT[:5], plan=plan_of(System.ALL, 1), by_itself=True).start()
    for number in range(1, 6):
        assert played.tournament.round == number
        played.play(number)
    met = [frozenset(pair) for number in range(1, 6) for pair in played.pairs(number) if pair[1]]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(EIGHT[:5], 2)))
    assert played.tournament.state == "ended"
    assert [name for _, name, _ in played.ranking()] == list(EIGHT[:5])


def test_a_knock_out_of_three_gives_a_bye_and_ends_with_one(cup):
    played = cup(*EIGHT[:3], plan=plan_of(System.KNOCKOUT, 1), by_itself=True).start()
    assert [None in pair for pair in played.pairs(1)].count(True) == 1
    played.play(1)
    assert "anna" in played.pairs(2)[0]
    played.play(2)
    assert (played.tournament.state, played.ranking()[0][1]) == ("ended", "anna")


def test_a_tournament_like_that_of_the_seed_has_last_years_and_coefficients_by_round(cup):
    """Source 004, I and VII: 7, 8 and 9 years; 7/9, 8/9 and 1."""
    plan = plan_of(rounds=3, years=(1907, 1908, 1909), coefficients=("7/9", "8/9", "1"))
    played = cup(*EIGHT[:4], plan=plan).start()
    for number, year in enumerate((1907, 1908, 1909), 1):
        assert played.duel(number, 1).settings["year_limit"] == year
        assert played.duel(number, 1).rated
        played.play(number)
        if number < 3:
            played.next()
    played.finish()
    assert played.ranking()[0] == (1, "anna", Fraction(7, 9) + Fraction(8, 9) + 1)


def test_a_live_round_ends_with_the_agreed_hours_and_a_draw_is_half_a_point(cup):
    """Source 002, 1."""
    live = Terms(clock=Clock(60, 60, 60, bank=7200, cap=7200, limit=3600))
    played = cup(*EIGHT[:2], plan=plan_of(rounds=1), terms=live).start()
    duel = played.duel(1, 1)
    with played.database.writing() as session:
        for player in Player:
            note_arrival(session.get(StoredDuel, duel.id), player, NOON)
    deadlines.sweep(played.database, lambda: NOON + timedelta(hours=1))
    assert played.duel(1, 1).reason is Ending.TIME_UP
    assert {score for _, _, score in played.ranking()} == {Fraction(1, 2)}


def test_matches_bring_the_points_of_both_duels_and_nobody_keeps_a_side(cup):
    plan = plan_of(rounds=1, matches=True, homes_drawn=True)
    played = cup(*EIGHT[:2], plan=plan).start()
    home, away = played.legs(1, 1)
    assert (home.first_id, home.second_id) == (away.second_id, away.first_id)
    assert (home.home_first, home.home_second) == (away.home_first, away.home_second)
    assert played.may_arbitrate("olga", away)
    played.concede_duel(home)
    assert played.sheet().pairings[0].decision is None
    played.draw_duel(away)
    assert sorted(score for _, _, score in played.ranking()) == [Fraction(1, 4), Fraction(3, 4)]


def test_duels_with_votes_to_end_early_still_count_for_ratings(cup):
    """Source 004, V: a game that is ended early keeps its coefficient; here its rating too."""
    played = cup(*EIGHT[:2], plan=plan_of(rounds=1, votes=True)).start()
    assert played.duel(1, 1).settings == {"early_end": "vote"}
    assert played.duel(1, 1).rated
