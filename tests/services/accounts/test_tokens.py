"""Tokens of the links in letters: signed for one purpose, for some time, for an account as it is."""

from dataclasses import replace
from datetime import timedelta

import pytest

from models import User
from services.accounts import tokens
from services.accounts.tokens import Claim, Purpose
from tests.fixtures_site import NOON

KEY = "s"
CLAIM = Claim(7, "anna@example.org", "state", NOON + timedelta(hours=1))
TOKEN = tokens.sign(KEY, Purpose.RESET, CLAIM)


def test_a_token_says_what_was_signed_and_is_the_same_every_time():
    assert tokens.read(KEY, Purpose.RESET, TOKEN, NOON) == CLAIM
    assert tokens.sign(KEY, Purpose.RESET, CLAIM) == TOKEN


@pytest.mark.parametrize(
    "token",
    ["", "x", "x.y", "é", "a\0b", TOKEN[:-1], TOKEN[1:], f"{TOKEN}A", TOKEN.replace(".", "", 1), "A" * 3000],
)
def test_what_the_site_has_not_signed_is_damaged(token):
    with pytest.raises(tokens.TokenDamaged):
        tokens.read(KEY, Purpose.RESET, token, NOON)


def test_every_single_letter_of_a_token_counts():
    for place, letter in enumerate(TOKEN[:-1]):  # the last one has bits that nothing is coded in
        altered = f"{TOKEN[:place]}{'A' if letter != 'A' else 'B'}{TOKEN[place + 1 :]}"
        with pytest.raises(tokens.TokenDamaged):
            tokens.read(KEY, Purpose.RESET, altered, NOON)


def test_a_token_is_good_for_its_own_purpose_and_site_alone():
    with pytest.raises(tokens.TokenDamaged):
        tokens.read(KEY, Purpose.VERIFY, TOKEN, NOON)
    with pytest.raises(tokens.TokenDamaged):
        tokens.read("another", Purpose.RESET, TOKEN, NOON)


def test_a_token_is_good_until_its_last_second():
    assert tokens.read(KEY, Purpose.RESET, TOKEN, CLAIM.until) == CLAIM
    with pytest.raises(tokens.TokenExpired):
        tokens.read(KEY, Purpose.RESET, TOKEN, CLAIM.until + timedelta(seconds=1))


@pytest.mark.parametrize(
    "change", [{"password_hash": "other"}, {"email": "b@example.org"}, {"email": None}, {"verified_at": None}]
)
def test_a_claim_holds_while_the_account_is_as_it_was(change):
    user = User(password_hash="hash", email="a@example.org", verified_at=NOON, language="en")
    claim = replace(CLAIM, state=tokens.state_of(user))
    user.language = "fr"
    assert tokens.holds(user, claim) is user
    for name, value in change.items():
        setattr(user, name, value)
    with pytest.raises(tokens.TokenUsed):
        tokens.holds(user, claim)


def test_a_claim_of_an_account_that_is_gone_holds_nothing():
    with pytest.raises(tokens.TokenUsed):
        tokens.holds(None, CLAIM)
