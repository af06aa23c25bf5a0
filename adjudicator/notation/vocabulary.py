"""Turns the text of an order into lexemes, and holds the meanings that words can have."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from adjudicator.board import standard
from adjudicator.editions import EDITIONS
from adjudicator.errors import EditionError
from adjudicator.notation.errors import Fault, Invalid, LanguageError
from adjudicator.notation.text import COLON, DASH, Token, TokenizedText, tokens
from adjudicator.units import Province

LANGUAGES = {"en": "english", "fr": "french"}
"""The file of each language."""


@dataclass(frozen=True, eq=False)
class Language:
    """The words and messages of a language; the first word of each list is the one written."""

    words: Mapping[str, Sequence[str]]
    coasts: Mapping[str, Sequence[str]]
    powers: Mapping[str, Mapping[str, Any]]
    places: Mapping[str, Sequence[str]]
    codes: Mapping[str, str]
    definite: Mapping[str, str]
    to: Mapping[str, str]
    inside: Mapping[str, str]
    standing: Mapping[str, str]
    here: Mapping[str, Sequence[str]]
    names_here: Mapping[str, Sequence[str]]
    abbreviated: Mapping[str, Sequence[str]]
    forms: Mapping[str, str]
    actions: Mapping[str, str]
    words_of: Mapping[str, str]
    faults: Mapping[str, str]
    reasons: Mapping[str, str]


@cache
def language_of(code: str) -> Language:
    """The language of a code, `en` or `fr`; raises LanguageError."""
    if code not in LANGUAGES:
        raise LanguageError("language", f"{code!r} is not one of {', '.join(LANGUAGES)}")
    file = files("adjudicator") / "notation" / f"{LANGUAGES[code]}.toml"
    return Language(**tomllib.loads(file.read_text(encoding="utf-8")))


class Role(StrEnum):
    """The roles of words in an order."""

    ARMY = "army"
    FLEET = "fleet"
    HOLD = "hold"
    MOVE = "move"
    TOWARD = "toward"
    SUPPORT = "support"
    CONVOY = "convoy"
    VIA = "via"
    TRADE = "trade"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    WAIVE = "waive"
    AND = "and"
    COAST = "coast"
    POWER = "power"
    PLACE = "place"
    FROM = "from"


class Meaning(NamedTuple):
    """The role of a word, and the coast, power or spaces that it may name.

    `otherwise`: further groups of spaces, tried in turn if none of `values` is possible.
    """

    role: Role
    values: tuple[str, ...] = ()
    otherwise: tuple[tuple[str, ...], ...] = ()


class Lexeme(NamedTuple):
    """A meaning, and the place of its words in the text."""

    meaning: Meaning
    start: int
    end: int


PRINTED = {"1971": "1971", "ens": "ens", "parker": "parker", "parker-0.1": "parker", "anjou": "anjou"}
"""The table of abbreviations of each edition that has one."""
Meanings = Mapping[str, tuple[Province, ...]]
"""The spaces that each abbreviation may mean."""


@cache
def printed(edition: str) -> Mapping[Province, tuple[str, ...]]:
    """The abbreviations of each space printed in a rulebook."""
    file = files("adjudicator") / "notation" / "tables" / f"{edition}.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))["abbreviations"]
    return {Province(province): tuple(written) for province, written in table.items()}


def _meanings(editions: Iterable[str]) -> Meanings:
    found: dict[str, set[Province]] = {}
    for edition in editions:
        for province, written in printed(edition).items():
            for abbreviation in written:
                found.setdefault(tokens(abbreviation)[0].word, set()).add(province)
    return {word: tuple(sorted(provinces)) for word, provinces in found.items()}


@cache
def abbreviations(edition: str | None) -> tuple[Meanings, ...]:
    """The edition's table, if it has one, then all tables merged; raises EditionError."""
    if edition not in (None, *EDITIONS, *PRINTED):
        raise EditionError(
            "edition", f"{edition!r} is not one of {', '.join({**EDITIONS, **dict.fromkeys(PRINTED)})}"
        )
    own = [_meanings([PRINTED[edition]])] if edition in PRINTED else []
    return (*own, _meanings(PRINTED.values()))


INITIALS = 3
"""Initials stand for names of at least this many words."""
Phrases = Mapping[str, Sequence[tuple[Sequence[str], Meaning]]]
"""By first word: the words after it and the meaning of the whole, the longest first."""


def idle_words(languages: Iterable[Language]) -> frozenset[str]:
    """The articles and prepositions that are ignored, in names and orders."""
    return frozenset({COLON}.union(*(language.words["idle"] for language in languages)))


def idle_here(languages: Sequence[Language]) -> frozenset[str]:
    """The ignored words if the position is known: not colons, and not words for "from"."""
    here = frozenset(word for language in languages for word in language.here["idle"])
    origins = frozenset(word for language in languages for word in language.here["from"])
    return (idle_words(languages) | here) - origins - {COLON}


def entries_here(languages: Sequence[Language]) -> Iterator[tuple[str, Meaning]]:
    """The additional phrases that are read if the position is known."""
    for language in languages:
        for role, written in language.here.items():
            if role not in {"idle", "outcomes"}:
                yield from ((phrase, Meaning(Role(role))) for phrase in written)
        yield from _named(Role.POWER, language.abbreviated)
        yield from _named(Role.PLACE, language.names_here)


def entries(languages: Iterable[Language]) -> Iterator[tuple[str, Meaning]]:
    """Every phrase and its meaning, first the canonical codes, which are the same in all languages."""
    for code in standard().spaces:
        yield code, Meaning(Role.PLACE, (code,))
    for language in languages:
        for role, written in language.words.items():
            if role != "idle":
                yield from ((phrase, Meaning(Role(role))) for phrase in written)
        yield from _named(Role.COAST, language.coasts)
        yield from _named(Role.POWER, {code: [p["name"], *p["words"]] for code, p in language.powers.items()})
        yield from _named(Role.PLACE, language.places)


def _named(role: Role, names: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Meaning]]:
    for code, written in names.items():
        yield from ((phrase, Meaning(role, (code,))) for phrase in written)


def place_names(languages: Iterable[Language], idle: frozenset[str]) -> Sequence[tuple[str, Province]]:
    """All names of spaces, each written without blanks, with its space; sorted."""
    named = (language.places for language in languages)
    return sorted({("".join(written), code) for names in named for written, code in _apart(names, idle)})


def long_names(
    languages: Iterable[Language], idle: frozenset[str]
) -> Sequence[tuple[Sequence[str], Province]]:
    """Every name of several words."""
    return [
        (written, code)
        for language in languages
        for names in (language.places, language.names_here)
        for written, code in _apart(names, idle)
        if len(written) > 1
    ]


def initials(languages: Iterable[Language]) -> Mapping[str, tuple[Province, ...]]:
    """The spaces by the initials of names of three words or more, articles included: `gdl`."""
    found: dict[str, set[Province]] = {}
    for language in languages:
        for written, code in _apart(language.places, frozenset()):
            if len(written) >= INITIALS:
                found.setdefault("".join(word[0] for word in written), set()).add(code)
    return {letters: tuple(sorted(spaces)) for letters, spaces in found.items()}


def _apart(
    places: Mapping[str, Sequence[str]], idle: frozenset[str]
) -> Iterator[tuple[Sequence[str], Province]]:
    """Yield each name of each space, split into its words."""
    for code, names in places.items():
        yield from ((words(name, idle), Province(code)) for name in names)


def words(phrase: str, idle: frozenset[str]) -> list[str]:
    """The words of a phrase without ignored words and hyphens; a lone hyphen stays."""
    found = [token.word for token in tokens(phrase) if token.word not in idle]
    return [word for word in found if word != DASH] or found


def _spellings(name: str, idle: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """All spellings of a name with its words separate or joined."""
    yield from _runs(words(name, idle))
    yield ("".join(words(name.replace(" ", ""), frozenset())),)


def _runs(apart: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if len(apart) == 1:
        yield tuple(apart)
        return
    for rest in _runs(apart[1:]):
        yield (apart[0], *rest)
        yield (apart[0] + rest[0], *rest[1:])


def by_first_word(found: Iterable[tuple[str, Meaning]], idle: frozenset[str]) -> Phrases:
    """The phrases by first word; of two meanings the first counts."""
    known: dict[tuple[str, ...], Meaning] = {}
    for phrase, meaning in found:
        named = meaning.role is Role.PLACE
        for spelling in _spellings(phrase, idle) if named else [tuple(words(phrase, idle))]:
            known.setdefault(spelling, meaning)
    phrases: dict[str, list[tuple[Sequence[str], Meaning]]] = {}
    for (first, *rest), meaning in sorted(known.items(), key=lambda entry: -len(entry[0])):
        phrases.setdefault(first, []).append((rest, meaning))
    return phrases


_PLACED = frozenset({Role.PLACE, Role.COAST})
_KINDS = frozenset({Role.ARMY, Role.FLEET})
_BEFORE_POWERS = frozenset({None, Role.SUPPORT, Role.CONVOY})
LONGEST_NAME = 5
"""The most words of a name."""
SHORTEST_BEGINNING = 3
"""The first three letters of a name may stand for it (1971 VII.7)."""
LONGEST_LINE_NUMBER = 2
"""The most digits of the number of a line."""


@dataclass(frozen=True, eq=False)
class Short:
    """What is also read if the position is known: names with each word cut short, and initials.

    `names` are those of several words, by first letter; `ordering` are words of orders, which no name
    contains; `powers` are short names of powers; `remarks` matches the remarks of a judge beside an order.
    """

    names: Mapping[str, Sequence[tuple[Sequence[str], Province]]]
    initials: Meanings
    ordering: frozenset[str]
    powers: Mapping[str, Meaning]
    remarks: re.Pattern[str]

    def named(self, words: Sequence[Token], at: int) -> tuple[int, tuple[Province, ...]]:
        """Return the end of the longest abbreviated name here, and its spaces."""
        names = self.names.get(words[at].word[0], ())
        for end in range(min(len(words), at + LONGEST_NAME), at + 1, -1):
            begun = [token.word for token in words[at:end]]
            if not self.ordering.isdisjoint(begun):
                continue
            found = {code for name, code in names if _begun(name, begun)}
            if found:
                return end, tuple(sorted(found))
        return at, ()


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of both languages, those of the preferred one first, and the tables of abbreviations."""

    phrases: Phrases
    idle: frozenset[str]
    tables: tuple[Meanings, ...]
    names: Sequence[tuple[str, Province]]
    short: Short | None = None

    def lexemes(self, written: TokenizedText) -> Iterator[Lexeme]:
        """Yield the lexemes of a text; raises Invalid naming an unknown word."""
        if self.short:
            yield from _settled(self.short, self._plain(_without_remarks(self.short, written)), written.text)
        else:
            yield from self._plain(written)

    def _plain(self, written: TokenizedText) -> Iterator[Lexeme]:
        words = [token for token in written.words if token.word not in self.idle]
        at = 0
        while at < len(words):
            end, meaning = self._longest(words, at)
            if not meaning:
                raise Invalid(Fault.UNKNOWN, written.text[words[at].start : words[at].end])
            yield Lexeme(meaning, words[at].start, words[end - 1].end)
            at = end

    def _longest(self, words: Sequence[Token], at: int) -> tuple[int, Meaning | None]:
        end, meaning = self._phrase(words, at)
        if not self.short:
            return end, meaning
        longer, spaces = self.short.named(words, at)
        return (
            (longer, Meaning(Role.PLACE, spaces))
            if longer > end or (not meaning and spaces)
            else (end, meaning)
        )

    def _phrase(self, words: Sequence[Token], at: int) -> tuple[int, Meaning | None]:
        for rest, meaning in self.phrases.get(words[at].word, ()):
            end = _match(words, at + 1, rest)
            if end:
                code = not rest and meaning.values == (words[at].word.upper(),)
                return end, meaning._replace(otherwise=self._places(words[at].word)) if code else meaning
        meant = self._places(words[at].word)
        if not meant:
            return at + 1, None
        return at + 1, Meaning(Role.PLACE, meant[0], meant[1:] if self.short else ())

    def _places(self, word: str) -> tuple[tuple[str, ...], ...]:
        """The spaces that a word may abbreviate: by each table, as the beginning of a name, as initials."""
        begun = tuple(sorted(set(self._beginning(word))))
        letters = self.short.initials.get(word, ()) if self.short else ()
        found = (*(table.get(word, ()) for table in self.tables), begun, letters)
        return tuple(places for places in found if places)

    def _beginning(self, word: str) -> Iterator[Province]:
        """The spaces whose names begin with a word."""
        if len(word) < SHORTEST_BEGINNING:
            return
        for name, province in self.names[bisect_left(self.names, word, key=itemgetter(0)) :]:
            if not name.startswith(word):
                return
            yield province


def _match(words: Sequence[Token], at: int, rest: Sequence[str]) -> int | None:
    """The end of a phrase if it matches here; hyphens may be between its words."""
    for word in rest:
        while _hyphen(words, at):
            at += 1
        if at == len(words) or words[at].word != word:
            return None
        at += 1
    return at


def _hyphen(words: Sequence[Token], at: int) -> bool:
    """True if there is a hyphen here: a dash that touches a word. One between blanks means a move."""
    if at + 1 >= len(words) or words[at].word != DASH:
        return False
    return words[at - 1].end == words[at].start or words[at].end == words[at + 1].start


def _begun(name: Sequence[str], begun: Sequence[str]) -> bool:
    return len(name) == len(begun) and all(map(str.startswith, name, begun))


def _without_remarks(short: Short, written: TokenizedText) -> TokenizedText:
    """Drop the line number and the remarks of a judge."""
    barred = [found.span() for found in short.remarks.finditer(written.text)]
    words = [token for token in written.words if not any(start <= token.start < end for start, end in barred)]
    if words and words[0].word.isdigit() and len(words[0].word) <= LONGEST_LINE_NUMBER:
        del words[0]
    return TokenizedText(written.text, words)


def _settled(short: Short, lexemes: Iterator[Lexeme], text: str) -> Iterator[Lexeme]:
    """Drop colons that do not mean a move, and read `Eng` before a unit as a power."""
    every = list(lexemes)
    for at, lexeme in enumerate(every):
        before = every[at - 1].meaning.role if at else None
        after = [following.meaning.role for following in every[at + 1 : at + 3]]
        written = text[lexeme.start : lexeme.end]
        if written == COLON:
            if before in _PLACED and after[:1] and after[0] in _PLACED:
                yield lexeme
        elif before in _BEFORE_POWERS and after == [*after[:1], Role.PLACE] and after[0] in _KINDS:
            yield lexeme._replace(meaning=short.powers.get(written.casefold(), lexeme.meaning))
        else:
            yield lexeme


@cache
def vocabulary(language: str, edition: str | None, *, here: bool = False) -> Vocabulary:
    """Return the vocabulary, with the words of `language` first; raises LanguageError or EditionError.

    here: whether the position is known, so that more can be read.
    """
    preferred = language_of(language)
    languages = [preferred, *(language_of(code) for code in LANGUAGES if code != language)]
    if not here:
        idle = idle_words(languages)
        phrases = by_first_word(entries(languages), idle)
        return Vocabulary(phrases, idle, abbreviations(edition), place_names(languages, idle))
    idle = idle_here(languages)
    phrases = by_first_word(chain(entries(languages), entries_here(languages)), idle)
    names = place_names(languages, idle)
    return Vocabulary(phrases, idle, abbreviations(edition), names, _short(languages, phrases, idle))


def _short(languages: Sequence[Language], phrases: Phrases, idle: frozenset[str]) -> Short:
    ordering = frozenset(
        first
        for first, known in phrases.items()
        for rest, meaning in known
        if not rest and meaning.role not in {Role.PLACE, Role.COAST}
    )
    cut = {
        word.casefold(): Meaning(Role.POWER, (code,))
        for language in languages
        for code, words in language.abbreviated.items()
        for word in words
    }
    outcomes = "|".join(re.escape(word) for language in languages for word in language.here["outcomes"])
    remarks = re.compile(rf"\(\s*(?:\*[^()]*\*|{outcomes})\s*\)", re.IGNORECASE)
    names: dict[str, list[tuple[Sequence[str], Province]]] = {}
    for name, code in long_names(languages, idle):
        names.setdefault(name[0][0], []).append((name, code))
    return Short(names, initials(languages), ordering, cut, remarks)
