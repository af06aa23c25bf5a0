"""Fields that take several figures in one line."""

import re
from fractions import Fraction
from typing import Any

from wtforms import StringField
from wtforms.validators import ValidationError

from web.frame.translation import gettext

BETWEEN = re.compile(r"[\s,;]+")
FRACTION = re.compile(r"(\d{1,4})(?:/(\d{1,4})|\.(\d{1,4}))?")
LONGEST = 400


def parts(text: str | None) -> list[str]:
    """Split what was typed at commas, semicolons and spaces."""
    return [part for part in BETWEEN.split(text or "") if part]


def read_fraction(text: str) -> Fraction | None:
    """Read 7/9, 1 or 0.5; None for anything else."""
    text = text.strip()
    match = FRACTION.fullmatch(text)
    if match is None or (match[2] is not None and not int(match[2])):
        return None
    return Fraction(text)


class FiguresField(StringField):
    """A line of figures, as whole numbers or as fractions; `figures` holds them once it is valid."""

    def __init__(self, *args: Any, fractions: bool = False, **options: Any) -> None:  # noqa: ANN401 -- whatever WTForms takes
        super().__init__(*args, **options)
        self.fractions = fractions
        self.figures: list[Any] = []

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 -- the signature is WTForms'
        """Read the figures; refuse what is none."""
        if len(self.data or "") > LONGEST:
            raise ValidationError(gettext("This is too long."))
        found = [self._read(part) for part in parts(self.data)]
        if None in found:
            example = "7/9, 8/9, 1" if self.fractions else "1907, 1908, 1909"
            raise ValidationError(
                gettext("Type figures with commas between, like %(example)s.", example=example)
            )
        self.figures = found

    def _read(self, part: str) -> Fraction | int | None:
        if self.fractions:
            return read_fraction(part)
        return int(part) if part.isdecimal() and len(part) < 5 else None  # noqa: PLR2004 -- a year
