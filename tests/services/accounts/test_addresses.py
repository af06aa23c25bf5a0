"""The e-mail address of an account: valid ones, verified ones, and their use."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from models import Message, User
from services.accounts import account_emails, accounts, addresses
from services.accounts.refusals import AccountRefusal, AccountRefused
from tests.fixtures_site import NOON
from tests.refusing import refuses

ANNAS, OTHER = "anna@example.org", "other@example.org"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("anna@example.org", ANNAS),
        ("  Anna@Example.ORG\n", ANNAS),
        ("anna@ｅxample.org", ANNAS),
        ("a.b+duels@sub.example.org", "a.b+duels@sub.example.org"),
        ("anna@Bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@xn--bcher-kva.example", "anna@xn--bcher-kva.example"),
    ],
)
def test_an_address_is_stored_as_it_is_compared(typed, stored):
    assert addresses.checked_address(typed) == stored
    assert addresses.checked_address(stored) == stored


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", AccountRefusal.ADDRESS_MALFORMED),
        ("anna", AccountRefusal.ADDRESS_MALFORMED),
        ("@example.org", AccountRefusal.ADDRESS_MALFORMED),
        ("anna@", AccountRefusal.ADDRESS_MALFORMED),
        ("anna@localhost", AccountRefusal.ADDRESS_MALFORMED),
        ("anna@[127.0.0.1]", AccountRefusal.ADDRESS_MALFORMED),
        ("anna@example.org\0", AccountRefusal.ADDRESS_MALFORMED),
        ("an\0na@example.org", AccountRefusal.ADDRESS_MALFORMED),
        ("anna@example.org, boris@example.org", AccountRefusal.ADDRESS_MALFORMED),
        ("Anna <anna@example.org>", AccountRefusal.ADDRESS_MALFORMED),
        ("anna@example.org\r\nBcc: boris@example.org", AccountRefusal.ADDRESS_MALFORMED),
        (f"{'a' * 65}@{'b' * 60}.example.org", AccountRefusal.ADDRESS_MALFORMED),
        ("änna@example.org", AccountRefusal.ADDRESS_ACCENTED),
        (f"{'a' * 250}@example.org", AccountRefusal.ADDRESS_TOO_LONG),
    ],
)
def test_an_invalid_address_is_refused(typed, reason):
    with refuses(reason):
        addresses.checked_address(typed)


def test_the_longest_address_is_stored(any_database):
    longest = f"{'a' * 60}@{'b' * 61}.{'c' * 61}.{'d' * 61}.example"
    assert len(longest) == addresses.LONGEST_ADDRESS
    Owner(any_database, "anna").note(addresses.checked_address(longest))


def test_a_domain_is_shown_as_people_write_it():
    assert addresses.readable("anna@xn--bcher-kva.example") == "anna@bücher.example"


class Owner:
    """An account whose owner manages its address."""

    def __init__(self, database, name):
        self.database = database
        with database.writing() as session:
            self.id = accounts.register(session, name, "hash", "en", NOON).id

    @property
    def user(self):
        with self.database.reading() as session:
            return session.get(User, self.id)

    @property
    def address(self):
        return self.user.email, self.user.verified_at is not None

    def note(self, address, *, sends_mail=True):
        with self.database.writing() as session:
            addresses.change_address(session, self.id, "hash", address, NOON, sends_mail=sends_mail)
        return self

    def letters(self, kind=None):
        query = select(Message).where(Message.user_id == self.id).order_by(Message.id)
        with self.database.reading() as session:
            return [letter for letter in session.scalars(query) if kind in {None, letter.kind}]

    def claim(self, number=-1):
        return account_emails.claim_of(self.letters("verify")[number])

    def verify(self, claim=None):
        with self.database.writing() as session:
            addresses.verify_address(session, claim or self.claim(), NOON)
        return self

    def remove(self):
        with self.database.writing() as session:
            addresses.remove_address(session, self.id, "hash", NOON)


@pytest.fixture
def owner(any_database):
    return lambda name: Owner(any_database, name)


def kinds_and_addresses(owner):
    return [(letter.kind, letter.address) for letter in owner.letters()]


def test_an_address_is_used_once_it_is_verified(owner):
    anna = owner("anna").note(ANNAS)
    assert anna.address == (ANNAS, False)
    assert kinds_and_addresses(anna) == [("verify", ANNAS)]
    assert anna.verify().address == (ANNAS, True)
    assert kinds_and_addresses(anna) == [("verify", ANNAS)]


def test_a_new_address_takes_the_place_of_a_verified_one_when_it_is_verified(owner):
    anna = owner("anna").note(ANNAS).verify().note(OTHER)
    assert anna.address == (ANNAS, True)
    assert anna.verify().address == (OTHER, True)
    assert kinds_and_addresses(anna) == [("verify", ANNAS), ("verify", OTHER), ("address_changed", ANNAS)]


def test_changing_an_address_to_itself_is_refused(owner):
    anna = owner("anna").note(ANNAS).verify()
    with refuses(AccountRefusal.ADDRESS_UNCHANGED):
        anna.note(ANNAS)
    assert kinds_and_addresses(anna) == [("verify", ANNAS)]


def test_an_address_is_verified_once_and_once_more_is_no_harm(owner):
    anna = owner("anna").note(ANNAS).verify().note(OTHER)
    claim = anna.claim()
    anna.verify(claim).verify(claim)
    assert len(anna.letters("address_changed")) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda anna: anna.note(OTHER),
        lambda anna: anna.remove(),
        lambda anna: anna.note(OTHER).verify(),
    ],
    ids=["another given", "removed", "another verified"],
)
def test_a_link_to_a_mistyped_address_is_worth_nothing_after_the_correction(owner, change):
    anna = owner("anna").note(ANNAS)
    claim = anna.claim()
    change(anna)
    before = anna.address
    with refuses(AccountRefusal.LINK_USED):
        anna.verify(claim)
    assert anna.address == before


def test_a_link_to_a_new_address_is_worth_nothing_after_a_password_change(owner, any_database):
    """Otherwise a thief of the password could still take the account over."""
    anna = owner("anna").note(ANNAS).verify().note(OTHER)
    with any_database.writing() as session:
        accounts.change_password(session, anna.id, "hash", "new", NOON)
    with refuses(AccountRefusal.LINK_USED):
        anna.verify()
    assert anna.letters()[-1].kind == "password_changed"


def test_an_address_of_another_account_is_noted_too_and_its_owner_is_notified(owner):
    anna, boris = owner("anna").note(ANNAS).verify(), owner("boris").note(ANNAS)
    assert boris.address == (ANNAS, False)
    assert kinds_and_addresses(boris) == []
    assert kinds_and_addresses(anna)[1:] == [("taken", ANNAS)]


def test_the_first_of_two_accounts_to_verify_an_address_gets_it(owner):
    anna, boris = owner("anna").note(ANNAS), owner("boris").note(ANNAS)
    boris.verify()
    with refuses(AccountRefusal.ADDRESS_TAKEN):
        anna.verify()
    assert (anna.address, boris.address) == ((ANNAS, False), (ANNAS, True))


def test_an_address_that_was_removed_is_free(owner):
    anna = owner("anna").note(ANNAS).verify()
    anna.remove()
    assert anna.address == (None, False)
    assert kinds_and_addresses(anna)[1:] == [("address_removed", ANNAS)]
    assert owner("boris").note(ANNAS).verify().address == (ANNAS, True)


def test_an_address_that_was_never_verified_is_removed_in_silence(owner):
    anna = owner("anna").note(ANNAS)
    anna.remove()
    assert anna.letters("address_removed") == []


def test_of_many_who_verify_one_address_at_once_one_gets_it(owner):
    owners = [owner(f"n{number}").note(f"n{number}@example.org").verify() for number in range(4)]
    for each in owners:
        each.note(OTHER)
    barrier = Barrier(len(owners))

    def verify(each):
        barrier.wait(30)
        try:
            each.verify()
        except AccountRefused:
            return False
        return True

    with ThreadPoolExecutor(len(owners)) as threads:
        assert sorted(threads.map(verify, owners)) == [False, False, False, True]
    assert [each.user.email for each in owners].count(OTHER) == 1


def test_the_verification_e_mail_can_be_sent_again_until_the_address_is_verified(owner, any_database):
    anna = owner("anna").note(ANNAS)
    for _ in range(2):
        with any_database.writing() as session:
            addresses.ask_again(session, anna.id, NOON)
        assert kinds_and_addresses(anna) == [("verify", ANNAS)] * 2
        anna.verify(anna.claim(0))


def test_without_a_mail_server_an_address_is_stored_and_no_e_mail_written(owner):
    anna = owner("anna").note(ANNAS, sends_mail=False)
    assert anna.address == (ANNAS, False)
    assert kinds_and_addresses(anna) == []


def test_a_password_changed_meanwhile_proves_nothing(owner, any_database):
    anna = owner("anna")
    with refuses(AccountRefusal.PASSWORD_CHANGED), any_database.writing() as session:
        addresses.change_address(session, anna.id, "former", ANNAS, NOON, sends_mail=True)
    with refuses(AccountRefusal.PASSWORD_CHANGED), any_database.writing() as session:
        addresses.remove_address(session, anna.id, "former", NOON)
    assert anna.address == (None, False)
