"""The words of all languages in one list, from their files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.board import standard
from adjudicator.notation.languages import Language
from adjudicator.notation.meanings import Meaning, Role
from adjudicator.notation.text import DASH, tokens
from adjudicator.units import Province

Phrases = Mapping[str, Sequence[tuple[Sequence[str], Meaning]]]
"""By first word: the words that follow it and what they mean together, the longest first."""


def idle_words(languages: Iterable[Language]) -> frozenset[str]:
    """The articles and prepositions that are passed over, in names as in orders."""
    return frozenset(word for language in languages for word in language.words["idle"])


def entries(languages: Iterable[Language]) -> Iterator[tuple[str, Meaning]]:
    """Every phrase and its meaning: first the canonical codes, which mean the same in all languages."""
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
    """Every name of a space in one run of letters, sorted."""
    named = (_named(Role.PLACE, language.places) for language in languages)
    found = {
        ("".join(words(name, idle)), Province(code))
        for each in named
        for name, meaning in each
        for code in meaning.values
    }
    return sorted(found)


def words(phrase: str, idle: frozenset[str]) -> list[str]:
    """The words of a phrase that count; its hyphens do not, unless it is one."""
    found = [token.word for token in tokens(phrase) if token.word not in idle]
    return [word for word in found if word != DASH] or found


def _spellings(name: str, idle: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """A name with its words apart or run together, in all ways."""
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
    """The phrases as they are looked up; of two meanings the first counts."""
    known: dict[tuple[str, ...], Meaning] = {}
    for phrase, meaning in found:
        named = meaning.role is Role.PLACE
        for spelling in _spellings(phrase, idle) if named else [tuple(words(phrase, idle))]:
            known.setdefault(spelling, meaning)
    phrases: dict[str, list[tuple[Sequence[str], Meaning]]] = {}
    for (first, *rest), meaning in sorted(known.items(), key=lambda entry: -len(entry[0])):
        phrases.setdefault(first, []).append((rest, meaning))
    return phrases
