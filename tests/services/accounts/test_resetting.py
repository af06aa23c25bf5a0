"""A forgotten password: who can ask, what the e-mail says, and who may choose a new one."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from models import Message, User
from services.accounts import account_emails, accounts, resetting
from services.accounts.refusals import AccountRefusal, AccountRefused
from tests.fixtures_site import NOON
from tests.refusing import refuses

ADDRESS = "anna@example.org"


@pytest.fixture
def anna(any_database):
    """Return Anna's account, whose address is verified."""
    with any_database.writing() as session:
        user = accounts.register(session, "Anna", "hash", "en", NOON)
        user.email, user.verified_at = ADDRESS, NOON
    return user


@pytest.fixture
def boris(any_database, anna):
    """Return Boris's account, whose address is not verified."""
    with any_database.writing() as session:
        user = accounts.register(session, "Boris", "hash", "en", NOON)
        user.email = "boris@example.org"
    return user


def find(database, text):
    with database.reading() as session:
        found = resetting.find_resettable(session, text)
    return found and found.name


def test_an_account_is_found_by_its_name_and_by_its_verified_address(any_database, anna, boris):
    assert find(any_database, "ANNA") == "Anna"
    assert find(any_database, "Anna@Example.org") == "Anna"
    for text in ("boris", "boris@example.org", "nobody", "nobody@example.org", "an\0na"):
        assert find(any_database, text) is None
    with refuses(AccountRefusal.ADDRESS_MALFORMED):
        find(any_database, "anna@")


def ask(database, user):
    with database.writing() as session:
        resetting.ask_for_reset(session, user and user.id, NOON)


def letters(database):
    with database.reading() as session:
        return session.scalars(select(Message).order_by(Message.id)).all()


def test_a_reset_is_mailed_to_a_verified_address(any_database, anna):
    ask(any_database, anna)
    (letter,) = letters(any_database)
    assert (letter.user_id, letter.kind, letter.address, letter.due_at) == (anna.id, "reset", ADDRESS, NOON)


def test_for_an_unknown_account_a_blank_mail_is_stored_and_never_sent(any_database, anna, boris):
    for user in (None, boris, None):
        ask(any_database, user)
        (blank,) = letters(any_database)  # it replaces the one before
        assert (blank.kind, blank.due_at, blank.address) == ("blank", None, None)


def test_a_reset_on_a_site_without_accounts_stores_nothing(any_database):
    ask(any_database, None)
    assert letters(any_database) == []


def claim(database):
    return account_emails.claim_of(letters(database)[-1])


def reset(database, claim, new_hash="new"):
    with database.writing() as session:
        return resetting.reset_password(session, claim, new_hash, NOON)


def test_a_reset_link_is_good_for_one_new_password(any_database, anna):
    ask(any_database, anna)
    found = claim(any_database)
    reset(any_database, found)
    with refuses(AccountRefusal.LINK_USED):
        reset(any_database, found, "newer")
    with any_database.reading() as session:
        assert session.get(User, anna.id).password_hash == "new"
    assert [letter.kind for letter in letters(any_database)] == ["reset", "password_changed"]


def test_using_one_reset_link_invalidates_all_others(any_database, anna):
    for _ in range(3):
        ask(any_database, anna)
    claims = [account_emails.claim_of(letter) for letter in letters(any_database)]
    reset(any_database, claims[1])
    for each in claims:
        with refuses(AccountRefusal.LINK_USED):
            reset(any_database, each)


def test_a_reset_link_used_several_times_at_once_works_once(any_database, anna):
    ask(any_database, anna)
    found, barrier = claim(any_database), Barrier(4)

    def attempt(number):
        barrier.wait(30)
        try:
            reset(any_database, found, f"new {number}")
        except AccountRefused:
            return None
        return f"new {number}"

    with ThreadPoolExecutor(4) as threads:
        (chosen,) = filter(None, threads.map(attempt, range(4)))
    with any_database.reading() as session:
        assert session.get(User, anna.id).password_hash == chosen


def test_a_reset_link_to_a_former_address_is_worth_nothing(any_database, anna):
    ask(any_database, anna)
    with any_database.writing() as session:
        session.get(User, anna.id).email = "new@example.org"
    with refuses(AccountRefusal.LINK_USED):
        reset(any_database, claim(any_database))


def test_an_administrator_s_link_lasts_an_hour_and_needs_no_address(any_database, boris):
    found = resetting.make_reset_claim(boris, NOON)
    assert (found.until - NOON).total_seconds() == 3600
    assert reset(any_database, found).id == boris.id
