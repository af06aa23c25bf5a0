"""Reading orders as people write them: a single one, or a sheet line by line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import prod
from typing import NamedTuple

from adjudicator.notation import grammar
from adjudicator.notation.errors import Ambiguous, Fault, Invalid, ReadingError
from adjudicator.notation.grammar import KINDS, Here, Sentence
from adjudicator.notation.text import TokenizedText
from adjudicator.notation.vocabulary import Lexeme, Meaning, Role, Vocabulary, vocabulary
from adjudicator.orders import Move, Order, Retreat
from adjudicator.phases import PhaseKind
from adjudicator.units import Kind, Power, Province

LONGEST = 400
"""The longest order, in characters."""
MOST_READINGS = 64
"""A text with more possible meanings is not tried out."""
_SHOWN = 40
_ENDS = frozenset({Role.BUILD, Role.DISBAND})
_VERBS = (Role.BUILD, Role.DISBAND)
_KIND_ROLES = frozenset(KINDS)
_SAYING = frozenset(set(Role) - {Role.PLACE, Role.COAST, Role.POWER, Role.ARMY, Role.FLEET})
"""The roles of words that say what a unit does."""


def read(text: str, language: str, edition: str | None = None, here: Here | None = None) -> Order:
    """Read an order as people write it; raises Invalid or Ambiguous, LanguageError, EditionError.

    The words of both languages are read, those of `language` first. If `here` gives the position, an
    ambiguous text is valid if only one meaning is possible there, and kinds and coasts of units may be
    missing.
    """
    known = vocabulary(language, edition, here=here is not None)
    if len(text) > LONGEST:
        raise too_long(text)
    written = TokenizedText.of(text)
    first, *others = read_words(written, known, here).orders
    if others:
        raise Invalid(Fault.LEFT_OVER, text.strip())
    return first


class Reading(NamedTuple):
    """The orders of a text: one, or several in winter; `verb` goes for later units without a verb."""

    orders: Sequence[Order]
    verb: Role | None = None


def read_words(
    written: TokenizedText, known: Vocabulary, here: Here | None, verb: Role | None = None
) -> Reading:
    """Read a tokenized order; raises Invalid or Ambiguous.

    verb: the verb of an earlier part of the line, which goes for later parts: `Builds: A Bud, F Tri`.
    """
    if len(written.text) > LONGEST:
        raise too_long(written.text)
    if here is None:
        return Reading([grammar.order(Sentence(written.text, list(known.lexemes(written))))])
    try:
        lexemes = list(known.lexemes(written))
        if here.kind is PhaseKind.ADJUSTMENTS and any(role is not Role.AND for role in _roles(lexemes)):
            return _winter(written.text, lexemes, here, verb)
        return Reading([_one(Sentence(written.text, lexemes, here), here)])
    except ReadingError as error:
        error.asked = here.kind
        raise


def too_long(text: str) -> Invalid:
    """Return the error for a text that is too long, with its beginning."""
    return Invalid(Fault.TOO_LONG, text[:_SHOWN])


def _winter(text: str, lexemes: Sequence[Lexeme], here: Here, verb: Role | None) -> Reading:
    """Read the builds and removals of a line; a verb goes for later ones without a verb."""
    orders = []
    for part in _parts(text, lexemes):
        roles = _roles(part)
        verb = roles[0] if roles[0] in _ENDS else verb
        bare = None if _ENDS & set(roles) or Role.MOVE in roles else verb
        within = text[: part[-1].end]
        orders.append(_one(Sentence(within, part, here, bare=bare), here))
    return Reading(orders, verb)


def _roles(lexemes: Sequence[Lexeme]) -> list[Role]:
    return [lexeme.meaning.role for lexeme in lexemes]


def _parts(text: str, lexemes: Sequence[Lexeme]) -> Iterator[Sequence[Lexeme]]:
    """Split a line into builds and removals, each with one space."""
    part: list[Lexeme] = []
    for at, lexeme in enumerate(lexemes):
        if part and _begins(text, part, lexemes[at:]):
            yield part
            part = []
        if lexeme.meaning.role is not Role.AND:
            part.append(lexeme)
    if part:
        yield part


def _begins(text: str, part: Sequence[Lexeme], rest: Sequence[Lexeme]) -> bool:
    """True if a new order begins after the part that was read."""
    before, (role, *after) = _roles(part), _roles(rest)
    if role is Role.WAIVE or before[-1] is Role.WAIVE:
        return True
    if Role.PLACE not in before:
        return False
    if role is Role.MOVE:
        return bool(after) and after[0] in KINDS
    if role in _ENDS and after and after[0] is not Role.AND:
        signed = text[rest[0].start : rest[0].end] == "+"
        return signed or not _ENDS.isdisjoint(before) or after[-1] not in _ENDS
    return role in {*KINDS, Role.AND}


def _one(sentence: Sentence, here: Here) -> Order:
    """Return the only order that a text can mean here; raises Invalid or Ambiguous."""
    levels = 1 + max((len(lexeme.meaning.otherwise) for lexeme in sentence.lexemes), default=0)
    if _is_doubtful(sentence):
        for level in range(levels):
            found = _possible(sentence, here, level)
            if len({order for order, _ in found}) == 1:
                return found[0][0]
            if found:
                raise _doubt(sentence, [spaces for _, spaces in found], [order for order, _ in found])
    return _as_asked(grammar.order(sentence), here)


def _is_doubtful(sentence: Sentence) -> bool:
    return any(len(lexeme.meaning.values) > 1 or lexeme.meaning.otherwise for lexeme in sentence.lexemes) or (
        sentence.winter and (_does_nothing(sentence) or _KIND_ROLES.isdisjoint(_roles(sentence.lexemes)))
    )


def _does_nothing(sentence: Sentence) -> bool:
    return sentence.bare is None and _SAYING.isdisjoint(_roles(sentence.lexemes))


def _choices(sentence: Sentence, lexeme: Lexeme, level: int) -> tuple[str, ...]:
    """The spaces that a word may mean; a canonical code has no other meaning."""
    meaning = lexeme.meaning
    if meaning.role is not Role.PLACE or meaning.values == (sentence.written(lexeme).upper(),):
        return ("",)
    return tuple(dict.fromkeys((*meaning.values, *chain(*meaning.otherwise[:level]))))


def _possible(sentence: Sentence, here: Here, level: int) -> list[tuple[Order, tuple[str, ...]]]:
    """The possible orders among the meanings of a text, each with its spaces."""
    choices = [_choices(sentence, lexeme, level) for lexeme in sentence.lexemes]
    written = not sentence.winter or not _KIND_ROLES.isdisjoint(_roles(sentence.lexemes))
    kinds = (None,) if written else tuple(Kind)
    verbs = _VERBS if sentence.winter and _does_nothing(sentence) else (sentence.bare,)
    if prod(map(len, choices)) > MOST_READINGS:
        return []
    found = []
    for spaces in product(*choices):
        lexemes = [
            lexeme._replace(meaning=Meaning(Role.PLACE, (space,))) if space else lexeme
            for lexeme, space in zip(sentence.lexemes, spaces, strict=True)
        ]
        for kind, verb in product(kinds, verbs):
            meant = replace(sentence, lexemes=lexemes, assumed=kind, bare=verb, at=0)
            try:
                order = _as_asked(grammar.order(meant), here)
            except ReadingError:
                continue
            if here.can(order):
                found.append((order, spaces))
    return found


def _doubt(sentence: Sentence, spaces: Sequence[tuple[str, ...]], orders: Sequence[Order]) -> ReadingError:
    """Return the error for a text with several possible meanings; it names only these."""
    for lexeme, meant in zip(sentence.lexemes, zip(*spaces, strict=True), strict=True):
        if len(set(meant)) > 1:
            return Ambiguous(sentence.written(lexeme), tuple(Province(code) for code in sorted(set(meant))))
    kinds = {order.unit.kind for order in orders if order.unit}
    return Invalid(Fault.NO_KIND if len(kinds) > 1 else Fault.NO_ACTION, sentence.text.strip())


def _as_asked(order: Order, here: Here) -> Order:
    """Turn a move into a retreat in a retreat phase."""
    if here.kind is PhaseKind.RETREATS and isinstance(order, Move) and not order.via:
        return Retreat(order.unit, order.to)
    return order


LONGEST_SHEET = 20_000
"""The longest sheet, in characters."""
MOST_ORDERS = 500
"""The most orders of a sheet, counted by ends of lines, semicolons and commas."""
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_ORDER_ENDS = re.compile("[;,]")
_SEPARATORS = re.compile("[\r\n;,]+")
_AFTER_HEADINGS = " \t:.-–—"


@dataclass(frozen=True, slots=True)
class Line:
    """One order of a sheet, or its error; `power` is the last power named before it."""

    number: int
    text: str
    order: Order | None = None
    error: ReadingError | None = None
    power: Power | None = None


@dataclass(frozen=True, slots=True)
class _Reader:
    known: Vocabulary
    here: Here | None

    def lines(
        self, number: int, written: TokenizedText, power: Power | None, verb: Role | None = None
    ) -> tuple[list[Line], Role | None]:
        """Read a part of a line; return its orders and the verb for later parts."""
        try:
            reading = read_words(written, self.known, self.here, verb)
        except ReadingError as error:
            return [Line(number, written.text, None, error, power)], verb
        return [Line(number, written.text, order, None, power) for order in reading.orders], reading.verb

    def orders(self, number: int, written: TokenizedText, power: Power | None) -> Iterator[Line]:
        """Read a line: its parts between commas if each is an order, else the whole line."""
        several = list(_divided(written))
        parts: list[Line] = []
        verb: Role | None = None
        for part in several if len(several) > 1 else ():
            found, verb = self.lines(number, part, power, verb)
            parts += found
        if parts and all(part.order for part in parts):
            yield from parts
            return
        whole, _ = self.lines(number, written, power)
        yield from parts if parts and not whole[0].order else whole

    def heading(self, written: TokenizedText) -> tuple[Power | None, TokenizedText]:
        """Split off the power that a line begins with, if any."""
        try:
            first = next(self.known.lexemes(written), None)
        except ReadingError:
            return None, written
        if not first or first.meaning.role is not Role.POWER:
            return None, written
        rest = written.part(first.end, len(written.text), _AFTER_HEADINGS)
        return Power(first.meaning.values[0]), rest


def _divided(written: TokenizedText) -> Iterator[TokenizedText]:
    """Split a line at commas and semicolons, without blank parts."""
    start = 0
    for end in (*(found.start() for found in _ORDER_ENDS.finditer(written.text)), len(written.text)):
        part = written.part(start, end)
        if part.text:
            yield part
        start = end + 1


def read_lines(
    text: str,
    language: str,
    edition: str | None = None,
    here: Here | None = None,
    *,
    longest: int = LONGEST_SHEET,
    most: int = MOST_ORDERS,
) -> list[Line]:
    """Read every order of a sheet, or its error; raises LanguageError, EditionError.

    Blank lines and text after `#` are ignored. A line that only has a power's name is a heading. A line may
    have several orders, separated by `;` or `,`. A sheet of more than `longest` characters or `most` orders
    is not read, but gives one line with the fault TOO_LONG.
    """
    reader, power = _Reader(vocabulary(language, edition, here=here is not None), here), None
    if len(text) > longest or len(_SEPARATORS.findall(text)) > most:
        error = too_long(text)
        return [Line(1, error.word, None, error)]
    lines: list[Line] = []
    for number, written in enumerate(_LINE_ENDS.split(text), 1):
        named, rest = reader.heading(TokenizedText.of(written.partition("#")[0].strip()))
        power = named or power
        if rest.text:
            lines.extend(reader.orders(number, rest, power))
    return lines
