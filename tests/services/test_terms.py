"""The terms of a duel: valid ones and no others."""

import pytest

from intimate.rules import write_pairs
from intimate.variants import even
from services.terms import DAY, Clock, SettingError, Terms


def test_the_usual_terms_are_the_preset_as_it_is():
    assert Terms() == Terms("intimate", {}, "standard", public=True, clock=Clock(DAY, DAY, DAY))


def test_only_settings_that_differ_from_the_preset_are_kept():
    assert Terms(settings={"loyalty": 0, "overbid": "forbidden"}).settings == {"overbid": "forbidden"}


def test_a_setting_can_allow_what_the_preset_forbids():
    assert Terms("beginner", {"overbid": "allowed"}).rules().overbid == "allowed"


def test_terms_of_even_store_its_credits_and_are_rated_until_changed():
    terms = Terms("even")
    assert terms.settings == {"starting_credits": write_pairs(even.TABLES[-1].credits)}
    assert (terms.altered, terms.counts) == ({}, True)
    again = Terms("even", terms.settings)
    assert again == terms
    altered = Terms("even", {"overbid": "forbidden"})
    assert (altered.altered, altered.counts) == ({"overbid": "forbidden"}, False)


@pytest.mark.parametrize(
    ("values", "setting"),
    [
        ({"preset": "chess"}, "preset"),
        ({"edition": "1492"}, "edition"),
        ({"settings": {"luck": 1}}, "luck"),
        ({"settings": {"loyalty": -1}}, "loyalty"),
        ({"settings": {"overbid": "perhaps"}}, "overbid"),
    ],
)
def test_impossible_terms_are_refused_and_the_setting_named(values, setting):
    with pytest.raises(SettingError) as refused:
        Terms(**values)
    assert refused.value.setting == setting
