"""Errors and reasons in the words of a language."""

from collections.abc import Sequence

from adjudicator.errors import DiplomacyError
from adjudicator.notation.errors import ReadingError
from adjudicator.notation.languages import language_of
from adjudicator.notation.writing import in_place, kind_name, place_name, province_name, unit_name
from adjudicator.results import Reason
from adjudicator.units import Location


def explain(error: DiplomacyError, language: str) -> str:
    """Say why a text was not read and what to do about it; of other errors return the message."""
    said = language_of(language)
    if not isinstance(error, ReadingError):
        return error.message
    meanings = [province_name(province, language, definite=True) for province in error.meanings]
    return said.faults[error.fault].format(word=error.word, meanings=_listed(meanings, said.forms["or"]))


def reason_in_words(reason: Reason, language: str) -> str:
    """Say why an order did not succeed: `repoussée par A Munich`."""
    said = language_of(language)
    units = _listed([unit_name(unit, language) for unit in reason.units], said.forms["and"])
    place = place_name(Location(reason.place), language, definite=True) if reason.place else ""
    return said.reasons[reason.cause].format(units=units, place=place, **_first_unit(reason, language))


def _first_unit(reason: Reason, language: str) -> dict[str, str]:
    """The kind of the first unit of a reason, and where it would stand."""
    if not reason.units:
        return {"kind": "", "inside": ""}
    unit = reason.units[0]
    return {"kind": kind_name(unit.kind, language), "inside": in_place(unit.location, language)}


def reason_in_codes(reason: Reason) -> str:
    """Say why an order did not succeed, in English with codes: `bounced with A MUN`."""
    units = ", ".join(map(str, reason.units))
    return language_of("en").reasons[reason.cause].format(units=units, place=reason.place)


def _listed(items: Sequence[str], conjunction: str) -> str:
    """Items as people list them: `A, B or C`."""
    *others, last = items or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last
