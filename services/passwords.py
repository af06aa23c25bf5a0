"""Passwords: which are taken, how they are kept, how one is compared."""

from functools import cache
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 8, 256
COMMON = frozenset(
    """
    00000000 11111111 12121212 123123123 12341234 12344321 12345678 123456789 1234567890 1q2w3e4r
    87654321 987654321 a1b2c3d4 aaaaaaaa abcd1234 abcdefgh admin123 asdfasdf asdfghjk asdfghjkl
    azerty123 azertyui azertyuiop baseball bonjour1 chocolat computer diplomacy diplomatie dragon12
    football iloveyou jetaime1 letmein1 loulou12 marseille michelle motdepasse nicolas1 password
    password1 password12 password123 p@ssw0rd passw0rd princess qwer1234 qwerty12 qwerty123
    qwertyui qwertyuiop soleil12 starwars sunshine superman trustno1 welcome1 whatever
    """.split()
)

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
