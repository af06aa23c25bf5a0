"""`python -m adjudicator read`: orders as people write them in, one JSON object a line out."""

import json
from collections.abc import Callable

from adjudicator.notation.errors import Ambiguous, ReadingError
from adjudicator.notation.explaining import explain
from adjudicator.notation.reading import read
from adjudicator.notation.vocabulary import vocabulary


def line_reader(language: str, edition: str | None = None) -> Callable[[str], str]:
    """Return the function that answers one line of text; raises LanguageError, EditionError."""
    vocabulary(language, edition)
    return lambda text: _answer(text, language, edition)


def _answer(text: str, language: str, edition: str | None) -> str:
    """One JSON object, whatever the text (docs/formats.md)."""
    try:
        answer = {"order": str(read(text, language, edition))}
    except ReadingError as error:
        kind = "ambiguous" if isinstance(error, Ambiguous) else "invalid"
        answer = {"error": kind, "word": error.word, "message": explain(error, language)}
    return json.dumps(answer, ensure_ascii=False)
