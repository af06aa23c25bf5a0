"""Errors and reasons in words."""

import pytest

from adjudicator.errors import OrderError
from adjudicator.notation import (
    LANGUAGES,
    Ambiguous,
    Fault,
    Invalid,
    explain,
    reason_in_codes,
    reason_in_words,
)
from adjudicator.results import Cause, Reason
from adjudicator.units import Unit

MUNICH, SEA = Unit.parse("A MUN"), Unit.parse("F BLA")


def test_a_reason_names_the_units_in_the_language():
    assert reason_in_words(Reason(Cause.BOUNCED, (MUNICH,)), "fr") == "repoussée par A Munich"
    assert reason_in_words(Reason(Cause.BOUNCED, (MUNICH,)), "en") == "bounced with A Munich"
    in_full = reason_in_words(Reason(Cause.CUT, (MUNICH, SEA)), "fr", in_full=True)
    assert in_full == "soutien coupé par l’armée de Munich et la flotte de la mer Noire"
    assert (
        reason_in_words(Reason(Cause.CUT, (MUNICH, SEA)), "fr") == "soutien coupé par A Munich et F Mer Noire"
    )
    assert (
        reason_in_words(Reason(Cause.CUT, (MUNICH, SEA, MUNICH)), "en")
        == "cut by A Munich, F Black Sea and A Munich"
    )


def test_a_reason_names_the_place_in_the_language():
    assert (
        reason_in_words(Reason(Cause.UNREACHABLE, place="NTH"), "fr")
        == "elle ne peut pas atteindre la mer du Nord"
    )
    assert (
        reason_in_words(Reason(Cause.COAST_NEEDED, place="SPA"), "en")
        == "the order must name a coast of Spain"
    )


def test_a_unit_that_is_not_there_is_missing_where_it_would_stand():
    channel, bulgaria = Unit.parse("F ENG"), Unit.parse("F BUL/SC")
    assert reason_in_words(Reason(Cause.NO_UNIT, (channel,)), "fr") == "aucune flotte dans la Manche"
    assert reason_in_words(Reason(Cause.NO_UNIT, (MUNICH,)), "fr") == "aucune armée à Munich"
    assert reason_in_words(Reason(Cause.NO_UNIT, (bulgaria,)), "fr") == "aucune flotte en Bulgarie (côte sud)"
    assert reason_in_words(Reason(Cause.NO_UNIT, (channel,)), "en") == "F English Channel is not there"


def test_a_reason_is_written_in_codes_as_well():
    """docs/formats.md: sentences that other programs read."""
    assert reason_in_codes(Reason(Cause.BOUNCED, (MUNICH,))) == "bounced with A MUN"
    assert reason_in_codes(Reason(Cause.CUT, (MUNICH, SEA))) == "cut by A MUN, F BLA"
    assert reason_in_codes(Reason(Cause.COAST_NEEDED, place="SPA")) == "the order must name a coast of SPA"
    assert reason_in_codes(Reason(Cause.SELF_SUPPORT)) == "it cannot support itself"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cause", Cause)
def test_every_cause_has_a_sentence_with_or_without_units_and_place(cause, language):
    for reason in (Reason(cause), Reason(cause, (MUNICH, SEA), "SPA/NC"), Reason(cause, (SEA,), "BUR")):
        said = reason_in_words(reason, language)
        assert said
        assert not set(said) & set("{}")


@pytest.mark.parametrize(
    ("place", "name"), [("XXX", "XXX"), ("XXX/NC", "XXX (north coast)"), ("PAR/WC", "Paris (west coast)")]
)
def test_a_place_that_does_not_exist_has_its_code_for_a_name(place, name):
    said = reason_in_words(Reason(Cause.NO_PLACE, place=place), "en")
    assert said == f"there is no {name} to go to"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", Fault)
def test_every_fault_is_explained_and_names_the_word(fault, language):
    error = Ambiguous("Liv", ("LVN", "LVP")) if fault is Fault.AMBIGUOUS else Invalid(fault, "Liv")
    said = explain(error, language)
    assert said.endswith(".")
    assert ("Liv" in said) == (fault not in {Fault.EMPTY, Fault.TOO_LONG})


def test_braces_in_a_text_are_only_braces():
    assert "{place}" in explain(Invalid(Fault.UNKNOWN, "{place}"), "en")


def test_other_errors_speak_for_themselves():
    assert explain(OrderError("order", "'x' is not an order"), "fr") == "'x' is not an order"


def test_an_error_of_reading_names_its_field_and_word():
    assert str(Ambiguous("Liv", ("LVN", "LVP"))) == "order: ambiguous: 'Liv' LVN LVP"
    assert Invalid(Fault.UNKNOWN, "Foo").field == "order"
