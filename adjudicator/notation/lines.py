"""Reading a sheet of orders: several lines, each with its number."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.notation.errors import ReadingError
from adjudicator.notation.meanings import Role
from adjudicator.notation.reading import read
from adjudicator.notation.sentence import UnitOf
from adjudicator.notation.vocabulary import vocabulary
from adjudicator.orders import Order
from adjudicator.units import Power

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_ORDER_ENDS = re.compile("[;,]")
_AFTER_HEADINGS = " \t:.-–—"


@dataclass(frozen=True, slots=True)
class Line:
    """One order of a sheet, or why it could not be read; `power` is the one last named before it."""

    number: int
    text: str
    order: Order | None = None
    error: ReadingError | None = None
    power: Power | None = None


@dataclass(frozen=True)
class _Sheet:
    language: str
    edition: str | None
    unit_of: UnitOf | None

    def line(self, number: int, text: str, power: Power | None) -> Line:
        try:
            return Line(number, text, read(text, self.language, self.edition, self.unit_of), None, power)
        except ReadingError as error:
            return Line(number, text, None, error, power)

    def orders(self, number: int, text: str, power: Power | None) -> Iterator[Line]:
        """One line, whole if it can be read so, else in the parts between its commas."""
        whole = self.line(number, text, power)
        parts = [part.strip() for part in _ORDER_ENDS.split(text) if part.strip()]
        if whole.order or len(parts) < 2:  # noqa: PLR2004  # several parts
            yield whole
        else:
            yield from (self.line(number, part, power) for part in parts)

    def heading(self, text: str) -> tuple[Power | None, str]:
        """The power that a line begins with, and the rest of the line."""
        try:
            first = next(vocabulary(self.language, self.edition).lexemes(text), None)
        except ReadingError:
            return None, text
        if not first or first.meaning.role is not Role.POWER:
            return None, text
        return Power(first.meaning.values[0]), text[first.end :].strip(_AFTER_HEADINGS)


def read_lines(
    text: str, language: str, edition: str | None = None, unit_of: UnitOf | None = None
) -> list[Line]:
    """Every order of a sheet, read or with its error; raises LanguageError, EditionError.

    Blank lines are passed over, and what follows `#`. A line that is only a power's name is a
    heading. Several orders may stand in one line, separated by `;` or `,`.
    """
    sheet, power = _Sheet(language, edition, unit_of), None
    lines: list[Line] = []
    for number, written in enumerate(_LINE_ENDS.split(text), 1):
        named, rest = sheet.heading(written.partition("#")[0].strip())
        power = named or power
        if rest:
            lines.extend(sheet.orders(number, rest, power))
    return lines
