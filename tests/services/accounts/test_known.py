"""Marks of browsers that an account knows: signed for it, for its password, and for a year."""

from datetime import timedelta

import pytest

from models import User
from services.accounts import known
from tests.fixtures_site import NOON

KEY = "s"


def account(number=7, hashed="hash"):
    return User(id=number, name="Anna", name_key="anna", password_hash=hashed)


TEXT = known.sign_new(KEY, account(), NOON)


def test_each_browser_gets_a_mark_of_its_own():
    assert known.read(KEY, account(), TEXT, NOON) != known.read(
        KEY, account(), known.sign_new(KEY, account(), NOON), NOON
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
    assert known.read(key, user, text, NOON) is None


def test_a_mark_is_good_for_a_year():
    assert known.read(KEY, account(), TEXT, NOON + timedelta(days=365))
    assert known.read(KEY, account(), TEXT, NOON + timedelta(days=366)) is None


def test_what_a_mark_is_found_by_tells_no_name():
    assert known.label(KEY, "anna") == known.label(KEY, "anna") != known.label("another", "anna")
    assert "anna" not in known.label(KEY, "anna")
