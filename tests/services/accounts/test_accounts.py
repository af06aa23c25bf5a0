"""Accounts: names, passwords, and identity."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier

import pytest
from sqlalchemy import select, update

from models import User
from services import matchmaking
from services.accounts import accounts, sessions
from services.accounts.accounts import change_kind
from services.accounts.passwords import hashed, matches
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.challenges import challenges
from services.challenges.refusals import ChallengeRefusal
from services.duels.beginning import store_new_duel
from services.ladders import ladders, membership
from services.ladders.refusals import LadderRefusal
from services.matchmaking import SeekWish, how_it_waits, own_seek
from services.practice import beginning as practice
from services.refused import NotFound
from services.terms import Terms
from services.tournaments import entering, making
from services.tournaments.refusals import TournamentRefusal
from services.viewers import find_viewer
from tests.fixtures_site import NOON, PASSWORD
from tests.refusing import refuses
from tests.services.tournaments.conftest import plan_of


@cache
def hash_of_all():
    """Return one password hash for all accounts: hashing is slow on purpose."""
    return hashed(PASSWORD, "whoever")


def registered(database, name="Anna", language="en"):
    with database.writing() as session:
        return accounts.register(session, name, hash_of_all(), language, NOON)


def stored(database, user_id):
    with database.reading() as session:
        return session.get(User, user_id)


def test_an_account_is_opened_as_asked(any_database):
    user = stored(any_database, registered(any_database, "Zoë-1", "fr").id)
    assert (user.name, user.language, user.created_at, user.is_moderator) == ("Zoë-1", "fr", NOON, False)


@pytest.mark.parametrize("name", ["Anna", "ANNA", " anna ", "ａｎｎａ"])  # the last in full-width letters
def test_a_name_that_reads_like_a_taken_one_is_taken(any_database, name):
    registered(any_database, "Anna")
    with refuses(AccountRefusal.NAME_TAKEN):
        registered(any_database, name)


@pytest.mark.parametrize(
    ("name", "like_it"),
    [("Adrien", "Adr\u0131en"), ("сор", "cop"), ("paypa", "раура"), ("ANNA", "ΑΝΝΑ"), ("m0", "rno")],
)
def test_a_name_that_looks_like_a_taken_one_is_refused(any_database, name, like_it):
    registered(any_database, name)
    with refuses(AccountRefusal.NAME_ALIKE):
        registered(any_database, like_it)


def test_of_many_similar_names_registered_at_once_one_is_accepted(any_database):
    names = ["ANNA", "ΑΝΝΑ", "anna", "αnna", "ΑNNΑ", "Сор", "cop", "COP"]
    ready = Barrier(len(names))

    def register(name):
        ready.wait()
        try:
            return registered(any_database, name).name
        except AccountRefused:
            return None

    with ThreadPoolExecutor(len(names)) as threads:
        given = {*threads.map(register, names)} - {None}
    with any_database.reading() as session:
        found = session.execute(select(User.name, User.skeleton)).all()
    assert {looks for _, looks in found} == {"anna", "cop"}
    assert {name for name, _ in found} == given
    assert len(given) == 2


def test_an_old_account_with_a_similar_name_can_still_log_in(any_database):
    user = registered(any_database, "сор")
    with any_database.writing() as session:
        session.get_one(User, user.id).skeleton = None
    registered(any_database, "cop")
    with any_database.reading() as session:
        assert accounts.authenticate(session, accounts.named(session, "СОР"), PASSWORD).id == user.id


@pytest.mark.parametrize("typed", ["Anna Bell", " anna  bell ", "ANNA\u00a0BELL"])
def test_a_name_of_two_words_lets_in_however_they_are_set_apart(sqlite_database, typed):
    user = registered(sqlite_database, "Anna  Bell")
    assert user.name == "Anna Bell"
    with sqlite_database.reading() as session:
        assert accounts.authenticate(session, accounts.named(session, typed), PASSWORD).id == user.id
        assert accounts.named(session, "AnnaBell") is None


def test_the_longest_names_are_stored(any_database):
    assert registered(any_database, "ΐ" * 24).name_key  # folding makes it longer
    assert len(registered(any_database, "꽦" * 24).skeleton) == 24 * 7


def test_an_unknown_language_is_refused(sqlite_database):
    with pytest.raises(ValueError, match="de"):
        registered(sqlite_database, language="de")


def test_codes_that_no_board_has_are_refused(sqlite_database):
    user = registered(sqlite_database)
    with pytest.raises(ValueError, match="german"), sqlite_database.writing() as session:
        accounts.change_codes(session, user.id, "german")


def test_the_right_name_and_password_log_in(sqlite_database):
    user = registered(sqlite_database)
    with sqlite_database.reading() as session:
        assert accounts.authenticate(session, accounts.named(session, "ANNA"), PASSWORD).id == user.id
        assert accounts.authenticate(session, accounts.named(session, "Anna"), "wrong horse") is None
        assert accounts.authenticate(session, accounts.named(session, "Boris"), PASSWORD) is None


def test_a_name_that_nobody_has_is_compared_with_a_hash_all_the_same(sqlite_database, monkeypatch):
    compared = []
    monkeypatch.setattr("services.accounts.passwords.hasher", Recorder(compared))
    with sqlite_database.reading() as session:
        accounts.authenticate(session, accounts.named(session, "nobody"), PASSWORD)
    assert compared == [PASSWORD]


class Recorder:
    """A hasher that records what it compared."""

    def __init__(self, compared, then=bool):
        self.compared, self.then = compared, then

    def hash(self, _):
        return "hash"

    def verify(self, _, password):
        self.compared.append(password)
        self.then()


def test_a_new_password_replaces_the_old_one_and_ends_every_session(any_database):
    user, other = registered(any_database), registered(any_database, "Boris")
    with any_database.writing() as session:
        tokens = [sessions.begin(session, account, NOON) for account in (user, user, other)]
    with any_database.writing() as session:
        accounts.change_password(
            session, user.id, user.password_hash, hashed("another battery", user.name), NOON
        )
    changed = stored(any_database, user.id)
    assert matches("another battery", changed.password_hash)
    assert not matches(PASSWORD, changed.password_hash)
    with any_database.reading() as session:
        found = [find_viewer(session, token, NOON.date()) for token in tokens]
    assert [reader and reader.user.id for reader in found] == [None, None, other.id]


def test_a_password_that_was_changed_meanwhile_is_not_replaced(any_database):
    user = registered(any_database)
    with any_database.writing() as session:
        accounts.change_password(session, user.id, user.password_hash, "first", NOON)
    with refuses(AccountRefusal.PASSWORD_CHANGED), any_database.writing() as session:
        accounts.change_password(session, user.id, user.password_hash, "second", NOON)
    assert stored(any_database, user.id).password_hash == "first"


def test_the_connection_is_given_back_before_a_password_is_compared(any_database, monkeypatch):
    registered(any_database)
    out = []
    hasher = Recorder([], lambda: out.append(any_database.engine.pool.checkedout()))
    monkeypatch.setattr("services.accounts.passwords.hasher", hasher)
    with any_database.reading() as session:
        accounts.authenticate(session, accounts.named(session, "Anna"), PASSWORD)
    assert out == [0]


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("eleven char", AccountRefusal.PASSWORD_TOO_SHORT),
        ("so    many     blanks"[:11] + " " * 9, AccountRefusal.PASSWORD_TOO_SHORT),
        ("x" * 129, AccountRefusal.PASSWORD_TOO_LONG),
        ("Password1234", AccountRefusal.PASSWORD_COMMON),
        ("Motdepasse !", AccountRefusal.PASSWORD_COMMON),
        ("zzzzzzzzzzzz", AccountRefusal.PASSWORD_COMMON),
        ("ALEXANDRA-64", AccountRefusal.PASSWORD_IS_NAME),
    ],
)
def test_a_password_that_would_be_guessed_is_refused(password, reason):
    with refuses(reason):
        hashed(password, "Alexandra")


def test_the_same_characters_are_the_same_password_on_every_keyboard():
    assert matches("cafe\u0301 au lait", hashed("café au lait", "anna"))


def test_a_moderator_is_an_existing_account(sqlite_database):
    user = registered(sqlite_database)
    with sqlite_database.writing() as session:
        accounts.make_moderator(session, "anna")
    assert stored(sqlite_database, user.id).is_moderator
    with pytest.raises(NotFound), sqlite_database.writing() as session:
        accounts.make_moderator(session, "boris")


def test_a_name_that_no_database_could_hold_is_nobodys(any_database):
    """PostgreSQL stores no NUL in a text."""
    with any_database.reading() as session:
        assert accounts.named(session, "an\0na") is None


DAYS = SeekWish("days", "intimate", ("day",), rated=True)
UNRATED = Terms(rated=False)


@pytest.fixture
def site_of(any_database, people):
    """Make Clara a bot; return the database with the accounts."""
    with any_database.writing() as session:
        change_kind(session, people["clara"], "program", NOON)
    return any_database, people


def seek(session, people, name):
    matchmaking.seek(session, people[name], DAYS, NOON)


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
    "a place": lambda session, people: membership.join(
        session, ladders.make(session, "L", Terms(), None, NOON).token, people["anna"], NOON
    ),
    "a seek": lambda session, people: seek(session, people, "anna"),
    "a tournament": lambda session, people: making.make(
        session, people["anna"], making.Proposal("Cup", "", Terms(), plan_of()), NOON
    ),
}


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_an_account_can_become_a_bot_only_before_its_first_activity(sqlite_database, begin):
    people = register(sqlite_database)
    with sqlite_database.writing() as session:
        for kind in ("program", "person"):
            change_kind(session, people["anna"], kind, NOON)
        BEGINNINGS[begin](session, people)
        change_kind(session, people["anna"], "person", NOON)
        with refuses(AccountRefusal.KIND_KNOWN):
            change_kind(session, people["anna"], "program", NOON)


def test_practice_does_not_count_as_a_first_activity(sqlite_database):
    """A guest who practised may still turn the new account into a bot."""
    people = register(sqlite_database)
    with sqlite_database.writing() as session:
        practice.begin_practice(session, people["anna"], practice.PracticeWish(), NOON)
        change_kind(session, people["anna"], "program", NOON)
        assert session.get_one(User, people["anna"]).kind == "program"


def register(database):
    with database.writing() as session:
        return {
            name: accounts.register(session, name, "", "en", NOON).id for name in ("anna", "boris", "clara")
        }


@pytest.mark.parametrize("kind", ["guest", "opponent", "robot"])
def test_an_account_can_only_become_a_person_or_a_bot(sqlite_database, kind):
    people = register(sqlite_database)
    with sqlite_database.writing() as session:
        with pytest.raises(ValueError, match=kind):
            change_kind(session, people["anna"], kind, NOON)
        session.execute(update(User).values(kind="guest"))
        with pytest.raises(ValueError, match="program"):
            change_kind(session, people["anna"], "program", NOON)


def test_people_and_bots_can_only_play_unrated_duels(site_of):
    database, people = site_of
    with database.writing() as session:
        for name, opponent in (("anna", "clara"), ("clara", "anna")):
            with refuses(ChallengeRefusal.OTHER_KIND):
                offer(session, people, name, opponent)
        opened = offer(session, people, "anna")
        with refuses(ChallengeRefusal.OTHER_KIND):
            challenges.accept(session, opened.token, people["clara"], NOON)
        assert challenges.accept(session, opened.token, people["boris"], NOON).rated
        unrated = offer(session, people, "anna", "clara", UNRATED)
        assert not challenges.accept(session, unrated.token, people["clara"], NOON).rated
        altered = offer(session, people, "clara", "anna", Terms(settings={"loyalty": 2}))
        assert not challenges.accept(session, altered.token, people["anna"], NOON).rated


def test_a_duel_between_a_person_and_a_bot_is_never_rated(site_of):
    database, people = site_of
    with database.writing() as session:
        anna, clara = (session.get_one(User, people[name]) for name in ("anna", "clara"))
        assert not store_new_duel(session, anna, clara, Terms(), NOON).rated


def test_matchmaking_pairs_people_with_people_and_bots_with_bots(site_of):
    database, people = site_of
    with database.writing() as session:
        seek(session, people, "anna")
        seek(session, people, "clara")
    assert matchmaking.sweep(database, lambda: NOON) == 0
    with database.writing() as session:
        own = own_seek(session, people["clara"], NOON)
        assert how_it_waits(session, own, NOON).others == 0
        seek(session, people, "boris")
    assert matchmaking.sweep(database, lambda: NOON) == 1
    with database.writing() as session:
        assert own_seek(session, people["clara"], NOON).duel_id is None


def test_a_ladder_and_a_tournament_are_for_one_kind(site_of):
    database, people = site_of
    with database.writing() as session:
        for_people, for_programs = ladders.make_standing(session, NOON)
        assert membership.join(session, for_programs.token, people["clara"], NOON) == 1
        assert membership.join(session, for_people.token, people["anna"], NOON) == 1
        with refuses(LadderRefusal.FOR_PEOPLE):
            membership.join(session, for_people.token, people["clara"], NOON)
        with refuses(LadderRefusal.FOR_BOTS):
            membership.join(session, for_programs.token, people["anna"], NOON)
        proposal = making.Proposal("Cup", "", Terms(), plan_of())
        cup = making.make(session, people["anna"], proposal, NOON).token
        entering.sign_up(session, cup, session.get_one(User, people["boris"]), NOON)
        with refuses(TournamentRefusal.OTHER_KIND):
            entering.sign_up(session, cup, session.get_one(User, people["clara"]), NOON)
