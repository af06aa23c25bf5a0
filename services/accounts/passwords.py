"""Passwords: which are accepted, how they are hashed and compared, and how many at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import BoundedSemaphore
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from models import Busy
from services.accounts.common import hearts, is_common

SHORTEST, LONGEST = 12, 128
LONGEST_EVER = 256
"""Passwords could be as long when some of those were chosen that are in use."""

hasher = PasswordHasher()


class TooManyHashes(Busy):
    """As many passwords are being hashed, and wait for it, as this process allows."""


class HashQueue:
    """Turns at hashing, which is slow and takes 64 MB: few run at once, some wait, others are refused."""

    def __init__(self, at_once: int = 2, waiting: int = 12, seconds: float = 5) -> None:
        self._running = BoundedSemaphore(at_once)
        self._places = BoundedSemaphore(at_once + waiting)
        self._seconds = seconds

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and hold it; raises TooManyHashes when too many wait, or for too long."""
        if not self._places.acquire(blocking=False):
            raise TooManyHashes
        try:
            if not self._running.acquire(timeout=self._seconds):
                raise TooManyHashes
            try:
                yield
            finally:
                self._running.release()
        finally:
            self._places.release()


queue = HashQueue()


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
    """Hash a password that is fit for the account of that name; slow on purpose.

    Raises PasswordRefused or TooManyHashes.
    """
    check(password, name)
    with queue.turn():
        return hasher.hash(canonical(password))


def check(password: str, name: str) -> None:
    """Raise PasswordRefused for what would be guessed."""
    if len(" ".join(password.split())) < SHORTEST:
        raise PasswordTooShort
    if len(password) > LONGEST:
        raise PasswordTooLong
    folded = canonical(password).casefold()
    if canonical(name).casefold() in hearts(folded):
        raise PasswordIsName
    if is_common(folded):
        raise PasswordCommon


def matches(password: str, password_hash: str | None) -> bool:
    """Compare a password with a hash, taking as long when there is none; raises TooManyHashes."""
    if len(password) > LONGEST_EVER:
        password = password[:LONGEST_EVER] + "…"
    try:
        with queue.turn():
            hasher.verify(password_hash or nobodys_hash(), canonical(password))
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


@cache
def nobodys_hash() -> str:
    """Return a hash to compare with where no account exists, so that the time taken does not tell."""
    return hasher.hash("nobody's password")


def canonical(text: str) -> str:
    """Normalise, so that the same characters are the same password on every keyboard."""
    return normalize("NFKC", text)
