"""Accounts: names, passwords, and who one is."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier

import pytest
from sqlalchemy import select

from models import User
from services.accounts import accounts, sessions
from services.accounts.names import NameAlike, NameRefused, NameTaken
from services.accounts.passwords import (
    PasswordCommon,
    PasswordIsName,
    PasswordTooLong,
    PasswordTooShort,
    hashed,
    matches,
)
from services.readers import find_reader
from tests.fixtures_site import NOON, PASSWORD


@cache
def hash_of_all():
    """Return the hash of one password for all accounts: it is slow on purpose."""
    return hashed(PASSWORD, "whoever")


def registered(database, name="Anna", language="en"):
    with database.writing() as session:
        return accounts.register(session, name, hash_of_all(), language, NOON)


def stored(database, user_id):
    with database.reading() as session:
        return session.get(User, user_id)


def test_an_account_is_opened_as_asked(any_database):
    user = stored(any_database, registered(any_database, "Zoë-1", "fr").id)
    assert (user.name, user.language, user.created_at, user.is_keeper) == ("Zoë-1", "fr", NOON, False)


@pytest.mark.parametrize("name", ["Anna", "ANNA", " anna ", "ａｎｎａ"])  # the last in full-width letters
def test_a_name_that_reads_like_a_taken_one_is_taken(any_database, name):
    registered(any_database, "Anna")
    with pytest.raises(NameTaken):
        registered(any_database, name)


@pytest.mark.parametrize(
    ("name", "like_it"),
    [("Adrien", "Adr\u0131en"), ("сор", "cop"), ("paypa", "раура"), ("ANNA", "ΑΝΝΑ"), ("m0", "rno")],
)
def test_a_name_that_looks_like_a_taken_one_is_refused(any_database, name, like_it):
    registered(any_database, name)
    with pytest.raises(NameAlike):
        registered(any_database, like_it)


def test_of_names_that_look_alike_one_is_given_away_at_the_same_moment(any_database):
    names = ["ANNA", "ΑΝΝΑ", "anna", "αnna", "ΑNNΑ", "Сор", "cop", "COP"]
    ready = Barrier(len(names))

    def register(name):
        ready.wait()
        try:
            return registered(any_database, name).name
        except NameRefused:
            return None

    with ThreadPoolExecutor(len(names)) as threads:
        given = {*threads.map(register, names)} - {None}
    with any_database.reading() as session:
        found = session.execute(select(User.name, User.skeleton)).all()
    assert {looks for _, looks in found} == {"anna", "cop"}
    assert {name for name, _ in found} == given
    assert len(given) == 2


def test_who_had_a_name_like_another_before_still_logs_in_by_it(any_database):
    user = registered(any_database, "сор")
    with any_database.writing() as session:
        session.get_one(User, user.id).skeleton = None
    registered(any_database, "cop")
    with any_database.reading() as session:
        assert accounts.authenticate(session, "СОР", PASSWORD).id == user.id


@pytest.mark.parametrize("typed", ["Anna Bell", " anna  bell ", "ANNA\u00a0BELL"])
def test_a_name_of_two_words_lets_in_however_they_are_set_apart(sqlite_database, typed):
    user = registered(sqlite_database, "Anna  Bell")
    assert user.name == "Anna Bell"
    with sqlite_database.reading() as session:
        assert accounts.authenticate(session, typed, PASSWORD).id == user.id
        assert accounts.named(session, "AnnaBell") is None


def test_the_longest_names_are_stored(any_database):
    assert registered(any_database, "ΐ" * 24).name_key  # folding makes it longer
    assert len(registered(any_database, "꽦" * 24).skeleton) == 24 * 7


def test_an_unknown_language_is_refused(sqlite_database):
    with pytest.raises(accounts.UnknownLanguage):
        registered(sqlite_database, language="de")


def test_codes_that_no_board_has_are_refused(sqlite_database):
    user = registered(sqlite_database)
    with pytest.raises(accounts.UnknownCodes), sqlite_database.writing() as session:
        accounts.change_codes(session, user.id, "german")


def test_who_has_the_name_and_the_password_is_let_in(sqlite_database):
    user = registered(sqlite_database)
    with sqlite_database.reading() as session:
        assert accounts.authenticate(session, "ANNA", PASSWORD).id == user.id
        assert accounts.authenticate(session, "Anna", "wrong horse") is None
        assert accounts.authenticate(session, "Boris", PASSWORD) is None


def test_a_name_that_nobody_has_is_compared_with_a_hash_all_the_same(sqlite_database, monkeypatch):
    compared = []
    monkeypatch.setattr("services.accounts.passwords.hasher", Recorder(compared))
    with sqlite_database.reading() as session:
        accounts.authenticate(session, "nobody", PASSWORD)
    assert compared == [PASSWORD]


class Recorder:
    """A hasher that remembers what it compared."""

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
        found = [find_reader(session, token, NOON.date()) for token in tokens]
    assert [reader and reader.user.id for reader in found] == [None, None, other.id]


def test_a_password_that_was_changed_meanwhile_is_not_replaced(any_database):
    user = registered(any_database)
    with any_database.writing() as session:
        accounts.change_password(session, user.id, user.password_hash, "first", NOON)
    with pytest.raises(sessions.PasswordChanged), any_database.writing() as session:
        accounts.change_password(session, user.id, user.password_hash, "second", NOON)
    assert stored(any_database, user.id).password_hash == "first"


def test_the_connection_is_given_back_before_a_password_is_compared(any_database, monkeypatch):
    registered(any_database)
    out = []
    hasher = Recorder([], lambda: out.append(any_database.engine.pool.checkedout()))
    monkeypatch.setattr("services.accounts.passwords.hasher", hasher)
    with any_database.reading() as session:
        accounts.authenticate(session, "Anna", PASSWORD)
    assert out == [0]


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("eleven char", PasswordTooShort),
        ("so    many     blanks"[:11] + " " * 9, PasswordTooShort),
        ("x" * 129, PasswordTooLong),
        ("Password1234", PasswordCommon),
        ("Motdepasse !", PasswordCommon),
        ("zzzzzzzzzzzz", PasswordCommon),
        ("ALEXANDRA-64", PasswordIsName),
    ],
)
def test_a_password_that_would_be_guessed_is_refused(password, reason):
    with pytest.raises(reason):
        hashed(password, "Alexandra")


def test_the_same_characters_are_the_same_password_on_every_keyboard():
    assert matches("cafe\u0301 au lait", hashed("café au lait", "anna"))


def test_a_keeper_is_an_existing_account(sqlite_database):
    user = registered(sqlite_database)
    with sqlite_database.writing() as session:
        accounts.make_keeper(session, "anna")
    assert stored(sqlite_database, user.id).is_keeper
    with pytest.raises(accounts.UnknownName), sqlite_database.writing() as session:
        accounts.make_keeper(session, "boris")


def test_a_name_that_no_database_could_hold_is_nobodys(any_database):
    """PostgreSQL takes no NUL in a text."""
    with any_database.reading() as session:
        assert accounts.named(session, "an\0na") is None
