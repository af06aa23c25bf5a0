"""Passwords: which are taken, how they are kept, how one is compared."""

from functools import cache
from pathlib import Path
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 8, 256
COMMON = frozenset(Path(__file__).with_name("common_passwords.txt").read_text("utf-8").split())

hasher = PasswordHasher()


class PasswordRefused(ValueError):
    """This password would not protect an account."""

    field = "password"


class PasswordTooShort(PasswordRefused):
    """It has too few characters."""


class PasswordTooLong(PasswordRefused):
    """It has too many characters."""


class PasswordCommon(PasswordRefused):
    """It is among the first that anybody would try."""


class PasswordIsName(PasswordRefused):
    """It is the name of the account."""


def hashed(password: str, name: str) -> str:
    """Hash a password that is fit for the account of that name; slow on purpose."""
    check(password, name)
    return hasher.hash(canonical(password))


def check(password: str, name: str) -> None:
    """Refuse what would be guessed."""
    if len(password) < SHORTEST:
        raise PasswordTooShort
    if len(password) > LONGEST:
        raise PasswordTooLong
    folded = canonical(password).casefold()
    if folded in COMMON or len(set(folded)) == 1:
        raise PasswordCommon
    if folded == canonical(name).casefold():
        raise PasswordIsName


def matches(password: str, password_hash: str | None) -> bool:
    """Compare a password with a hash, taking as long when there is none to compare with."""
    if len(password) > LONGEST:
        password = password[:LONGEST] + "…"
    try:
        hasher.verify(password_hash or nobodys_hash(), canonical(password))
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


@cache
def nobodys_hash() -> str:
    """A hash that is compared where no account exists, so that the time taken does not tell."""
    return hasher.hash("nobody's password")


def canonical(text: str) -> str:
    """Let the same characters be the same password on every keyboard."""
    return normalize("NFKC", text)
