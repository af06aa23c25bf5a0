"""The order in which names are listed, the same in every language: that of a dictionary."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=16384)
def collation_key(text: str) -> str:
    """Return what a text is sorted by: its letters without case and accents."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))
