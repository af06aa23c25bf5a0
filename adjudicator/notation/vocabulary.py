"""All words that orders are written in, and the text as the words that were meant."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from adjudicator.board import standard
from adjudicator.notation.errors import Fault, Invalid
from adjudicator.notation.languages import LANGUAGES, Language, language_of
from adjudicator.notation.tables import Meanings, abbreviations
from adjudicator.notation.text import DASH, Token, tokens
from adjudicator.units import Province

SHORTEST_BEGINNING = 3
"""The first three letters of a name may stand for it (1971 VII.7)."""


class Role(StrEnum):
    """What a word does in an order."""

    ARMY = "army"
    FLEET = "fleet"
    HOLD = "hold"
    MOVE = "move"
    TOWARD = "toward"
    SUPPORT = "support"
    CONVOY = "convoy"
    VIA = "via"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    WAIVE = "waive"
    AND = "and"
    COAST = "coast"
    POWER = "power"
    PLACE = "place"


class Meaning(NamedTuple):
    """What a word means: its role, and the coast, the power or the spaces that it may name."""

    role: Role
    values: tuple[str, ...] = ()


class Lexeme(NamedTuple):
    """A meaning, and where its words stand in the text."""

    meaning: Meaning
    start: int
    end: int


Phrases = Mapping[str, Sequence[tuple[Sequence[str], Meaning]]]
"""By first word: the words that follow it and what they mean together, the longest first."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of both languages, those of the one preferred first, and the tables of abbreviations."""

    phrases: Phrases
    idle: frozenset[str]
    tables: tuple[Meanings, ...]
    names: Sequence[tuple[str, Province]]

    def lexemes(self, text: str) -> list[Lexeme]:
        """The text as words that mean something; raises Invalid naming one that means nothing."""
        words = [token for token in tokens(text) if token.word not in self.idle]
        found, at = [], 0
        while at < len(words):
            end, meaning = self._longest(words, at)
            if not meaning:
                raise Invalid(Fault.UNKNOWN, text[words[at].start : words[at].end])
            found.append(Lexeme(meaning, words[at].start, words[end - 1].end))
            at = end
        return found

    def _longest(self, words: Sequence[Token], at: int) -> tuple[int, Meaning | None]:
        for rest, meaning in self.phrases.get(words[at].word, ()):
            end = _match(words, at + 1, rest)
            if end:
                return end, meaning
        return at + 1, self._place(words[at].word)

    def _place(self, word: str) -> Meaning | None:
        for table in self.tables:
            if word in table:
                return Meaning(Role.PLACE, table[word])
        meant = sorted(set(self._beginning(word)))
        return Meaning(Role.PLACE, tuple(meant)) if meant else None

    def _beginning(self, word: str) -> Iterator[Province]:
        """The spaces whose names begin so."""
        if len(word) < SHORTEST_BEGINNING:
            return
        for name, province in self.names[bisect_left(self.names, (word, Province(""))) :]:
            if not name.startswith(word):
                return
            yield province


def _match(words: Sequence[Token], at: int, rest: Sequence[str]) -> int | None:
    """Where the phrase ends, if it stands here; a hyphen may stand between its words."""
    for word in rest:
        if at < len(words) and words[at].word == DASH:
            at += 1
        if at == len(words) or words[at].word != word:
            return None
        at += 1
    return at


def _entries(language: Language) -> Iterator[tuple[str, Meaning]]:
    for role, written in language.words.items():
        if role != "idle":
            yield from ((phrase, Meaning(Role(role))) for phrase in written)
    for coast, written in language.coasts.items():
        yield from ((phrase, Meaning(Role.COAST, (coast,))) for phrase in written)
    for power, names in language.powers.items():
        for phrase in (names["name"], *names["words"]):
            yield phrase, Meaning(Role.POWER, (power,))
    for place, written in language.places.items():
        yield from ((phrase, Meaning(Role.PLACE, (place,))) for phrase in written)


def _spellings(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A phrase with its words apart or run together, in all ways."""
    if len(words) == 1:
        yield tuple(words)
        return
    for rest in _spellings(words[1:]):
        yield (words[0], *rest)
        yield (words[0] + rest[0], *rest[1:])


def _words(phrase: str, idle: frozenset[str]) -> list[str]:
    """The words of a phrase that count; its hyphens do not, unless it is one."""
    words = [token.word for token in tokens(phrase) if token.word not in idle]
    return [word for word in words if word != DASH] or words


def _phrases(entries: Iterable[tuple[str, Meaning]], idle: frozenset[str]) -> Phrases:
    known: dict[tuple[str, ...], Meaning] = {}
    for phrase, meaning in entries:
        words = _words(phrase, idle)
        for spelling in _spellings(words) if meaning.role is Role.PLACE else [tuple(words)]:
            known.setdefault(spelling, meaning)
    by_first: dict[str, list[tuple[Sequence[str], Meaning]]] = {}
    for (first, *rest), meaning in sorted(known.items(), key=lambda entry: -len(entry[0])):
        by_first.setdefault(first, []).append((rest, meaning))
    return by_first


@cache
def vocabulary(language: str, edition: str | None) -> Vocabulary:
    """The words that are read, those of `language` first; raises LanguageError or EditionError."""
    preferred = language_of(language)
    languages = [preferred, *(language_of(code) for code in LANGUAGES if code != language)]
    idle = frozenset(word for each in languages for word in each.words["idle"])
    codes = [(code, Meaning(Role.PLACE, (code,))) for code in standard().spaces]
    entries = [*codes, *(entry for each in languages for entry in _entries(each))]
    names = {
        ("".join(_words(name, idle)), Province(province))
        for each in languages
        for province, written in each.places.items()
        for name in written
    }
    return Vocabulary(_phrases(entries, idle), idle, abbreviations(edition), sorted(names))
