"""Prizes of a tournament: named, voted on in secret, and given at the end (source 004, VII)."""

from dataclasses import replace
from fractions import Fraction

from sqlalchemy import text

from adjudicator import Power, standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from games import EventKind
from services.privacy.export import account_of
from services.tournaments import rulings
from services.tournaments.prizes import (
    Ballot,
    awards,
    count_ballots,
    describe,
    games_to_vote_on,
    name_prizes,
    own_votes,
    vote,
)
from services.tournaments.refusals import TournamentRefusal
from tests.fixtures_duels import NOON
from tests.refusing import refuses
from tests.services.tournaments.conftest import EIGHT, ORGANISER
from tests.services.tournaments.test_games import SIX, happen, opened, play, result, table_at
from tests.services.tournaments.test_seating import entered, seated

POWERS = standard().powers
FRANCE, TURKEY = Power("FRANCE"), Power("TURKEY")
TRAITOR, PLEASANT = "The traitor", "The most pleasant player"
GAMES = TournamentPlan(
    System.ORDINARY, (RoundPlan(duels=False, last_year=1901), RoundPlan(duels=False)), prizes=(TRAITOR,)
)


def number_of(played, name):
    return next(each.id for each in played.sheet().entrants.values() if each.name == name)


def voted(played, by, chosen, *, prize=TRAITOR, number=1, board=1, account=None):
    ballot = Ballot(number, board, number_of(played, by), {prize: number_of(played, chosen)})
    with played.database.writing() as session:
        vote(session, played.token, played.ids[account or by], ballot, NOON)


def given(played):
    with played.database.reading() as session:
        return awards(session, played.sheet())


def open_to(played, name):
    with played.database.reading() as session:
        found = games_to_vote_on(session, played.sheet(), number_of(played, name))
        return [(each.round, each.board, [one.name for one in each.others]) for each in found]


def test_prizes_follow_from_results_and_votes_once_the_tournament_is_over(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    entered(played)
    for by in ("anna", "clara", "david"):
        voted(played, by, "boris")
    assert given(played).voted == {}
    assert given(played).powers[POWERS[0]].winners == (number_of(played, "anna"),)
    played.finish()
    award = given(played).voted[TRAITOR]
    assert (award.winners, award.figure) == ((number_of(played, "boris"),), 3 * Fraction(11, 10))


def test_a_later_vote_takes_the_place_of_an_earlier_one(cup):
    """« un et un seul joueur »: one vote for each game and prize."""
    played = cup(*EIGHT[:7], plan=GAMES).start()
    entered(played)
    voted(played, "anna", "boris")
    voted(played, "anna", "clara")
    with played.database.reading() as session:
        assert count_ballots(session, played.tournament) == 1
        found = own_votes(session, played.sheet(), played.ids["anna"])
    assert found == {(1, 1): {TRAITOR: number_of(played, "clara")}}
    played.finish()
    assert given(played).voted[TRAITOR].winners == (number_of(played, "clara"),)


def test_the_data_of_an_account_hold_its_own_votes_and_no_others(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    entered(played)
    voted(played, "anna", "boris")
    voted(played, "clara", "david")
    with played.database.reading() as session:
        (ballot,) = account_of(session, played.ids["anna"], NOON)["prize_ballots"]
        assert account_of(session, played.ids["boris"], NOON)["prize_ballots"] == []
    assert (ballot["tournament"], ballot["round"], ballot["board"]) == (played.token, 1, 1)
    assert ballot["votes"] == {TRAITOR: "boris"}


def test_votes_are_stored_encrypted_and_show_nothing_by_their_size(cup):
    played = cup(*EIGHT[:7], plan=replace(GAMES, prizes=(TRAITOR, PLEASANT))).start()
    entered(played)
    voted(played, "anna", "boris")
    with played.database.writing() as session:
        ballot = Ballot(1, 1, number_of(played, "clara"), {})
        vote(session, played.token, played.ids["clara"], ballot, NOON)
    with played.database.reading() as session:
        first, second = session.scalars(text("SELECT votes FROM prize_ballots ORDER BY id")).all()
    assert TRAITOR not in first
    assert len(first) == len(second)
    assert [act.act for act in played.acts() if act.act not in {"joined", "made"}] == [
        "started",
        "drawn",
        "results",
    ]


def test_nobody_votes_for_themselves_for_a_stranger_or_for_a_prize_that_is_not_named(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    entered(played)
    for chosen, prize in (("anna", TRAITOR), ("hugo", TRAITOR), ("boris", "The shouter")):
        with refuses(TournamentRefusal.VOTE):
            voted(played, "anna", chosen, prize=prize)


def test_only_players_of_a_game_vote_after_it(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    entered(played)
    assert open_to(played, "hugo") == []
    with refuses(TournamentRefusal.NOT_OVER_FOR_YOU):
        voted(played, "hugo", "anna")


def test_nobody_votes_in_another_member_s_name_and_the_organiser_enters_paper_votes(cup):
    played = cup(*EIGHT[:2], plan=GAMES).start()
    entered(played)
    with refuses(TournamentRefusal.NOT_ORGANISER):
        voted(played, "anna", "clara", account=ORGANISER)
    with refuses(TournamentRefusal.NOT_ORGANISER):
        voted(played, "clara", "anna", account="boris")
    voted(played, "clara", "anna", account=ORGANISER)
    played.finish()
    assert given(played).voted[TRAITOR].winners == (number_of(played, "anna"),)
    with refuses(TournamentRefusal.NOT_OVER_FOR_YOU):
        voted(played, "anna", "boris")


def test_a_game_at_a_table_is_voted_on_once_it_is_over(cup):
    """« dès son élimination ou après la fin de la partie »."""
    played = cup(*EIGHT[:7], plan=GAMES).start()
    seated(played)
    assert open_to(played, "anna") == []
    (token,) = opened(played)
    play(played, token)
    assert open_to(played, "anna") == []
    play(played, token, 4)
    assert open_to(played, "anna") == [(1, 1, list(EIGHT[1:7]))]
    voted(played, "anna", "boris")


CONQUEST = {
    "S1901M": {"ITALY": "A Ven - Tyr, A Rom - Ven", "RUSSIA": "A War - Gal"},
    "F1901M": {"ITALY": "A Ven - Tri, A Tyr S A Ven - Tri"},
    "S1902M": {"ITALY": "A Tyr - Vie", "RUSSIA": "A Gal S A Tyr - Vie"},
    "F1902M": {"ITALY": "A Tri - Bud", "RUSSIA": "A Gal S A Tri - Bud"},
}
"""Austria orders nothing, and loses its three centres within two years."""


def test_an_eliminated_player_votes_while_the_others_play_on(cup):
    plan = replace(GAMES, rounds=(replace(GAMES.rounds[0], last_year=1910), GAMES.rounds[1]))
    played = cup(*EIGHT[:7], plan=plan).start()
    seated(played)
    (token,) = opened(played)
    while (phase := str(table_at(played).game.phase)) != "S1903M":
        assert open_to(played, "anna") == [] or phase == "W1902A"
        play(played, token, 1, **CONQUEST.get(phase, {}))
    assert open_to(played, "anna") == [(1, 1, list(EIGHT[1:7]))]
    assert open_to(played, "boris") == []
    voted(played, "anna", "boris")


def test_the_travels_of_a_table_are_read_from_its_game(cup):
    """France reached the western Mediterranean: one space from Marseilles."""
    played = cup(*EIGHT[:7], plan=GAMES).start()
    seated(played)
    (token,) = opened(played)
    play(played, token, 1, FRANCE="F Bre - MAO")
    play(played, token, 1, FRANCE="F MAO - WES")
    play(played, token, 3)
    found = result(played).powers
    assert (found[FRANCE].farthest, found[TURKEY].farthest) == (1, 0)


def test_the_centres_of_a_turkey_that_played_by_itself_are_part_of_the_result(cup):
    """It holds its three centres, and Bulgaria."""
    played = cup(*EIGHT[:7], plan=GAMES).start()
    seated(played, {1: SIX})
    (token,) = opened(played)
    play(played, token, 5)
    assert result(played).turkey == 4
    assert TURKEY not in result(played).powers


def test_once_a_player_has_taken_turkey_over_its_centres_are_theirs(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played, {1: SIX})
    (token,) = opened(played)
    play(played, token)
    happen(played, token, EventKind.JOINED, name="hugo", power=TURKEY)
    play(played, token, 4)
    assert result(played).turkey is None


def test_newcomers_and_journeys_are_noted_by_those_who_organise(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    entered(played)
    for name, newcomer, journey in (("clara", True, 40), ("greta", True, None), ("boris", False, 700)):
        with played.database.writing() as session:
            describe(
                session,
                played.token,
                played.ids[ORGANISER],
                number_of(played, name),
                NOON,
                newcomer=newcomer,
                journey=journey,
            )
    found = given(played)
    assert found.newcomer.winners == (number_of(played, "clara"),)
    assert (found.journey.winners, found.journey.figure) == ((number_of(played, "boris"),), 700)


def test_only_those_who_organise_name_and_note(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    anna = number_of(played, "anna")
    with refuses(TournamentRefusal.NOT_ORGANISER), played.database.writing() as session:
        name_prizes(session, played.token, played.ids["anna"], [TRAITOR], NOON)
    with refuses(TournamentRefusal.NOT_ORGANISER), played.database.writing() as session:
        describe(session, played.token, played.ids["anna"], anna, NOON, newcomer=True, journey=None)
    with refuses(TournamentRefusal.JOURNEY), played.database.writing() as session:
        describe(session, played.token, played.ids[ORGANISER], anna, NOON, newcomer=False, journey=10**6)
    with refuses(TournamentRefusal.NO_ENTRANT), played.database.writing() as session:
        describe(session, played.token, played.ids[ORGANISER], 999, NOON, newcomer=False, journey=1)


def test_prizes_are_named_once_each_and_votes_for_a_dropped_one_do_not_count(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    entered(played)
    voted(played, "anna", "boris")
    with played.database.writing() as session:
        names = [" The  shouter", "", "The shouter"]
        name_prizes(session, played.token, played.ids[ORGANISER], names, NOON, minutes=True)
    plan = played.sheet().plan
    assert (plan.prizes, plan.minutes) == (("The shouter",), True)
    with refuses(TournamentRefusal.PRIZES), played.database.writing() as session:
        name_prizes(session, played.token, played.ids[ORGANISER], ["x" * 81], NOON)
    played.finish()
    assert given(played).voted == {}
    with refuses(TournamentRefusal.OVER), played.database.writing() as session:
        name_prizes(session, played.token, played.ids[ORGANISER], [TRAITOR], NOON)


def test_annulling_a_round_keeps_the_prizes_that_are_named(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    played.do(rulings.annul_round, played.ids[ORGANISER], 1, "The power failed.")
    assert played.sheet().plan.prizes == (TRAITOR,)
