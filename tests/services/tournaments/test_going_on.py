"""A tournament goes on by itself: however the draw comes out, the duel that decides a round ends."""

from competition.tournament.values import System
from intimate.players import Player
from tests.services.tournaments.conftest import EIGHT, plan_of


def test_a_finalist_without_an_opponent_wins_the_cup_as_the_other_semifinal_ends(cup):
    played = cup(*EIGHT[:4], plan=plan_of(System.KNOCKOUT), by_itself=True).start()
    gone, left = (played.pairs(1)[board][0] for board in (0, 1))
    played.concede(1, 1)
    played.leave(gone)
    played.concede(1, 2)
    assert played.tournament.state == "ended"
    assert played.pairs(2) == [(left, None)]
    assert played.ranking()[0][1] == left


def test_a_cup_whose_other_finalist_lost_by_default_ends_with_the_semifinal(cup):
    played = cup(*EIGHT[:4], plan=plan_of(System.KNOCKOUT), by_itself=True).start()
    played.miss(1, 1, list(Player))
    left = played.pairs(1)[1][0]
    played.concede(1, 2)
    assert (played.tournament.state, played.ranking()[0][1]) == ("ended", left)


def test_a_cup_that_all_have_lost_by_default_ends(cup):
    played = cup(*EIGHT[:4], plan=plan_of(System.KNOCKOUT), by_itself=True).start()
    played.miss(1, 1, list(Player))
    played.miss(1, 2, list(Player))
    assert (played.tournament.state, played.tournament.round) == ("ended", 1)


def test_rounds_in_which_those_who_stay_have_met_already_are_passed_over(cup):
    played = cup(*EIGHT[:4], plan=plan_of(System.ALL, 1), by_itself=True).start()
    played.concede(1, 1)
    for board in (0, 1):
        played.leave(played.pairs(1)[board][0])
    played.concede(1, 2)
    both = {name for pair in played.pairs(1) for name in pair[1:]}
    while played.tournament.state == "running":
        assert set(played.pairs(played.tournament.round)[0]) == both
        played.concede(played.tournament.round, 1)
    assert played.tournament.round == 3


def test_a_match_that_ends_before_its_second_duel_begins_is_won_whole(cup):
    """Otherwise an opponent who concedes at once or never comes would cost the winner half of the points."""
    played = cup(*EIGHT[:2], plan=plan_of(System.SWISS, 1, matches=True)).start()
    (home,) = played.legs(1, 1)
    winner = played.pairs(1)[0][0]
    played.concede_duel(home)
    assert played.ranking()[0][1:] == (winner, 1)


def test_of_a_match_that_both_missed_nobody_goes_on(cup):
    played = cup(*EIGHT[:4], plan=plan_of(System.KNOCKOUT, matches=True), by_itself=True).start()
    for duel in played.legs(1, 1):
        played.miss_duel(duel, list(Player))
    for duel in played.legs(1, 2):
        played.concede_duel(duel)
    assert played.tournament.state == "ended"
    assert played.pairs(2) == [(played.ranking()[0][1], None)]
    assert played.pairs(1)[0][0] != played.ranking()[0][1]
