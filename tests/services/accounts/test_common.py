"""Common passwords: those of the list and their variants."""

import pytest

from services.accounts.passwords import SHORTEST, canonical, common, is_common


def test_the_list_has_well_over_ten_thousand_that_are_compared_as_they_stand_there():
    assert len(common()) > 40_000
    assert all(word == canonical(word).casefold() for word in common())
    assert {"password", "azertyuiop", "motdepasse"} <= common()


@pytest.mark.parametrize(
    "password",
    [
        "password1234",
        "!!iloveyou!!",
        "passwordpassword",
        "password password",
        "qwerty qwerty!",
        "123456789012",
        "zyxwvutsrqpo",
        "abcabcabcabc",
        "000000000000",
    ],
)
def test_a_common_password_with_a_little_around_it_repeated_or_in_a_row_is_common(password):
    assert len(password) >= SHORTEST
    assert is_common(password)


@pytest.mark.parametrize(
    "password", ["correct horse battery", "sun-4821-9934-22", "three blind mice", "kmzpvqehwtrl"]
)
def test_several_words_and_unusual_passwords_are_not_common(password):
    assert not is_common(password)
