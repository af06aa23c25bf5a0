"""Documents that are stored packed: JSON, deflated with a dictionary of frequent texts of duels."""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator

NEWEST = 1
DICTIONARIES: Mapping[int, bytes] = {1: Path(__file__).with_name("chapters-1.bin").read_bytes()}
"""The dictionaries by number, the first byte of a packed document; none may ever be altered or removed."""
WINDOW = -15
"""A window of 32 KB, without a header."""


def packed(plain: bytes, dictionary: bytes) -> bytes:
    """Deflate."""
    deflating = zlib.compressobj(9, zlib.DEFLATED, WINDOW, 9, zdict=dictionary)
    return deflating.compress(plain) + deflating.flush()


def pack(document: Any) -> bytes:  # noqa: ANN401  # any JSON
    """Pack a document."""
    plain = json.dumps(document, separators=(",", ":")).encode()
    return bytes([NEWEST]) + packed(plain, DICTIONARIES[NEWEST])


def is_packed(stored: bytes) -> bool:
    """Tell whether a document is packed, with any dictionary."""
    return stored[0] in DICTIONARIES


def unpack(stored: bytes) -> Any:  # noqa: ANN401  # any JSON
    """Read a document, packed with any dictionary or, as earlier versions stored it, not at all."""
    dictionary = DICTIONARIES.get(stored[0])
    if dictionary is None:
        return json.loads(stored)
    return json.loads(zlib.decompressobj(WINDOW, zdict=dictionary).decompress(stored[1:]))


class PackedDocument(TypeDecorator[dict[str, Any]]):
    """A document, stored packed."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: dict[str, Any] | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Pack it."""
        return None if value is None else pack(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> dict[str, Any] | None:  # noqa: ARG002 -- the signature is SQLAlchemy's
        """Unpack it."""
        return None if value is None else unpack(value)
