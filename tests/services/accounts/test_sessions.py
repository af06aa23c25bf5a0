"""Sessions: begun, found, renewed by visits, and ended for good."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from models import LoginSession, User
from services.accounts import accounts, sessions
from services.accounts.refusals import AccountRefusal
from services.accounts.security import Browser
from services.viewers import find_viewer
from tests.fixtures_site import NOON
from tests.refusing import refuses

TODAY = NOON.date()


@pytest.fixture
def anna(any_database):
    with any_database.writing() as session:
        return accounts.register(session, "Anna", "hash", "en", NOON)


@pytest.fixture
def begin(any_database, anna):
    """Return a function that begins a session for Anna and returns its token."""

    def begin(now=NOON):
        with any_database.writing() as session:
            return sessions.begin(session, anna, now)

    return begin


@pytest.fixture
def find(any_database):
    """Return a function that returns the name and the last day of a session, or None."""

    def find(token, today=TODAY):
        with any_database.reading() as session:
            found = find_viewer(session, token, today)
        return found and (found.user.name, found.seen_on)

    return find


def test_a_token_finds_its_account_and_the_day_of_the_last_visit(begin, find):
    assert find(begin()) == ("Anna", TODAY)


@pytest.mark.parametrize("token", ["", "forged", "1.stamp", "nul\0", "é"])
def test_an_invalid_session_token_finds_nobody(begin, find, token):
    begin()
    assert find(token) is None


def test_a_token_is_not_stored(any_database, begin):
    token = begin()
    with any_database.reading() as session:
        stored = session.scalars(select(LoginSession)).one()
    assert token not in str(vars(stored))


def test_a_session_that_was_ended_is_nobody_s_and_the_others_go_on(any_database, begin, find):
    one, other = begin(), begin()
    with any_database.writing() as session:
        sessions.end(session, one)
    assert (find(one), find(other)) == (None, ("Anna", TODAY))


def test_a_session_lasts_ninety_days_from_the_last_visit(any_database, begin, find):
    token = begin()
    last = TODAY + timedelta(days=90)
    assert find(token, last) == ("Anna", TODAY)
    assert find(token, last + timedelta(days=1)) is None
    with any_database.writing() as session:
        sessions.note_visit(session, token, last)
    assert find(token, last + timedelta(days=90)) == ("Anna", last)


def test_sessions_that_are_over_are_cleared_away_at_the_next_log_in(any_database, begin):
    for days in (0, 90, 91):
        begin(NOON + timedelta(days=days))
    with any_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(LoginSession)) == 2


def test_the_owner_sees_their_sessions_and_ends_one_or_all_others(any_database, anna, find):
    tokens = []
    for number, agent in enumerate(("Firefox, Linux", "Safari, iPhone", "")):
        with any_database.writing() as session:
            now = NOON + timedelta(minutes=number)
            tokens.append(sessions.begin(session, anna, now, Browser(agent)))
    with any_database.reading() as session:
        listed = sessions.list_own(session, anna.id, tokens[0], TODAY)
    assert [(each.agent, each.is_this) for each in listed] == [
        ("Firefox, Linux", True),
        ("", False),
        ("Safari, iPhone", False),
    ]
    assert not any(token in str(listed) or sessions.token_hash(token) in str(listed) for token in tokens)
    with any_database.writing() as session:
        assert sessions.end_marked(session, anna.id + 1, listed[2].mark) is None
        assert sessions.end_marked(session, anna.id, listed[2].mark).agent == "Safari, iPhone"
        assert sessions.end_marked(session, anna.id, listed[2].mark) is None
    assert [find(token) is None for token in tokens] == [False, True, False]
    with any_database.writing() as session:
        assert sessions.end_others(session, anna.id, tokens[0]) == 1
    assert [find(token) is None for token in tokens] == [False, True, True]


def test_a_password_proof_holds_for_ten_minutes_in_its_own_session(any_database, begin):
    token, other = begin(), begin()
    late = NOON + timedelta(minutes=10)

    def proved(now=late):
        with any_database.reading() as session:
            return sessions.is_proved(session, token, now), sessions.is_proved(session, other, now)

    assert proved(late - timedelta(seconds=1)) == (True, True)
    assert proved() == (False, False)
    with any_database.writing() as session:
        sessions.prove(session, token, late)
    assert proved() == (True, False)


def test_nobody_logs_in_by_a_password_that_was_changed_while_it_was_compared(any_database, anna, begin):
    with any_database.writing() as session:
        session.execute(update(User).values(password_hash="another"))
    with refuses(AccountRefusal.PASSWORD_CHANGED):
        begin()


KEY = "s"


def account(number=7, hashed="hash"):
    return User(id=number, name="Anna", name_key="anna", password_hash=hashed)


TEXT = sessions.sign_new(KEY, account(), NOON)


def test_each_browser_gets_a_mark_of_its_own():
    assert sessions.read(KEY, account(), TEXT, NOON) != sessions.read(
        KEY, account(), sessions.sign_new(KEY, account(), NOON), NOON
    )


@pytest.mark.parametrize(
    ("key", "user", "text"),
    [
        (KEY, account(8), TEXT),
        (KEY, account(hashed="another"), TEXT),
        ("another", account(), TEXT),
        (KEY, account(), TEXT[:-2]),
        (KEY, account(), ""),
        (KEY, account(), "é\0"),
    ],
    ids=["account", "password", "site", "cut", "none", "odd"],
)
def test_a_mark_is_good_for_one_account_and_its_present_password(key, user, text):
    assert sessions.read(key, user, text, NOON) is None


def test_a_mark_is_good_for_a_year():
    assert sessions.read(KEY, account(), TEXT, NOON + timedelta(days=365))
    assert sessions.read(KEY, account(), TEXT, NOON + timedelta(days=366)) is None


def test_the_label_of_a_browser_mark_does_not_reveal_the_name():
    assert sessions.label(KEY, "anna") == sessions.label(KEY, "anna") != sessions.label("another", "anna")
    assert "anna" not in sessions.label(KEY, "anna")
