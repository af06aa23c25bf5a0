"""Reading one order, as people write it."""

from adjudicator.notation import grammar
from adjudicator.notation.errors import Fault, Invalid
from adjudicator.notation.sentence import Sentence, UnitOf
from adjudicator.notation.vocabulary import vocabulary
from adjudicator.orders import Order

LONGEST = 400
"""No order has more letters."""
_SHOWN = 40


def read(text: str, language: str, edition: str | None = None, unit_of: UnitOf | None = None) -> Order:
    """The order that the text is; raises Invalid or Ambiguous, LanguageError, EditionError.

    The words of both languages are read, those of `language` first. `unit_of` says what stands in a
    province, when that may be known: then the kind and the coast of a unit may be left out.
    """
    known = vocabulary(language, edition)
    if len(text) > LONGEST:
        raise Invalid(Fault.TOO_LONG, text[:_SHOWN])
    return grammar.order(Sentence(text, list(known.lexemes(text)), unit_of))
