"""Each language says everything, and no word of either says two things."""

import pytest

from adjudicator.board import standard
from adjudicator.notation import LANGUAGES, Fault
from adjudicator.notation.languages import language_of
from adjudicator.notation.lexicon import entries, idle_words, words
from adjudicator.notation.meanings import Role
from adjudicator.notation.tables import abbreviations
from adjudicator.results import Cause

NAMED = {Role.PLACE, Role.POWER, Role.COAST}


@pytest.fixture(params=LANGUAGES)
def language(request):
    return language_of(request.param)


def test_every_space_and_power_and_coast_has_a_name(language):
    assert language.places.keys() == standard().spaces.keys()
    assert language.powers.keys() == set(standard().powers)
    assert language.coasts.keys() == {"NC", "SC", "EC", "WC"}
    assert language.definite.keys() <= language.places.keys()


def test_every_role_has_words(language):
    assert language.words.keys() == {role.value for role in Role if role not in NAMED} | {"idle"}


def test_every_fault_has_a_sentence(language):
    assert language.faults.keys() == {fault.value for fault in Fault}


def test_every_cause_has_a_sentence(language):
    assert language.reasons.keys() == {cause.name.lower() for cause in Cause}


def test_the_sentences_fill_in_what_the_causes_fill_in(language):
    filled = {cause: {field for field in ("{units}", "{place}") if field in cause.value} for cause in Cause}
    said = {cause: language.reasons[cause.name.lower()] for cause in Cause}
    differing = [
        cause
        for cause in Cause
        if any((field in said[cause]) != (field in filled[cause]) for field in ("{units}", "{place}"))
    ]
    assert differing == []


def test_both_languages_have_the_same_forms():
    english, french = map(language_of, LANGUAGES)
    assert english.forms.keys() == french.forms.keys()


def test_no_phrase_means_two_things_in_any_language():
    languages = [language_of(code) for code in LANGUAGES]
    idle, meant = idle_words(languages), {}
    for phrase, meaning in entries(languages):
        meant.setdefault(tuple(words(phrase, idle)), set()).add(meaning)
    assert {phrase: meanings for phrase, meanings in meant.items() if len(meanings) > 1} == {}


def test_no_abbreviation_is_another_word_of_orders():
    languages = [language_of(code) for code in LANGUAGES]
    others = {phrase.casefold() for phrase, meaning in entries(languages) if meaning.role is not Role.PLACE}
    (every,) = abbreviations(None)
    assert others & every.keys() == set()
