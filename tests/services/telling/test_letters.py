"""Letters about an account: what is stored of them until they are sent."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from models import Message
from services.accounts import accounts
from services.telling.letters import tell_owner, write_letter
from tests.fixtures_site import NOON

ADDRESS = "anna@example.org"


@pytest.fixture
def written(any_database):
    """Return a function that writes letters in a transaction with Anna's account, and returns all letters."""

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
def test_a_letter_waits_to_be_sent_as_long_as_its_link_is_good(written, kind, lasts):
    (letter,) = written(lambda session, user: write_letter(session, user, kind, ADDRESS, {"a": "b"}, NOON))
    assert (letter.channel_id, letter.duel_id, letter.address, letter.kind) == (None, None, ADDRESS, kind)
    assert (letter.made_at, letter.due_at, letter.told_at, letter.tries) == (NOON, NOON, None, 0)
    assert letter.until == (NOON + lasts if lasts else None)
    assert letter.facts == {"a": "b"}


def test_two_letters_of_a_kind_are_two_subjects(written):
    def write(session, user):
        for _ in range(2):
            write_letter(session, user, "taken", ADDRESS, {}, NOON)

    assert len({letter.subject for letter in written(write)}) == 2


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({}, []),
        ({"email": ADDRESS}, []),
        ({"email": ADDRESS, "verified_at": NOON}, [ADDRESS]),
    ],
)
def test_an_owner_is_told_at_a_verified_address_alone(written, columns, told):
    letters = written(lambda session, user: tell_owner(session, user, "password_changed", NOON), **columns)
    assert [letter.address for letter in letters] == told
