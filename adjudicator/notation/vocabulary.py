"""The text of an order as the words that were meant."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from adjudicator.notation.errors import Fault, Invalid
from adjudicator.notation.languages import LANGUAGES, language_of
from adjudicator.notation.lexicon import Phrases, by_first_word, entries, idle_words, place_names
from adjudicator.notation.meanings import Lexeme, Meaning, Role
from adjudicator.notation.tables import Meanings, abbreviations
from adjudicator.notation.text import DASH, Token, TokenizedText
from adjudicator.units import Province

SHORTEST_BEGINNING = 3
"""The first three letters of a name may stand for it (1971 VII.7)."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of both languages, those of the one preferred first, and the tables of abbreviations."""

    phrases: Phrases
    idle: frozenset[str]
    tables: tuple[Meanings, ...]
    names: Sequence[tuple[str, Province]]

    def lexemes(self, written: TokenizedText) -> Iterator[Lexeme]:
        """A text as words that mean something; raises Invalid naming one that means nothing."""
        words = [token for token in written.words if token.word not in self.idle]
        at = 0
        while at < len(words):
            end, meaning = self._longest(words, at)
            if not meaning:
                raise Invalid(Fault.UNKNOWN, written.text[words[at].start : words[at].end])
            yield Lexeme(meaning, words[at].start, words[end - 1].end)
            at = end

    def _longest(self, words: Sequence[Token], at: int) -> tuple[int, Meaning | None]:
        for rest, meaning in self.phrases.get(words[at].word, ()):
            end = _match(words, at + 1, rest)
            if end:
                code = not rest and meaning.values == (words[at].word.upper(),)
                return end, meaning._replace(otherwise=self._places(words[at].word)) if code else meaning
        meant = self._places(words[at].word)
        return at + 1, Meaning(Role.PLACE, meant[0]) if meant else None

    def _places(self, word: str) -> tuple[tuple[str, ...], ...]:
        """The spaces that a word abbreviates, by each table that has it and by the names that begin so."""
        begun = tuple(sorted(set(self._beginning(word))))
        found = (*(table.get(word, ()) for table in self.tables), begun)
        return tuple(places for places in found if places)

    def _beginning(self, word: str) -> Iterator[Province]:
        """The spaces whose names begin so."""
        if len(word) < SHORTEST_BEGINNING:
            return
        for name, province in self.names[bisect_left(self.names, (word, Province(""))) :]:
            if not name.startswith(word):
                return
            yield province


def _match(words: Sequence[Token], at: int, rest: Sequence[str]) -> int | None:
    """The end of the phrase, if it stands here; hyphens may stand between its words."""
    for word in rest:
        while _hyphen(words, at):
            at += 1
        if at == len(words) or words[at].word != word:
            return None
        at += 1
    return at


def _hyphen(words: Sequence[Token], at: int) -> bool:
    """True if a dash stands here that touches one of its neighbours: one between blanks is a move."""
    if at + 1 >= len(words) or words[at].word != DASH:
        return False
    return words[at - 1].end == words[at].start or words[at].end == words[at + 1].start


@cache
def vocabulary(language: str, edition: str | None) -> Vocabulary:
    """The words that are read, those of `language` first; raises LanguageError or EditionError."""
    preferred = language_of(language)
    languages = [preferred, *(language_of(code) for code in LANGUAGES if code != language)]
    idle = idle_words(languages)
    phrases = by_first_word(entries(languages), idle)
    return Vocabulary(phrases, idle, abbreviations(edition), place_names(languages, idle))
