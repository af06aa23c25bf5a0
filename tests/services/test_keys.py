"""Encrypting stored values anew when the keys of a site change."""

import pytest
from cryptography.fernet import Fernet
from pyotp import TOTP
from sqlalchemy import select, text

from models import Database, StoredEntry, User
from models.sealed import KeyMissing, Keyring
from services.accounts import factors
from services.accounts.security import UNSEEN
from services.keys import renew
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.fixtures_site import ENTRY_KEYS, NOON
from tests.models.test_sealed import raw

NEW = Fernet.generate_key().decode()


@pytest.fixture
def renewing(contest, unshared):
    """Return a function that opens the database of a duel with keys."""
    opened = []

    def renewing(*keys):
        url = contest.database.url.render_as_string(hide_password=False)
        opened.append(Database(url, keyring=Keyring(lambda: keys)))
        return opened[-1]

    yield renewing
    for database in opened:
        database.close()


def test_everything_is_encrypted_by_the_present_key_and_the_former_one_opens_nothing(contest, renewing):
    contest.store(FIRST, LISTS[FIRST])
    contest.store(SECOND, LISTS[SECOND])
    assert renew(renewing(NEW, *ENTRY_KEYS)) == 5
    assert renew(renewing(NEW)) == 0
    with pytest.raises(KeyMissing):
        renew(contest.database)


def test_rows_stored_in_clear_are_encrypted_by_a_renewal(contest):
    contest.store(FIRST, LISTS[FIRST])
    with contest.database.writing() as session:
        plain = {"content": '{"homes": []}', "salt": "salt"}
        session.execute(text("UPDATE entries SET content = :content, salt = :salt"), plain)
    assert renew(contest.database) == 2
    assert all(each.startswith("gAAAA") for each in raw(contest.database))
    with contest.database.reading() as session:
        assert session.scalars(select(StoredEntry.salt)).one() == "salt"


def test_many_are_encrypted_some_at_a_time(contest, monkeypatch):
    monkeypatch.setattr("services.keys.SOME", 1)
    contest.store(FIRST, LISTS[FIRST])
    contest.store(SECOND, LISTS[SECOND])
    with contest.database.writing() as session:
        session.execute(text("UPDATE entries SET salt = 'salt'"))
    assert renew(contest.database) == 2


def test_a_database_without_keys_renews_nothing(contest):
    with pytest.raises(KeyMissing):
        renew(Database(contest.database.url.render_as_string(hide_password=False)))


def test_second_factors_go_on_under_another_key(contest, renewing):
    with contest.database.writing() as session:
        user = session.scalars(select(User).limit(1)).one()
        secret = factors.begin_setup(session, user.id, NOON)
        recovery = factors.confirm_setup(session, user.id, TOTP(secret).at(NOON), UNSEEN, NOON)
    renew(renewing(NEW, *ENTRY_KEYS))
    with renewing(NEW).writing() as session:
        factors.require(session, user, recovery[0], UNSEEN, NOON)
        factors.require(session, user, TOTP(secret).at(NOON, counter_offset=1), UNSEEN, NOON)
