"""E-mails about an account, as stored until they are sent."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from models import Message, User
from services.accounts import account_emails, accounts
from services.accounts.account_emails import Claim, Purpose, notify_owner, write_email
from services.accounts.refusals import AccountRefusal
from tests.fixtures_site import NOON
from tests.refusing import refuses

ADDRESS = "anna@example.org"


@pytest.fixture
def written(any_database):
    """Return a function that stores e-mails in a transaction with Anna's account, and returns all of them."""

    def written(write, **columns):
        with any_database.writing() as session:
            user = accounts.register(session, "Anna", "hash", "en", NOON)
            for name, value in columns.items():
                setattr(user, name, value)
            write(session, user)
        with any_database.reading() as session:
            return session.scalars(select(Message)).all()

    return written


@pytest.mark.parametrize(
    ("kind", "lasts"),
    [("verify", timedelta(days=3)), ("reset", timedelta(hours=1)), ("password_changed", None)],
)
def test_an_account_e_mail_waits_to_be_sent_while_its_link_is_valid(written, kind, lasts):
    (letter,) = written(lambda session, user: write_email(session, user, kind, ADDRESS, {"a": "b"}, NOON))
    assert (letter.channel_id, letter.duel_id, letter.address, letter.kind) == (None, None, ADDRESS, kind)
    assert (letter.made_at, letter.due_at, letter.told_at, letter.tries) == (NOON, NOON, None, 0)
    assert letter.until == (NOON + lasts if lasts else None)
    assert letter.facts == {"a": "b"}


def test_two_account_e_mails_of_a_kind_have_different_subjects(written):
    def write(session, user):
        for _ in range(2):
            write_email(session, user, "taken", ADDRESS, {}, NOON)

    assert len({letter.subject for letter in written(write)}) == 2


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({}, []),
        ({"email": ADDRESS}, []),
        ({"email": ADDRESS, "verified_at": NOON}, [ADDRESS]),
    ],
)
def test_an_owner_is_mailed_only_at_a_verified_address(written, columns, told):
    letters = written(lambda session, user: notify_owner(session, user, "password_changed", NOON), **columns)
    assert [letter.address for letter in letters] == told


KEY = "s"
CLAIM = Claim(7, "anna@example.org", "state", NOON + timedelta(hours=1))
TOKEN = account_emails.sign(KEY, Purpose.RESET, CLAIM)


def test_a_token_says_what_was_signed_and_is_the_same_every_time():
    assert account_emails.read(KEY, Purpose.RESET, TOKEN, NOON) == CLAIM
    assert account_emails.sign(KEY, Purpose.RESET, CLAIM) == TOKEN


@pytest.mark.parametrize(
    "token",
    ["", "x", "x.y", "é", "a\0b", TOKEN[:-1], TOKEN[1:], f"{TOKEN}A", TOKEN.replace(".", "", 1), "A" * 3000],
)
def test_a_token_that_the_site_did_not_sign_is_damaged(token):
    with refuses(AccountRefusal.LINK_DAMAGED):
        account_emails.read(KEY, Purpose.RESET, token, NOON)


def test_every_single_letter_of_a_token_counts():
    for place, letter in enumerate(TOKEN[:-1]):  # the last one has bits that encode nothing
        altered = f"{TOKEN[:place]}{'A' if letter != 'A' else 'B'}{TOKEN[place + 1 :]}"
        with refuses(AccountRefusal.LINK_DAMAGED):
            account_emails.read(KEY, Purpose.RESET, altered, NOON)


def test_a_token_is_good_for_its_own_purpose_and_site_alone():
    with refuses(AccountRefusal.LINK_DAMAGED):
        account_emails.read(KEY, Purpose.VERIFY, TOKEN, NOON)
    with refuses(AccountRefusal.LINK_DAMAGED):
        account_emails.read("another", Purpose.RESET, TOKEN, NOON)


def test_a_token_is_good_until_its_last_second():
    assert account_emails.read(KEY, Purpose.RESET, TOKEN, CLAIM.until) == CLAIM
    with refuses(AccountRefusal.LINK_EXPIRED):
        account_emails.read(KEY, Purpose.RESET, TOKEN, CLAIM.until + timedelta(seconds=1))


@pytest.mark.parametrize(
    "change", [{"password_hash": "other"}, {"email": "b@example.org"}, {"email": None}, {"verified_at": None}]
)
def test_a_claim_holds_while_the_account_is_as_it_was(change):
    user = User(password_hash="hash", email="a@example.org", verified_at=NOON, language="en")
    claim = replace(CLAIM, state=account_emails.state_of(user))
    user.language = "fr"
    assert account_emails.holds(user, claim) is user
    for name, value in change.items():
        setattr(user, name, value)
    with refuses(AccountRefusal.LINK_USED):
        account_emails.holds(user, claim)


def test_a_claim_of_an_account_that_is_gone_holds_nothing():
    with refuses(AccountRefusal.LINK_USED):
        account_emails.holds(None, CLAIM)
