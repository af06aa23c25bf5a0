"""Reading one order, as people write it."""

from adjudicator.notation import grammar
from adjudicator.notation.errors import Fault, Invalid
from adjudicator.notation.sentence import Sentence, UnitOf
from adjudicator.notation.text import TokenizedText
from adjudicator.notation.vocabulary import Vocabulary, vocabulary
from adjudicator.orders import Order

LONGEST = 400
"""No order has more characters."""
_SHOWN = 40


def read(text: str, language: str, edition: str | None = None, unit_of: UnitOf | None = None) -> Order:
    """Read an order as people write it; raises Invalid or Ambiguous, LanguageError, EditionError.

    The words of both languages are read, those of `language` first. `unit_of` says what stands in a
    province, when that may be known: then the kind and the coast of a unit may be left out.
    """
    known = vocabulary(language, edition)
    if len(text) > LONGEST:
        raise too_long(text)
    return read_words(TokenizedText.of(text), known, unit_of)


def read_words(written: TokenizedText, known: Vocabulary, unit_of: UnitOf | None) -> Order:
    """Read an order of which the words are found already; raises Invalid or Ambiguous."""
    if len(written.text) > LONGEST:
        raise too_long(written.text)
    return grammar.order(Sentence(written.text, list(known.lexemes(written)), unit_of))


def too_long(text: str) -> Invalid:
    """The error of a text that is not read because of its length, naming how it begins."""
    return Invalid(Fault.TOO_LONG, text[:_SHOWN])
