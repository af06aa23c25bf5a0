"""The words of the game, in both languages."""

from datetime import timedelta

import pytest
from flask import g
from flask_babel import force_locale

from services.terms import PRESETS, Terms, all_settings
from tests.fixtures_site import NOON
from web import words
from web.presets import preset_name, preset_summary
from web.settings_words import sentence, settings_in_words

LANGUAGES = ("en", "fr")
VALUES = {
    "starting_credits": [dict.fromkeys(words.POWERS, 12)],
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
}


@pytest.fixture(params=LANGUAGES)
def language(site, request):
    """Speak each language in turn, at noon."""
    with site.test_request_context(), force_locale(request.param):
        g.now = NOON
        yield request.param


def test_every_setting_of_the_rules_is_known_here():
    assert set(VALUES) == set(all_settings(Terms().rules()))


def test_every_value_of_every_setting_has_a_sentence_of_its_own(language):
    said = [sentence(setting, value) for setting, values in VALUES.items() for value in values]
    assert all(text.endswith(".") and len(text) > 20 for text in said)
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_name_and_a_summary(language, preset):
    assert preset_name(preset) != preset
    assert preset_summary(preset).endswith(".")


def test_a_preset_as_it_is_marks_nothing_as_changed(language):
    assert not any(said.changed for said in settings_in_words(PRESETS["dueldip"], "dueldip"))


def test_what_differs_from_the_preset_is_marked(language):
    rules = Terms("intimate", {"loyalty": 4}).rules()
    assert [said.setting for said in settings_in_words(rules, "intimate") if said.changed] == ["loyalty"]


def test_what_decides_nothing_is_not_said(language):
    said = {said.setting for said in settings_in_words(PRESETS["dueldip"])}
    assert said.isdisjoint({"both_overbid", "overbid_price", "unaffordable", "victory_season", "tie_recheck"})


PHASES = {
    "HOMES": ("Choice of home powers", "Choix des puissances"),
    "S1901B": ("Auction of 1901", "Enchères de 1901"),
    "S1901M": ("Spring 1901, movement", "Printemps 1901, mouvements"),
    "F1912R": ("Autumn 1912, retreats", "Automne 1912, retraites"),
    "W1901A": ("Winter 1901, adjustments", "Hiver 1901, ajustements"),
}


@pytest.mark.parametrize("phase", PHASES)
def test_phases_have_names(language, phase):
    assert words.phase_name(phase) == PHASES[phase][LANGUAGES.index(language)]


def test_powers_have_names(language):
    named = [words.power_name(power) for power in words.POWERS]
    assert named[0] == {"en": "Austria", "fr": "Autriche"}[language]
    assert len(set(named)) == 7


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (300, ("5 minutes", "5 minutes")),
        (93600, ("1 day, 2 hours", "1 jour et 2 heures")),
        (7 * 86400, ("7 days", "7 jours")),
        (0, ("1 minute", "1 minute")),
    ],
)
def test_lengths_of_time_are_said_in_two_units(language, seconds, said):
    assert words.duration(seconds).replace("\xa0", " ") == said[LANGUAGES.index(language)]


def test_a_moment_is_shown_from_now_with_the_exact_time_at_hand(language):
    shown = words.instant(NOON - timedelta(hours=3)).replace("\xa0", " ")
    assert 'datetime="2026-11-20T09:00:00+00:00"' in shown
    assert {"en": "20 Nov 2026, 09:00 UTC", "fr": "20 nov. 2026, 09:00 UTC"}[language] in shown
    assert {"en": ">3 hours ago<", "fr": ">il y a 3 heures<"}[language] in shown


def test_a_deadline_says_what_is_left(language):
    left = words.deadline(NOON + timedelta(hours=3, minutes=5)).replace("\xa0", " ")
    assert {"en": ">3 hours, 5 minutes left<", "fr": ">encore 3 heures et 5 minutes<"}[language] in left
    assert {"en": "any moment now", "fr": "d’un instant"}[language] in words.deadline(NOON)
