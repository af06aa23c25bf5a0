"""Codes of apps and recovery codes."""

from datetime import UTC, datetime, timedelta

import pytest

from services.accounts import codes

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_codes_are_those_of_rfc_6238(seconds, code):
    """Appendix B has eight digits of each, of which apps show the last six."""
    assert codes.step_of(SECRET, code, datetime.fromtimestamp(seconds, UTC)) == seconds // 30


def test_a_clock_may_be_off_by_one_step():
    start = datetime.fromtimestamp(1234567890, UTC)
    found = [
        codes.step_of(SECRET, "005924", start + timedelta(seconds=30 * off)) for off in (-2, -1, 0, 1, 2)
    ]
    assert found == [None, *[41152263] * 3, None]


@pytest.mark.parametrize("typed", ["005 924", "005-924", " ٠٠٥٩٢٤ ", "００５９２４"])
def test_digits_are_read_however_they_are_typed(typed):
    assert codes.step_of(SECRET, typed, datetime.fromtimestamp(1234567890, UTC)) is not None


@pytest.mark.parametrize("typed", ["", "5924", "5005924", "0059240", "abcdef", "½½½½½½", "\0", "9" * 100])
def test_what_is_no_code_is_none(typed):
    assert codes.step_of(SECRET, typed, datetime.fromtimestamp(1234567890, UTC)) is None


def test_recovery_codes_differ_and_fit_their_own_hash_alone():
    made = codes.new_recovery_codes()
    assert len(set(made)) == 10
    assert all(len(code) == 24 and code.isdecimal() for code in made)
    stored = codes.hashed(made[0])
    assert made[0] not in stored
    assert codes.hashed(made[0]) != stored
    assert [codes.fits(codes.grouped(code), stored) for code in made] == [True] + [False] * 9
    assert codes.is_recovery_code(codes.grouped(made[0]))
    assert not codes.is_recovery_code("005924")


def test_an_app_is_told_whose_account_it_is():
    address = codes.setup_address(codes.new_secret(), "Anna Bell")
    assert address.startswith("otpauth://totp/Intimate%20Diplomacy:Anna%20Bell?secret=")
