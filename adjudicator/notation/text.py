"""Splits texts into words that can be compared: without case, accents, typography or elision."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

DASH = "-"
COLON = ":"
_MEANT = {
    "œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o",
    **dict.fromkeys("‐‑‒–—―−﹣－⁃", DASH),
    **dict.fromkeys("→⇒➔➜➝➞⟶⟹›»", ">"),
    **dict.fromkeys("‘’‛ʼ′´`", "'"),
}  # fmt: skip
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[-=>]+|[^\s\w]")
_ELIDED = re.compile(r"(?:l|d|qu)'")
_SILENT = frozenset(".,;()[]{}/\\\"'*!•·|«“”„")


class Token(NamedTuple):
    """A word of a text, and its place."""

    word: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    """One character without case, accents and invisible marks."""
    if letter in _MEANT:
        return _MEANT[letter]
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", letter).casefold())
    return "".join(part for part in spread if unicodedata.category(part) not in {"Mn", "Cf"})


def _spelled(text: str) -> tuple[str, list[int]]:
    """The text in plain letters, and the original index of each letter."""
    plain = [_plain(letter) for letter in text]
    origins = chain.from_iterable([place] * len(letters) for place, letters in enumerate(plain))
    return "".join(plain), list(origins)


def _word(found: str, written: str) -> str:
    if found[0] in "->=":
        return found if "=" in found.rpartition(">")[2] else DASH
    # "à" is a preposition and "A" an army: only here the accent counts.
    if found == "a" and unicodedata.normalize("NFC", written).casefold() == "à":
        return "à"
    return found.replace("'", "")


def tokens(text: str) -> list[Token]:
    """The words of a text; a run of arrows and dashes is one word, and punctuation is left out."""
    plain, origins = _spelled(text)
    found = []
    for match in _TOKEN.finditer(plain):
        elided = _ELIDED.match(match[0])
        start = match.start() + (elided.end() if elided else 0)
        first, last = origins[start], origins[match.end() - 1] + 1
        if match[0] not in _SILENT:
            found.append(Token(_word(plain[start : match.end()], text[first:last]), first, last))
    return found


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text and its words."""

    text: str
    words: Sequence[Token]

    @classmethod
    def of(cls, text: str) -> "TokenizedText":
        """Tokenize a text."""
        return cls(text, tokens(text))

    def part(self, start: int, end: int, margin: str | None = None) -> "TokenizedText":
        """The text between two places, stripped of blanks or the characters in `margin`.

        The words are copied, so nothing is tokenized again.
        """
        text = self.text[start:end].lstrip(margin)
        start = end - len(text)
        text = text.rstrip(margin)
        first, last = (bisect_left(self.words, place, key=_start) for place in (start, start + len(text)))
        words = [Token(word, begin - start, stop - start) for word, begin, stop in self.words[first:last]]
        return TokenizedText(text, words)


def _start(token: Token) -> int:
    return token.start
