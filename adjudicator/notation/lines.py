"""Reading a sheet of orders: several lines, each with its number."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.notation.errors import ReadingError
from adjudicator.notation.meanings import Role
from adjudicator.notation.reading import read_words, too_long
from adjudicator.notation.sentence import UnitOf
from adjudicator.notation.text import TokenizedText
from adjudicator.notation.vocabulary import Vocabulary, vocabulary
from adjudicator.orders import Order
from adjudicator.units import Power

LONGEST_SHEET = 20_000
"""No sheet has more characters."""
MOST_ORDERS = 500
"""No sheet has more orders, by the ends of lines, semicolons and commas in it."""
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_ORDER_ENDS = re.compile("[;,]")
_ENDS = re.compile("[\r\n;,]+")
_AFTER_HEADINGS = " \t:.-–—"


@dataclass(frozen=True, slots=True)
class Line:
    """One order of a sheet, or why it could not be read; `power` is the one last named before it."""

    number: int
    text: str
    order: Order | None = None
    error: ReadingError | None = None
    power: Power | None = None


@dataclass(frozen=True, slots=True)
class _Reader:
    known: Vocabulary
    unit_of: UnitOf | None

    def line(self, number: int, written: TokenizedText, power: Power | None) -> Line:
        try:
            return Line(number, written.text, read_words(written, self.known, self.unit_of), None, power)
        except ReadingError as error:
            return Line(number, written.text, None, error, power)

    def orders(self, number: int, written: TokenizedText, power: Power | None) -> Iterator[Line]:
        """One line: the parts between its commas if each is an order, else the whole if it is one."""
        several = list(_parts(written))
        parts = [self.line(number, part, power) for part in several] if len(several) > 1 else []
        if parts and all(part.order for part in parts):
            yield from parts
            return
        whole = self.line(number, written, power)
        if parts and not whole.order:
            yield from parts
        else:
            yield whole

    def heading(self, written: TokenizedText) -> tuple[Power | None, TokenizedText]:
        """The power that a line begins with, and the rest of the line."""
        try:
            first = next(self.known.lexemes(written), None)
        except ReadingError:
            return None, written
        if not first or first.meaning.role is not Role.POWER:
            return None, written
        rest = written.part(first.end, len(written.text), _AFTER_HEADINGS)
        return Power(first.meaning.values[0]), rest


def _parts(written: TokenizedText) -> Iterator[TokenizedText]:
    """The parts of a line between its commas and semicolons, but for blank ones."""
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
    unit_of: UnitOf | None = None,
    *,
    longest: int = LONGEST_SHEET,
    most: int = MOST_ORDERS,
) -> list[Line]:
    """Every order of a sheet, read or with its error; raises LanguageError, EditionError.

    Blank lines are passed over, and what follows `#`. A line that is only a power's name is a
    heading. Several orders may stand in one line, separated by `;` or `,`. Of a sheet of more than
    `longest` characters or `most` orders nothing is read: it is one line with the fault TOO_LONG.
    """
    reader, power = _Reader(vocabulary(language, edition), unit_of), None
    if len(text) > longest or len(_ENDS.findall(text)) > most:
        error = too_long(text)
        return [Line(1, error.word, None, error)]
    lines: list[Line] = []
    for number, written in enumerate(_LINE_ENDS.split(text), 1):
        named, rest = reader.heading(TokenizedText.of(written.partition("#")[0].strip()))
        power = named or power
        if rest.text:
            lines.extend(reader.orders(number, rest, power))
    return lines
