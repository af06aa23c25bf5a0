"""Sealed columns are stored encrypted, and every key of the site opens them."""

import json
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from pyotp import TOTP
from sqlalchemy import select, text

from models import Base, Channel, Database, Message, StoredEntry, User, ids
from models.schema import differences, downgrade, upgrade
from models.sealed import BLOCK, KeyMissing, Keyring, padded
from services.accounts import addresses, factors, sessions
from services.accounts.account_emails import LIFETIMES, claim_of, sign
from services.accounts.resetting import ask_for_reset
from services.accounts.security import UNSEEN
from services.api.keys import Scope, make_token
from services.challenges import challenges
from services.feeds import find_owner, make_calendar
from services.keys import renew
from services.notifications.channels import add_channel, choose_kinds
from services.terms import Terms
from tests.fixtures_duels import FIRST, LISTS
from tests.fixtures_site import ENTRY_KEYS, NOON, on_sqlite

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))
BEFORE = "0016"
STORED = "SELECT content, salt FROM entries", "SELECT lots_secret FROM duels"


def raw(database):
    """Return the texts of sealed columns as stored."""
    with database.engine.connect() as connection:
        return [text_ for query in STORED for row in connection.execute(text(query)) for text_ in row]


def test_entries_salts_and_the_secret_of_draws_are_stored_encrypted(contest):
    contest.store(FIRST, LISTS[FIRST])
    stored = raw(contest.database)
    assert len(stored) == 3
    assert all(each.startswith("gAAAA") for each in stored)


@on_sqlite
def test_the_files_of_a_database_hold_nothing_that_is_sealed(contest, any_database):
    contest.store(FIRST, LISTS[FIRST])
    salt, secret = contest.entry(FIRST).salt, contest.stored().lots_secret
    files = (Path(f"{any_database.url.database}{ending}") for ending in ("", "-wal"))
    held = b"".join(file.read_bytes() for file in files)
    assert contest.token.encode() in held
    assert not any(each.encode() in held for each in (json.dumps(LISTS[FIRST]["homes"]), salt, secret))


@pytest.mark.parametrize("length", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1])
def test_the_size_of_what_is_stored_tells_little_of_what_was_entered(length):
    filled = padded("x" * length)
    assert len(filled) % BLOCK == 0
    assert len(filled) - length < BLOCK
    assert filled.rstrip() == "x" * length


@pytest.mark.parametrize("keys", [None, (), (NEW,)])
def test_a_database_without_the_key_reads_nothing_sealed(contest, unshared, keys):
    contest.store(FIRST, LISTS[FIRST])
    url = contest.database.url.render_as_string(hide_password=False)
    database = Database(url, keyring=None if keys is None else Keyring(lambda: keys))
    with pytest.raises(KeyMissing), database.reading() as session:
        session.scalars(select(StoredEntry.content)).all()
    database.close()


def test_every_key_opens_what_it_has_closed_and_the_first_one_closes():
    before = Keyring(lambda: (OLD,)).encrypt("sealed")
    both = Keyring(lambda: (NEW, OLD))
    assert both.decrypt(before) == "sealed"
    assert not both.is_current(before)
    assert both.is_current(both.encrypt("sealed"))
    with pytest.raises(KeyMissing):
        Keyring(lambda: (NEW,)).decrypt(before)


def test_keys_that_change_are_used_at_once():
    keys = [OLD]
    keyring = Keyring(lambda: tuple(keys))
    stored = keyring.encrypt("sealed")
    keys.insert(0, NEW)
    assert keyring.decrypt(stored) == "sealed"
    assert keyring.is_current(keyring.encrypt("sealed"))


def test_unencrypted_values_of_before_are_read_as_they_are():
    assert Keyring(lambda: ENTRY_KEYS).decrypt('{"bids": {}}') == '{"bids": {}}'


def test_sealed_entries_survive_the_way_back_and_forth(contest):
    contest.store(FIRST, LISTS[FIRST])
    salt, secret = contest.entry(FIRST).salt, contest.stored().lots_secret
    downgrade(contest.database, BEFORE)
    assert secret in raw(contest.database)
    upgrade(contest.database)
    assert differences(contest.database) == []
    assert contest.content(FIRST) == LISTS[FIRST]
    assert (contest.entry(FIRST).salt, contest.stored().lots_secret) == (salt, secret)


def test_addresses_and_links_of_before_are_sealed_and_found_and_go_back(any_database, people):
    with any_database.writing() as session:
        user = session.get_one(User, people["anna"])
        secret = make_calendar(session, user.id)
        channel = add_channel(session, user.id, "webhook", {"url": "https://example.org/é"}, NOON)
        where, number = dict(channel.address), channel.id
        token = challenges.create(session, user.id, "link", None, Terms(), NOON).token
    downgrade(any_database, "0024")
    with any_database.engine.connect() as connection:
        plain = connection.execute(text("SELECT calendar_token FROM users WHERE calendar_token IS NOT NULL"))
        assert plain.scalars().all() == [secret]
        assert connection.execute(text("SELECT token FROM challenges")).scalars().all() == [token]
        assert "example.org" in str(connection.execute(text("SELECT address FROM channels")).scalar_one())
    upgrade(any_database)
    assert differences(any_database) == []
    renew(any_database)
    with any_database.reading() as session:
        assert find_owner(session, secret).name == "anna"
        assert challenges.visible(session, token, None).token == token
        assert session.get_one(Channel, number).address == where
    with any_database.engine.connect() as connection:
        for column, table in (("calendar_token", "users"), ("token", "challenges"), ("address", "channels")):
            query = f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL"  # noqa: S608 -- the names of our own tables
            assert all(each.startswith("gAAAA") for each in connection.execute(text(query)).scalars())


SECRETS = {"ChallengeToken", "SessionToken", "CalendarToken", "EmailToken", "UnsubscribeToken"}
"""Anybody who has one of these can act as its owner."""
NAMES = {"DuelToken", "MatchToken", "LadderToken", "TableToken", "TournamentToken"}
"""These are only in addresses, whose pages are for their viewers only."""
WEBHOOK = "https://example.org/secret-path"


def test_no_token_and_no_secret_stands_in_clear_anywhere_in_the_database(any_database, people):
    assert {name for name in vars(ids) if name.endswith("Token")} == SECRETS | NAMES
    with any_database.writing() as session:
        anna, boris = (session.get_one(User, people[name]) for name in ("anna", "boris"))
        addresses.note_address(session, anna, "anna@example.org", NOON, sends_mail=True)
        anna.verified_at = NOON
        webhook = add_channel(session, anna.id, "webhook", {"url": WEBHOOK}, NOON)
        add_channel(session, boris.id, "webhook", {"url": WEBHOOK}, NOON)
        choose_kinds(webhook, ["challenge", "turn"])
        made = [
            challenges.create(session, anna.id, kind, other, Terms(), NOON).token
            for kind, other in (("open", None), ("link", None), ("named", boris))
        ]
        challenges.decline(session, made[-1], boris.id, NOON)
        _, key = make_token(session, anna.id, "bot", set(Scope), None, NOON)
        factor = factors.begin_setup(session, anna.id, NOON)
        recovery = factors.confirm_setup(session, anna.id, TOTP(factor).at(NOON), UNSEEN, NOON)
        tokens = [sessions.begin(session, boris, NOON), make_calendar(session, anna.id)]
        ask_for_reset(session, anna.id, NOON)
        session.flush()
        letters = [letter for letter in session.scalars(select(Message)) if letter.kind in LIFETIMES]
        signed = [
            sign("a key", purpose, claim_of(letter))
            for purpose, letter in zip(("verify", "reset"), letters, strict=True)
        ]
        secrets = {*made, key, factor, *recovery, *tokens, *signed, webhook.address["secret"], WEBHOOK}
        assert {message.facts["what"] for message in session.scalars(select(Message)) if message.channel} == {
            "made",
            "declined",
        }
    with any_database.engine.connect() as connection:
        tables = [text(f"SELECT * FROM {table.name}") for table in Base.metadata.sorted_tables]  # noqa: S608 -- the names of our own tables
        stored = "\n".join(repr(row) for table in tables for row in connection.execute(table))
    assert "anna@example.org" in stored
    assert [secret for secret in secrets if secret in stored] == []


def test_messages_of_before_name_their_challenge_by_its_number_and_go_back(any_database, people):
    with any_database.writing() as session:
        add_channel(session, people["boris"], "webhook", {"url": WEBHOOK}, NOON)
        boris = session.get_one(User, people["boris"])
        made = challenges.create(session, people["anna"], "named", boris, Terms(), NOON)
        number, token = made.id, made.token
    rows = text("SELECT subject, facts FROM messages")
    downgrade(any_database, "0036")
    with any_database.engine.connect() as connection:
        subject, facts = connection.execute(rows).one()
        assert subject == f"challenge:{token}:made"
        assert token in str(facts)
    upgrade(any_database)
    with any_database.writing() as session:
        (message,) = session.scalars(select(Message))
        assert message.subject == f"challenge:{number}:made"
        assert message.facts == {"challenge": number, "what": "made"}
