"""Errors of texts that cannot be read as an order."""

from enum import StrEnum

from adjudicator.errors import DiplomacyError
from adjudicator.phases import PhaseKind
from adjudicator.units import Province


class LanguageError(DiplomacyError):
    """A language that the notation does not know."""


class Fault(StrEnum):
    """The kinds of errors in a text; each language has a message for each."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"
    NO_KIND = "no_kind"
    NO_UNIT_THERE = "no_unit_there"
    NO_PLACE = "no_place"
    NO_ACTION = "no_action"
    NO_DESTINATION = "no_destination"
    NO_SUCH_COAST = "no_such_coast"
    NOT_A_SEA = "not_a_sea"
    ONLY_ARMIES = "only_armies"
    LEFT_OVER = "left_over"


class ReadingError(DiplomacyError):
    """A text that is not an order; `word` is the wrong part of it, as written.

    `asked` is the kind of phase for which it was written.
    """

    asked = PhaseKind.MOVEMENT

    def __init__(self, fault: Fault, word: str, meanings: tuple[Province, ...] = ()) -> None:
        super().__init__("order", " ".join([f"{fault}: {word!r}", *meanings]))
        self.fault = fault
        self.word = word
        self.meanings = meanings


class Invalid(ReadingError):
    """A text that is not an order, is incomplete, or says too much."""


class Ambiguous(ReadingError):
    """A text in which `word` can mean several spaces (`meanings`)."""

    def __init__(self, word: str, meanings: tuple[Province, ...]) -> None:
        super().__init__(Fault.AMBIGUOUS, word, meanings)
