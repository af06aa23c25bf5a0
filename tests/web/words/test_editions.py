"""The editions of the base rules in the viewer's language."""

import pytest

from services.terms import EDITIONS, edition_changes
from web.words.settings import edition_in_words, edition_name


def test_every_edition_has_a_name_of_its_own(language):
    names = [edition_name(edition) for edition in EDITIONS]
    assert set(names).isdisjoint(EDITIONS)
    assert len(set(names)) == len(EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_difference_from_the_rules_of_today_is_a_sentence_of_its_own(language, edition):
    said = edition_in_words(edition)
    assert len(set(said)) == len(said) == len(edition_changes(edition))
    assert all(sentence.endswith(".") for sentence in said)


def test_the_rules_of_today_differ_in_nothing_and_the_others_in_something(language):
    assert [edition for edition in EDITIONS if not edition_in_words(edition)] == ["standard"]


def test_the_sentences_are_in_the_language_of_the_page(language, in_it):
    assert edition_name("1971") == in_it("Rulebook of 1971", "Règles de 1971")
