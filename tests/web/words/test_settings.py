"""The settings of a duel as sentences, in both languages."""

import pytest

from adjudicator import standard
from intimate.rules import write_pairs
from intimate.variants import even
from services.terms import PRESETS, Terms, all_settings
from web.words.settings import sentence, settings_in_words

VALUES = {
    "starting_credits": [dict.fromkeys(standard().powers, 12), write_pairs(even.TABLES[-1].credits)],
    "income": [{"per_centre": 1}, {"per_centre": 2}, {"fixed": 1}, {"fixed": 12}],
    "carry_over": [True, False],
    "payment": ["winner", "everyone"],
    "overbid": ["allowed", "forbidden"],
    "overbid_price": ["own_bids", "contested_only"],
    "unaffordable": ["overbid_too", "capped"],
    "both_overbid": ["both_ruined", "both_lose", "draw"],
    "loyalty": [0, 1, 4],
    "anarchy_builds": ["none", "default"],
    "mercenary_waive": ["refused", "allowed"],
    "victory": ["home_centre", {"centres": 1}, {"centres": 18}],
    "victory_season": ["any", "autumn"],
    "tie_recheck": ["next_autumn", "every_season"],
    "home_eliminated": ["loses", "plays_on"],
    "stalemate_years": [1, 2],
    "stalemate_tie": ["draw", "credits"],
    "year_limit": [None, 1910],
    "limit_counts": ["centres", "units"],
    "early_end": ["none", "vote"],
}


def test_every_setting_of_the_rules_is_known_here():
    assert set(VALUES) == set(all_settings(Terms().rules()))


def test_every_value_of_every_setting_has_a_sentence_of_its_own(language):
    said = [sentence(setting, value) for setting, values in VALUES.items() for value in values]
    assert all(text.endswith(".") and len(text) > 20 for text in said)
    assert len(set(said)) == len(said)


def test_the_sentences_are_in_the_language_of_the_page(language, in_it):
    assert sentence("carry_over", value=True) == in_it(
        "Credits that are not spent are kept.", "Les crédits non dépensés sont conservés."
    )


def test_credits_at_the_start_name_equal_powers_together_the_richest_first(language, in_it):
    value = dict.fromkeys(standard().powers, 12) | {"RUSSIA": 9, "ITALY": 30}
    said = sentence("starting_credits", value)
    assert said.index("30") < said.index("12") < said.index(" 9 ")
    assert said.count("12") == 1
    assert in_it("30 Italy · 12 Austria, England, ", "30 Italie · 12 Allemagne, Angleterre, ") in said


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_as_it_is_marks_nothing_as_changed(language, preset):
    said = settings_in_words(PRESETS[preset], preset)
    assert len(said) > (10 if PRESETS[preset].sides is None else 5)
    assert not any(each.changed for each in said)


def test_settings_that_differ_from_the_preset_are_marked(language):
    rules = Terms("intimate", {"loyalty": 4}).rules()
    assert [said.setting for said in settings_in_words(rules, "intimate") if said.changed] == ["loyalty"]


def test_settings_without_effect_are_left_out(language):
    said = {said.setting for said in settings_in_words(PRESETS["dueldip"])}
    assert said == set(VALUES) - {
        "both_overbid",
        "overbid_price",
        "unaffordable",
        "victory_season",
        "tie_recheck",
        "limit_counts",
    }


def test_what_a_year_limit_counts_is_shown_if_there_is_one_or_it_was_changed(language):
    for settings, is_said in (({}, False), ({"year_limit": 1910}, True), ({"limit_counts": "units"}, True)):
        said = {each.setting for each in settings_in_words(Terms(settings=settings).rules())}
        assert ("limit_counts" in said) is is_said
