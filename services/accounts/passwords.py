"""Passwords: which are accepted, how they are hashed and compared, and how many at once."""

import lzma
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from models import Busy
from services.accounts.refusals import AccountRefusal, AccountRefused

SHORTEST, LONGEST = 12, 128
LONGEST_EVER = 256
"""Kept for old passwords: some in use are this long."""

NO_PASSWORD = "!"  # noqa: S105  # no hash: nothing that is typed matches it
"""Stored in place of a hash for accounts that nobody logs in to."""
hasher = PasswordHasher()


class TooManyHashes(Busy):
    """This process hashes as many passwords as it allows, and its queue is full."""


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


QUEUE = HashQueue()
"""The queue for callers without one of their own."""


def hashed(password: str, name: str, queue: HashQueue = QUEUE) -> str:
    """Check a password for the account of that name, and hash it; slow on purpose.

    Raises AccountRefused or TooManyHashes.
    """
    check(password, name)
    with queue.turn():
        return hasher.hash(canonical(password))


def check(password: str, name: str) -> None:
    """Refuse a password that is easy to guess; raises AccountRefused."""
    if len(" ".join(password.split())) < SHORTEST:
        raise AccountRefused(AccountRefusal.PASSWORD_TOO_SHORT, "password")
    if len(password) > LONGEST:
        raise AccountRefused(AccountRefusal.PASSWORD_TOO_LONG, "password")
    folded = canonical(password).casefold()
    if canonical(name).casefold() in cores(folded):
        raise AccountRefused(AccountRefusal.PASSWORD_IS_NAME, "password")
    if is_common(folded):
        raise AccountRefused(AccountRefusal.PASSWORD_COMMON, "password")


def matches(password: str, password_hash: str | None, queue: HashQueue = QUEUE) -> bool:
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
    """Return a hash to compare with where no account exists, so that the time taken gives nothing away."""
    return hasher.hash("nobody's password")


def canonical(text: str) -> str:
    """Normalise a password, so that the same characters match from every keyboard."""
    return normalize("NFKC", text)


LIST = Path(__file__).with_name("common_passwords.txt.xz")
AROUND = 8
"""This many characters around a common word do not make it harder to guess."""
FEW = 3
"""A password that repeats this many characters or fewer is always common."""
RUNS = (
    "0123456789" * 4,
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
)
CORE = re.compile(r"[\W\d_]*(.*?)[\W\d_]*", re.DOTALL)


@cache
def common() -> frozenset[str]:
    """Read the list of 40,000 leaked passwords, once, when it is first needed."""
    return frozenset(lzma.decompress(LIST.read_bytes()).decode().splitlines())


def is_common(folded: str) -> bool:
    """Tell whether a password in lower case is among the first that an attacker would try."""
    return any(len(core) <= FEW or core in common() or _is_run(core) for core in cores(folded))


def _is_run(core: str) -> bool:
    return any(core in run or core in run[::-1] for run in RUNS)


def cores(folded: str) -> frozenset[str]:
    """Return the cores of a password: the part that it repeats, with and without blanks and outer signs."""
    return frozenset((*_cores(folded), *_cores("".join(folded.split()))))


def _cores(folded: str) -> Iterator[str]:
    yield _unit(folded)
    core = CORE.fullmatch(folded)
    if core and core[1] and len(folded) - len(core[1]) <= AROUND:
        yield _unit(core[1])


def _unit(text: str) -> str:
    """Return the part that a text repeats; all of it if it repeats nothing."""
    return text[: (text + text).index(text, 1)] if text else text
