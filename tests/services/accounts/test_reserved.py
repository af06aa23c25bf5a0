"""Reserved names: nobody can pose as the opponent, a guest or a deleted account."""

import pytest

from models import User
from services.accounts import accounts
from services.accounts.names import checked_name
from services.accounts.refusals import AccountRefusal
from tests.fixtures_duels import NOON
from tests.refusing import refuses


@pytest.mark.parametrize(
    "name",
    [
        *("Marshal", "marshal", "MARSHAL", "Recruit", "Colonel", "Captain", "Maréchal", "Marechal", "Recrue"),
        *("Guest", "Invité", "Anonyme", "anonymous", "anonymous 123456", "Guest-7", "Mar.shal", "Co1onel"),
    ],
)
def test_a_name_that_the_site_gives_or_one_that_looks_like_it_is_refused(name):
    with refuses(AccountRefusal.NAME_RESERVED):
        checked_name(name)


@pytest.mark.parametrize("name", ["Marshall", "Captain Anna", "Guestina", "Coloneli", "42"])
def test_a_name_with_more_in_it_is_free(name):
    assert checked_name(name) == name


def test_an_existing_account_keeps_a_name_that_is_reserved_now(sqlite_database):
    with sqlite_database.writing() as session:
        fields = {"password_hash": "hash", "language": "en", "created_at": NOON}
        session.add(User(name="Marshal", name_key="marshal", skeleton="rnarshal", **fields))
    with sqlite_database.reading() as session:
        assert accounts.named(session, "Marshal").name == "Marshal"


@pytest.mark.parametrize(
    "name",
    [
        *("Admin", "administrator", "ADMIN 7", "Admin_Anna", "The Moderator", "A-d-m-i-n", "Arbiter Boris"),
        *("Modérateur", "moderatrice", "Arbitre", "Équipe", "Systeme", "Assistance", "Support", "system"),
        *("Intimate Diplomacy", "IntimateDiplomacy", "Intimate Diplomacy Team", "Real Intimate-Diplomacy"),
        *("Adm1n", "Adrnin"),
    ],
)
def test_names_that_sound_like_the_staff_are_refused(name):
    with refuses(AccountRefusal.NAME_RESERVED):
        checked_name(name)


@pytest.mark.parametrize("name", ["Administrative", "Supporter", "Systematic", "Teamwork", "Arbitrage"])
def test_names_that_only_begin_alike_are_free(name):
    assert checked_name(name) == name
