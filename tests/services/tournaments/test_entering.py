"""Who may take part, who may arbitrate, and who cannot do both."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from competition.tournament.values import System
from models import Entrant
from services.terms import Terms
from services.tournaments import entering, making
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from tests.fixtures_duels import DAILY, NOON
from tests.refusing import refuses
from tests.services.looking import selects
from tests.services.tournaments.conftest import ARBITER, EIGHT, ORGANISER, Cup, plan_of


def refused(code, act, *arguments, **named):
    with pytest.raises(TournamentRefused) as error:
        act(*arguments, **named)
    assert error.value.code == code


def test_an_account_takes_part_once(cup):
    refused("in_already", cup("anna").join, "anna")


def test_a_member_whose_name_the_organiser_entered_cannot_sign_up_again(cup):
    played = cup("anna", "boris")
    played.leave("boris")
    with played.database.writing() as session:
        session.execute(update(Entrant).values(user_id=None, name="Boris"))
    refused("named_already", played.join, "boris")


def test_sign_up_ends_at_its_time_and_with_the_last_place(cup):
    played = cup("anna", most_players=2, closes_at=NOON + timedelta(days=1))
    late = NOON + timedelta(days=1)
    refused("closed", played.join, ARBITER, now=late)
    played.join(ARBITER)
    refused("full", Cup.join, played, ORGANISER)


def test_a_player_who_signs_off_before_the_start_was_never_in(cup):
    played = cup(*EIGHT[:3])
    played.leave("boris")
    assert {entrant.name for entrant in played.sheet().entrants.values()} == {"anna", "clara"}
    played.join("boris")


def test_an_organiser_who_plays_needs_another_arbiter(cup):
    """Source 004, II: with three players the organiser does not play, and arbitrates."""
    played = cup(*EIGHT[:2])
    refused("organiser_plays", played.join, ORGANISER)
    played.name_arbiter()
    played.join(ORGANISER)
    assert not played.may_arbitrate(ORGANISER)
    assert played.may_arbitrate(ARBITER)
    refused("last_arbiter", played.do, entering.dismiss_arbiter, played.ids[ORGANISER], played.user(ARBITER))


def test_nobody_is_player_and_arbiter_of_the_same_tournament(cup):
    played = cup(*EIGHT[:2])
    refused("player_arbitrates", played.name_arbiter, "anna")
    played.name_arbiter()
    refused("arbiter_plays", played.join, ARBITER)


def test_a_player_who_left_the_tournament_still_does_not_arbitrate_in_it(cup):
    played = cup(*EIGHT[:3])
    played.name_arbiter()
    played.join(ORGANISER)
    played.start()
    played.leave(ORGANISER)
    assert not played.may_arbitrate(ORGANISER)


def test_arbiters_may_rule_on_the_duels_of_their_tournament_alone(cup):
    played, other = cup(*EIGHT[:2]), cup(*EIGHT[:2])
    played.name_arbiter()
    played.start()
    other.start()
    assert played.may_arbitrate(ARBITER, played.duel(1, 1))
    assert not played.may_arbitrate(ARBITER, other.duel(1, 1))
    assert not played.may_arbitrate("anna", played.duel(1, 1))


def test_only_the_organiser_names_arbiters(cup):
    played = cup(*EIGHT[:2])
    with refuses(TournamentRefusal.NOT_ORGANISER):
        played.do(entering.name_arbiter, played.ids["anna"], played.user(ARBITER))


def test_a_latecomer_is_drawn_from_the_next_round_on(cup):
    played = cup(*EIGHT[:4]).start()
    played.enrol("emma")
    assert "emma" not in [name for pair in played.pairs(1) for name in pair]
    played.play(1)
    played.next()
    assert "emma" in [name for pair in played.pairs(2) for name in pair]


@pytest.mark.parametrize("system", [System.ALL, System.KNOCKOUT])
def test_nobody_comes_late_where_all_is_drawn_at_the_start(cup, system):
    played = cup(*EIGHT[:3], plan=plan_of(system, 1)).start()
    refused("closed", played.enrol, "emma")


def test_a_player_who_leaves_finishes_their_duel_and_plays_no_further_round(cup):
    played = cup(*EIGHT[:4]).start()
    played.leave("anna")
    played.play(1)
    assert {name: score for _, name, score in played.ranking()}["anna"] == 1
    played.next()
    assert "anna" not in [name for pair in played.pairs(2) for name in pair]
    refused("not_in", played.leave, "anna")


def test_a_member_organises_three_tournaments_at_once(cup):
    for _ in range(making.MOST_UNFINISHED):
        first = cup()
    refused("too_many", cup)
    first.cancel()
    cup()


@pytest.mark.parametrize(
    ("field", "proposed"),
    [
        ("name", {"name": " x "}),
        ("description", {"description": "x" * 2001}),
        ("rounds", {"plan": plan_of(rounds=31)}),
        ("last_years", {"plan": plan_of(rounds=1, years=(1850,))}),
        ("coefficients", {"plan": plan_of(rounds=1, coefficients=("0",))}),
        ("most_players", {"most_players": 1}),
        ("closes_at", {"closes_at": NOON}),
    ],
)
def test_an_impossible_tournament_is_refused_and_its_field_named(field, proposed):
    usual = {"name": "Cup", "description": "", "terms": Terms(clock=DAILY), "plan": plan_of()}
    with pytest.raises(TournamentRefused) as error:
        making.check(making.Proposal(**{**usual, **proposed}), NOON)
    assert error.value.field == field


def test_a_tournament_is_read_by_as_many_statements_however_many_play(cup, sqlite_database):
    counts = []
    for names in (EIGHT[:2], EIGHT):
        played = cup(*names).start()
        with selects(sqlite_database) as asked:
            played.sheet()
        counts.append(len(asked))
    assert counts[0] == counts[1] == 6
