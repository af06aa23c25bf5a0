"""`python -m adjudicator read`: orders as people write them in, one JSON object a line out."""

import json

from adjudicator.notation.errors import Ambiguous, ReadingError
from adjudicator.notation.explaining import explain
from adjudicator.notation.reading import read


def read_line(text: str, language: str, edition: str | None = None) -> str:
    """The answer to one line (docs/formats.md); raises LanguageError, EditionError."""
    try:
        answer = {"order": str(read(text, language, edition))}
    except ReadingError as error:
        kind = "ambiguous" if isinstance(error, Ambiguous) else "invalid"
        answer = {"error": kind, "word": error.word, "message": explain(error, language)}
    return json.dumps(answer, ensure_ascii=False)
