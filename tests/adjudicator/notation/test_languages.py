"""Each language can express everything, and no word has two meanings in either."""

import re

import pytest

from adjudicator.board import standard
from adjudicator.notation import LANGUAGES, Fault
from adjudicator.notation.vocabulary import (
    Role,
    abbreviations,
    entries,
    entries_here,
    idle_here,
    idle_words,
    language_of,
    words,
)
from adjudicator.results import Cause

NAMED = {Role.PLACE, Role.POWER, Role.COAST, Role.FROM}


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
    others = {"from", "outcomes"}
    assert language.here.keys() == language.words.keys() - {"army", "fleet", "toward", "and"} | others
    assert language.abbreviated.keys() == language.powers.keys()
    assert language.actions.keys() == language.words_of.keys() == {"M", "R", "A"}


def test_codes_on_the_board_are_short_and_each_means_one_space(language):
    codes = [language.codes.get(space, space) for space in standard().spaces]
    assert len(set(codes)) == len(codes) == 75
    assert all(2 < len(code) < 5 and code == code.upper() for code in codes)
    assert set(language.codes) <= set(standard().spaces)


def test_every_fault_has_a_sentence(language):
    assert language.faults.keys() == {fault.value for fault in Fault}


def test_every_cause_has_a_sentence(language):
    assert language.reasons.keys() == set(Cause)


def test_the_sentences_of_a_cause_name_the_same_in_every_language():
    """They name units, a place, both or neither; a unit by its kind and destination if needed."""
    reasons = [language_of(code).reasons for code in LANGUAGES]
    named = {cause: [filled_in(said[cause]) for said in reasons] for cause in Cause}
    assert {cause: fields for cause, fields in named.items() if fields != fields[:1] * len(fields)} == {}
    assert set().union(*(fields[0] for fields in named.values())) == {"{units}", "{place}"}


def filled_in(sentence):
    fields = set(re.findall("{.*?}", sentence))
    unit = {"{kind}", "{inside}"}
    return fields - unit | {"{units}"} if unit <= fields else fields


def test_all_languages_have_the_same_forms():
    english, *others = (language_of(code).forms.keys() for code in LANGUAGES)
    assert others == [english] * len(others)


def test_no_phrase_means_two_things_in_any_language():
    languages = [language_of(code) for code in LANGUAGES]
    for idle, found in (
        (idle_words(languages), entries(languages)),
        (idle_here(languages), [*entries(languages), *entries_here(languages)]),
    ):
        meant = {}
        for phrase, meaning in found:
            if (phrase, meaning.role) != (
                "Eng",
                Role.POWER,
            ):  # the Channel's code, and before a unit the power
                meant.setdefault(tuple(words(phrase, idle)), set()).add(meaning)
        assert {phrase: meanings for phrase, meanings in meant.items() if len(meanings) > 1} == {}


def test_no_abbreviation_is_another_word_of_orders():
    languages = [language_of(code) for code in LANGUAGES]
    others = {phrase.casefold() for phrase, meaning in entries(languages) if meaning.role is not Role.PLACE}
    (every,) = abbreviations(None)
    assert others & every.keys() == set()
