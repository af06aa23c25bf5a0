"""API keys: their format, their limit, and nothing in the database that reveals them."""

from itertools import count

import pytest
from sqlalchemy import select, update

from models import ApiToken, User
from services.accounts.sessions import AccountClosed
from services.api import keys
from services.api.keys import (
    CHECKED,
    LONGEST_DAYS,
    LONGEST_NAME,
    MOST_TOKENS,
    PREFIX,
    KeyRefusal,
    KeyRefused,
    Scope,
    find_bearer,
    is_token,
    make_token,
    revoke_token,
)
from tests.fixtures_duels import DEADLINE, NOON


@pytest.fixture
def make(any_database, people):
    """Return a function that makes a key for an account and returns its text."""
    numbers = count(1)

    def make(name="anna", called=None, scopes=(Scope.READ,), days=None):
        with any_database.writing() as session:
            called = f"key {next(numbers)}" if called is None else called
            return make_token(session, people[name], called, scopes, days, NOON)[1]

    return make


def test_a_key_is_shown_once_and_only_its_hash_is_stored(any_database, make):
    text = make(scopes=(Scope.PLAY, Scope.READ))
    assert text.startswith(PREFIX)
    assert is_token(text)
    with any_database.reading() as session:
        row = session.scalars(select(ApiToken)).one()
        assert (row.token_hash, row.scopes) == (keys.token_hash(text), "read play")
        assert text not in {str(getattr(row, column.name)) for column in ApiToken.__table__.columns}
        assert find_bearer(session, text, NOON).scopes == {Scope.READ, Scope.PLAY}


def test_a_mistyped_api_key_is_recognised_by_its_checksum(make):
    text = make()
    assert not is_token(text[:-1])
    assert not is_token(text[:-CHECKED] + "0" * CHECKED)
    assert not is_token(f"{text}\n")
    assert not is_token(text.replace(PREFIX, "xx_"))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"called": "  "}, "name"),
        ({"called": "x" * (LONGEST_NAME + 1)}, "name"),
        ({"called": "a\0b"}, "name"),
        ({"scopes": ()}, "scopes"),
        ({"days": 0}, "days"),
        ({"days": LONGEST_DAYS + 1}, "days"),
    ],
)
def test_a_key_that_cannot_be_is_refused_with_its_field(make, wrong, field):
    with pytest.raises(KeyRefused) as refused:
        make(**wrong)
    assert refused.value.field == field


def test_valid_api_keys_per_account_are_limited_without_revoked_or_expired_ones(any_database, make, people):
    for days in [None] * (MOST_TOKENS - 1) + [1]:
        make(days=days)
    with pytest.raises(KeyRefused):
        make()
    make("boris")
    with any_database.writing() as session:
        newest = keys.list_tokens(session, people["anna"])[1]
        assert revoke_token(session, people["anna"], newest.id, NOON)
    make()
    with any_database.writing() as session:
        assert keys.count_living(session, people["anna"], DEADLINE) == MOST_TOKENS - 1
        make_token(session, people["anna"], "later", (Scope.READ,), None, DEADLINE)


def test_two_keys_of_an_account_that_are_good_never_have_one_name(any_database, make, people):
    """Reloading the answer to the form must not make a second key."""
    make(called="bot")
    with pytest.raises(KeyRefused) as refused:
        make(called=" bot ")
    assert (refused.value.code, refused.value.field) == (KeyRefusal.NAME_TWICE, "name")
    make("boris", called="bot")
    with any_database.writing() as session:
        (key,) = keys.list_tokens(session, people["anna"])
        revoke_token(session, people["anna"], key.id, NOON)
    make(called="bot")


@pytest.mark.parametrize(("column", "value"), [("kind", "guest"), ("kind", "opponent"), ("closed_at", NOON)])
def test_guests_the_opponent_and_closed_accounts_cannot_make_api_keys(
    any_database, people, make, column, value
):
    with any_database.writing() as session:
        session.execute(update(User).where(User.id == people["anna"]).values({column: value}))
    with pytest.raises((KeyRefused, AccountClosed)):
        make()
