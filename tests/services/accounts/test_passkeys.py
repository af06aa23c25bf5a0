"""Passkeys: for this site only, each challenge once, and never from a copy that lags behind."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import select

from models import Passkey
from services.accounts import accounts, passkeys, security
from services.accounts.passkeys import Party, PasskeyChallenge
from services.accounts.refusals import AccountRefusal
from services.accounts.security import UNSEEN
from tests.authenticator import PRESENT, VERIFIED, Device
from tests.fixtures_site import NOON, on_sqlite
from tests.refusing import refuses

PARTY = Party("localhost", "http://localhost:8000")


def challenge(seconds=0):
    now = NOON + timedelta(seconds=seconds)
    return PasskeyChallenge(f"challenge {seconds}".encode(), passkeys.milliseconds(now))


@pytest.fixture
def anna(any_database):
    with any_database.writing() as session:
        return accounts.register(session, "Anna", "hash", "en", NOON)


class Keys:
    """The passkeys of a database."""

    def __init__(self, database):
        self.database = database

    def add(self, user, device, name="Phone", seconds=0):
        asked = challenge(seconds)
        with self.database.writing() as session:
            known = passkeys.list_own(session, user.id)
            options = passkeys.adding_options(user.id, user.name, known, PARTY, asked)
            made = passkeys.read_made(device.make(options))
            passkey = passkeys.check_made(made, asked, PARTY)
            passkeys.add(session, user.id, name, passkey, UNSEEN, NOON)
        return json.loads(options)

    def use(self, device, seconds=1, asked=None):
        asked = asked or challenge(seconds)
        return self.send(device.sign(passkeys.login_options(PARTY, asked)), seconds)

    def send(self, text, seconds):
        answer = passkeys.read_answer(text)
        passkeys.challenge_in(answer)
        with self.database.writing() as session:
            return passkeys.authenticate(session, answer, challenge(seconds), PARTY, NOON).name

    def kinds(self, user):
        with self.database.reading() as session:
            return [(event.kind, event.detail) for event in security.recent(session, user.id)]


@pytest.fixture
def keys(any_database):
    return Keys(any_database)


@pytest.fixture
def phone(keys, anna):
    """Return a device with a passkey of Anna's."""
    device = Device()
    keys.add(anna, device)
    return device


def test_a_passkey_is_to_be_found_without_a_name_and_used_by_its_verified_owner(keys, anna, phone):
    options = keys.add(anna, Device(), "Key")
    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert [each["transports"] for each in options["excludeCredentials"]] == [["internal", "hybrid"]]
    asked = json.loads(passkeys.login_options(PARTY, challenge()))
    assert (asked["userVerification"], asked["allowCredentials"]) == ("required", [])
    assert keys.use(phone) == "Anna"
    assert keys.kinds(anna) == [("passkey_added", "Key"), ("passkey_added", "Phone")]


@pytest.mark.parametrize(
    "altered",
    [
        {"origin": "https://localhost:8000"},
        {"origin": "http://evil.example"},
        {"host": "evil.example"},
        {"flags": PRESENT},
        {"flags": VERIFIED},
        {"owner": b"somebody else"},
        {"owner": b""},
        {"number": b"another passkey!"},
    ],
    ids=str,
)
def test_a_passkey_answer_for_another_site_or_owner_is_refused(keys, phone, altered):
    for name, value in altered.items():
        setattr(phone, name, value)
    with refuses(AccountRefusal.PASSKEY_REFUSED):
        keys.use(phone)


@pytest.mark.parametrize(
    "altered", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"flags": PRESENT}], ids=str
)
def test_no_passkey_is_added_that_was_made_for_another_site_or_without_a_check(keys, anna, altered):
    with refuses(AccountRefusal.PASSKEY_REFUSED):
        keys.add(anna, Device(**altered))


def test_another_key_cannot_answer_for_a_passkey(keys, phone):
    thief = Device(number=phone.number, owner=phone.owner)
    with refuses(AccountRefusal.PASSKEY_REFUSED):
        keys.use(thief)


def test_a_passkey_of_one_account_says_nothing_of_another(any_database, keys, phone):
    """Neither with its own number nor with that of another account's passkey."""
    with any_database.writing() as session:
        boris = accounts.register(session, "Boris", "hash", "en", NOON)
    other = Device()
    keys.add(boris, other)
    assert keys.use(other) == "Boris"
    for altered in ({"owner": phone.owner}, {"number": phone.number, "owner": phone.owner}):
        for name, value in altered.items():
            setattr(other, name, value)
        with refuses(AccountRefusal.PASSKEY_REFUSED):
            keys.use(other, 2)


def test_a_passkey_answer_to_another_challenge_is_refused(keys, phone):
    with refuses(AccountRefusal.PASSKEY_REFUSED):
        keys.use(phone, 1, asked=challenge(2))


def test_each_challenge_is_answered_once_and_none_of_before(keys, phone):
    assert keys.use(phone, 2) == "Anna"
    for seconds in (2, 1):
        with refuses(AccountRefusal.PASSKEY_TOO_LATE):
            keys.use(phone, seconds)
    assert keys.use(phone, 3) == "Anna"


def test_the_challenge_of_making_is_not_answered_again_by_using(keys, anna):
    device = Device()
    keys.add(anna, device, seconds=5)
    with refuses(AccountRefusal.PASSKEY_TOO_LATE):
        keys.use(device, 5)


@pytest.mark.parametrize(
    ("counts", "is_copy"),
    [((0, 0, 0), False), ((1, 2, 9), False), ((0, 4, 4), True), ((0, 4, 3), True), ((0, 4, 0), True)],
)
def test_a_counter_that_does_not_go_on_is_that_of_a_copy(keys, anna, counts, is_copy):
    device = Device(count=counts[0])
    keys.add(anna, device)
    device.count = counts[1]
    keys.use(device, 1)
    device.count = counts[2]
    if is_copy:
        with refuses(AccountRefusal.PASSKEY_COPIED, user_id=anna.id, name="Phone"):
            keys.use(device, 2)
    else:
        assert keys.use(device, 2) == "Anna"


def test_only_the_holder_of_the_key_can_trigger_the_warning_about_a_copy(keys, anna, phone):
    phone.count = 5
    keys.use(phone, 1)
    thief = Device(number=phone.number, owner=phone.owner, count=1)
    with refuses(AccountRefusal.PASSKEY_REFUSED):
        keys.use(thief, 2)


def test_a_passkey_cannot_be_added_twice_even_by_another_account(any_database, keys, anna, phone):
    with any_database.writing() as session:
        boris = accounts.register(session, "Boris", "hash", "en", NOON)
    for user in (anna, boris):
        with refuses(AccountRefusal.PASSKEY_KNOWN):
            keys.add(user, phone)


def test_passkeys_per_account_are_limited_and_only_the_owner_removes_them(
    any_database, keys, anna, phone, monkeypatch
):
    monkeypatch.setattr(passkeys, "MOST", 2)
    keys.add(anna, Device(), "Key")
    with refuses(AccountRefusal.TOO_MANY_PASSKEYS):
        keys.add(anna, Device())
    with any_database.writing() as session:
        number = session.scalars(select(Passkey.id).where(Passkey.name == "Phone")).one()
        assert passkeys.remove(session, anna.id + 1, number, UNSEEN, NOON) is None
        assert passkeys.remove(session, anna.id, number, UNSEEN, NOON) == "Phone"
        assert passkeys.remove(session, anna.id, number, UNSEEN, NOON) is None
    with refuses(AccountRefusal.PASSKEY_REFUSED):
        keys.use(phone)
    assert keys.kinds(anna)[0] == ("passkey_removed", "Phone")


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "1e999", "[" * 100_000, '{"id": 1}', "{", "é"])
def test_malformed_passkey_answers_are_all_refused_alike(text):
    for read in (passkeys.read_made, passkeys.read_answer):
        with refuses(AccountRefusal.PASSKEY_REFUSED):
            read(text)


@on_sqlite
@pytest.mark.parametrize("part", ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
@pytest.mark.parametrize("value", ["", "AA", "é", 7, None], ids=str)
def test_an_answer_of_which_a_part_is_broken_is_refused_like_any_other(keys, phone, part, value):
    sent = json.loads(phone.sign(passkeys.login_options(PARTY, challenge(1))))
    sent["response"][part] = value
    with refuses(AccountRefusal.PASSKEY_REFUSED):
        keys.send(json.dumps(sent), 1)
