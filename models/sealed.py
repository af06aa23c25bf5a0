"""Sealed columns: encrypted with keys that the database does not hold."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy import Dialect, String, Text
from sqlalchemy.types import TypeDecorator

from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry
from models.database_errors import Unavailable

BLOCK = 512
"""Entries are padded to multiples of this many bytes, so that their size does not reveal their content."""
TOKEN = "gAAAA"  # noqa: S105 -- no password
"""The beginning of every encrypted value, and of no unencrypted one."""


class KeyMissing(Unavailable):
    """A sealed value cannot be read or written, because the site does not have its key."""


class Keyring:
    """The keys of a site, the present one first; read at each use, so that they can change."""

    def __init__(self, keys: Callable[[], Sequence[str]]) -> None:
        self._keys = keys
        self._known: tuple[Sequence[str], MultiFernet | None] = ((), None)

    def encrypt(self, text: str) -> str:
        """Encrypt with the present key; raises KeyMissing."""
        return self._fernet().encrypt(text.encode()).decode("ascii")

    def decrypt(self, stored: str) -> str:
        """Decrypt with the key that fits; return an unencrypted value as it is. Raises KeyMissing."""
        if not stored.startswith(TOKEN):
            return stored
        try:
            return self._fernet().decrypt(stored).decode()
        except InvalidToken as error:
            raise KeyMissing("no key of this site decrypts the stored value") from error

    def is_current(self, stored: str) -> bool:
        """Tell whether something is encrypted with the present key."""
        try:
            Fernet(self._keys()[0]).decrypt(stored)
        except (InvalidToken, IndexError):
            return False
        return True

    def _fernet(self) -> MultiFernet:
        keys, fernet = self._keys(), self._known[1]
        if fernet is None or keys != self._known[0]:
            if not keys:
                raise KeyMissing("the site has no key for sealed values")
            fernet = MultiFernet([Fernet(key) for key in keys])
            self._known = (keys, fernet)
        return fernet


def keyring_of(dialect: Dialect) -> Keyring:
    """Return the keys of a statement's database; raises KeyMissing if it has none."""
    keyring: Keyring | None = getattr(dialect, "keyring", None)
    if keyring is None:
        raise KeyMissing("the database was opened without a key for sealed values")
    return keyring


class SealedText(TypeDecorator[str]):
    """A short text, stored encrypted."""

    impl = String(255)
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Encrypt it."""
        return None if value is None else keyring_of(dialect).encrypt(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Decrypt it."""
        return None if value is None else keyring_of(dialect).decrypt(value)


class SealedLongText(SealedText):
    """A text of some sentences, stored encrypted."""

    impl = Text()
    cache_ok = True


class SealedDocument(TypeDecorator[dict[str, Any]]):
    """A small document, stored encrypted."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: dict[str, Any] | None, dialect: Dialect) -> str | None:
        """Write it as JSON, and encrypt that."""
        return None if value is None else keyring_of(dialect).encrypt(json.dumps(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> dict[str, Any] | None:
        """Decrypt it, and read it."""
        if value is None:
            return None
        document: dict[str, Any] = json.loads(keyring_of(dialect).decrypt(value))
        return document


class SealedSheet(SealedDocument):
    """A typed text, stored encrypted, so that its size does not reveal its length."""

    cache_ok = True

    def process_bind_param(self, value: dict[str, Any] | None, dialect: Dialect) -> str | None:
        """Write it as JSON, pad that, and encrypt it."""
        return None if value is None else keyring_of(dialect).encrypt(padded(json.dumps(value)))


class SealedEntry(TypeDecorator[Entry]):
    """An entry as records hold it, stored encrypted."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Entry | None, dialect: Dialect) -> str | None:
        """Write the entry, and encrypt it."""
        return None if value is None else keyring_of(dialect).encrypt(padded(json.dumps(write_entry(value))))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Entry | None:
        """Decrypt the entry, and read it."""
        return None if value is None else read_stored_entry(json.loads(keyring_of(dialect).decrypt(value)))


def token_hash(token: str) -> str:
    """Hash a token; a fast hash will do, since a token is too long to guess."""
    return sha256(token.encode()).hexdigest()


def padded(text: str) -> str:
    """Add blanks up to a multiple of `BLOCK` letters."""
    return text.ljust(-(-len(text) // BLOCK) * BLOCK)
