"""People and programs: an account is one of the two before it begins, and what counts keeps them apart."""

import pytest
from sqlalchemy import update

from models import User
from services.access.kinds import HasBegun, UnknownKind, change_kind
from services.accounts import accounts
from services.challenges import challenges
from services.challenges.terms import Terms
from services.duels.beginning import store_new_duel
from services.finding import pairing, seeks
from services.finding.seeks import Wish, how_it_waits, own_seek
from services.ladders import joining, ladders
from services.practice import beginning as practice
from services.tournaments import entering, making
from services.tournaments.errors import TournamentRefused
from tests.fixtures_duels import NOON
from tests.services.tournaments.conftest import plan_of

DAYS = Wish("days", "intimate", ("day",), rated=True)
UNRATED = Terms(rated=False)


@pytest.fixture
def site_of(any_database, people):
    """Let Clara be a program, and return the database with the accounts."""
    with any_database.writing() as session:
        change_kind(session, people["clara"], "program", NOON)
    return any_database, people


def seek(session, people, name):
    seeks.seek(session, people[name], DAYS, NOON)


def offer(session, people, name, opponent=None, terms=None):
    opponent = opponent and session.get_one(User, people[opponent])
    kind = "named" if opponent else "open"
    return challenges.create(session, people[name], kind, opponent, terms or Terms(), NOON)


BEGINNINGS = {
    "a duel": lambda session, people: store_new_duel(
        session, *(session.get_one(User, people[name]) for name in ("anna", "boris")), Terms(), NOON
    ),
    "a challenge": lambda session, people: offer(session, people, "anna"),
    "a challenge to it": lambda session, people: offer(session, people, "boris", "anna"),
    "a place": lambda session, people: joining.join(
        session, ladders.make(session, "L", Terms(), None, NOON).token, people["anna"], NOON
    ),
    "a seek": lambda session, people: seek(session, people, "anna"),
    "a tournament": lambda session, people: making.make(
        session, people["anna"], making.Proposal("Cup", "", Terms(), plan_of()), NOON
    ),
}


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_who_plays_is_said_before_the_account_begins_anything_and_never_afterwards(sqlite_database, begin):
    people = register(sqlite_database)
    with sqlite_database.writing() as session:
        for kind in ("program", "person"):
            change_kind(session, people["anna"], kind, NOON)
        BEGINNINGS[begin](session, people)
        change_kind(session, people["anna"], "person", NOON)
        with pytest.raises(HasBegun):
            change_kind(session, people["anna"], "program", NOON)


def test_practice_which_nobody_else_sees_is_no_beginning(sqlite_database):
    """Whoever has tried the site as a guest may let a program play by the account that they make."""
    people = register(sqlite_database)
    with sqlite_database.writing() as session:
        practice.begin_practice(session, people["anna"], practice.Wish(), NOON)
        change_kind(session, people["anna"], "program", NOON)
        assert session.get_one(User, people["anna"]).kind == "program"


def register(database):
    with database.writing() as session:
        return {
            name: accounts.register(session, name, "", "en", NOON).id for name in ("anna", "boris", "clara")
        }


@pytest.mark.parametrize("kind", ["guest", "opponent", "robot"])
def test_nobody_becomes_anything_else(sqlite_database, kind):
    people = register(sqlite_database)
    with sqlite_database.writing() as session:
        with pytest.raises(UnknownKind):
            change_kind(session, people["anna"], kind, NOON)
        session.execute(update(User).values(kind="guest"))
        with pytest.raises(UnknownKind):
            change_kind(session, people["anna"], "program", NOON)


def test_people_and_programs_challenge_each_other_but_not_for_a_rating(site_of):
    database, people = site_of
    with database.writing() as session:
        for name, opponent in (("anna", "clara"), ("clara", "anna")):
            with pytest.raises(challenges.OfAnotherKind):
                offer(session, people, name, opponent)
        opened = offer(session, people, "anna")
        with pytest.raises(challenges.OfAnotherKind):
            challenges.accept(session, opened.token, people["clara"], NOON)
        assert challenges.accept(session, opened.token, people["boris"], NOON).rated
        unrated = offer(session, people, "anna", "clara", UNRATED)
        assert not challenges.accept(session, unrated.token, people["clara"], NOON).rated
        altered = offer(session, people, "clara", "anna", Terms(settings={"loyalty": 2}))
        assert not challenges.accept(session, altered.token, people["anna"], NOON).rated


def test_whatever_begins_a_duel_one_between_a_person_and_a_program_never_counts(site_of):
    database, people = site_of
    with database.writing() as session:
        anna, clara = (session.get_one(User, people[name]) for name in ("anna", "clara"))
        assert not store_new_duel(session, anna, clara, Terms(), NOON).rated


def test_play_now_pairs_people_with_people_and_programs_with_programs(site_of):
    database, people = site_of
    with database.writing() as session:
        seek(session, people, "anna")
        seek(session, people, "clara")
    assert pairing.sweep(database, lambda: NOON) == 0
    with database.writing() as session:
        own = own_seek(session, people["clara"], NOON)
        assert how_it_waits(session, own, NOON).others == 0
        seek(session, people, "boris")
    assert pairing.sweep(database, lambda: NOON) == 1
    with database.writing() as session:
        assert own_seek(session, people["clara"], NOON).duel_id is None


def test_a_ladder_and_a_tournament_are_for_one_kind(site_of):
    database, people = site_of
    with database.writing() as session:
        for_people, for_programs = ladders.make_standing(session, NOON)
        assert joining.join(session, for_programs.token, people["clara"], NOON) == 1
        assert joining.join(session, for_people.token, people["anna"], NOON) == 1
        for ladder, name in ((for_people, "clara"), (for_programs, "anna")):
            with pytest.raises(joining.NotForYou):
                joining.join(session, ladder.token, people[name], NOON)
        proposal = making.Proposal("Cup", "", Terms(), plan_of())
        cup = making.make(session, people["anna"], proposal, NOON).token
        entering.sign_up(session, cup, session.get_one(User, people["boris"]), NOON)
        with pytest.raises(TournamentRefused, match="other_kind"):
            entering.sign_up(session, cup, session.get_one(User, people["clara"]), NOON)
