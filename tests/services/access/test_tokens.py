"""Keys to the API: their form, their number, and that the database could not give them away."""

import pytest
from sqlalchemy import select, update

from models import ApiToken, User
from services.access import tokens
from services.access.tokens import (
    CHECKED,
    LONGEST_DAYS,
    LONGEST_NAME,
    MOST_TOKENS,
    PREFIX,
    CannotMake,
    Scope,
    find_bearer,
    is_token,
    make_token,
    revoke_token,
)
from services.accounts.sessions import AccountClosed
from tests.fixtures_duels import DEADLINE, NOON


@pytest.fixture
def make(any_database, people):
    """Return a function by which somebody makes a key, of which it returns the text."""

    def make(name="anna", called="a key", scopes=(Scope.READ,), days=None):
        with any_database.writing() as session:
            return make_token(session, people[name], called, scopes, days, NOON)[1]

    return make


def test_a_key_is_told_once_and_only_its_hash_is_stored(any_database, make):
    text = make(scopes=(Scope.PLAY, Scope.READ))
    assert text.startswith(PREFIX)
    assert is_token(text)
    with any_database.reading() as session:
        row = session.scalars(select(ApiToken)).one()
        assert (row.token_hash, row.scopes) == (tokens.token_hash(text), "read play")
        assert text not in {str(getattr(row, column.name)) for column in ApiToken.__table__.columns}
        assert find_bearer(session, text, NOON).scopes == {Scope.READ, Scope.PLAY}


def test_what_is_no_key_is_known_by_its_last_letters(make):
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
    with pytest.raises(CannotMake) as refused:
        make(**wrong)
    assert refused.value.field == field


def test_an_account_has_so_many_keys_that_are_good_and_revoked_or_expired_ones_do_not_count(
    any_database, make, people
):
    for days in [None] * (MOST_TOKENS - 1) + [1]:
        make(days=days)
    with pytest.raises(CannotMake):
        make()
    make("boris")
    with any_database.writing() as session:
        newest = tokens.list_tokens(session, people["anna"])[1]
        assert revoke_token(session, people["anna"], newest.id, NOON)
    make()
    with any_database.writing() as session:
        assert tokens.count_living(session, people["anna"], DEADLINE) == MOST_TOKENS - 1
        make_token(session, people["anna"], "later", (Scope.READ,), None, DEADLINE)


@pytest.mark.parametrize(("column", "value"), [("kind", "guest"), ("kind", "opponent"), ("closed_at", NOON)])
def test_guests_the_site_s_own_opponent_and_closed_accounts_make_no_key(
    any_database, people, make, column, value
):
    with any_database.writing() as session:
        session.execute(update(User).where(User.id == people["anna"]).values({column: value}))
    with pytest.raises((CannotMake, AccountClosed)):
        make()
