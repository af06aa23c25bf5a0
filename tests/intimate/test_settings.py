"""Settings with each of their values, and presets (rules of the duel, sections 9 and 10)."""

import pytest

from intimate.errors import SettingError
from intimate.rules import PAIRS, write_pairs
from intimate.settings import READERS, all_settings, changed_settings, rules
from intimate.variants import PRESETS, even
from tests.builders import (
    POWERS,
    RANKS,
    chapter,
    duel_at,
    ending,
    last,
    lines,
    lonely,
    moves,
    record,
    rules_with,
    sheets,
    start,
)

DEFAULTS = {
    "starting_credits": {
        "AUSTRIA": 24,
        "ENGLAND": 20,
        "FRANCE": 20,
        "GERMANY": 22,
        "ITALY": 24,
        "RUSSIA": 20,
        "TURKEY": 20,
    },
    "income": {"per_centre": 1},
    "carry_over": True,
    "payment": "winner",
    "overbid": "allowed",
    "overbid_price": "own_bids",
    "unaffordable": "overbid_too",
    "both_overbid": "both_ruined",
    "loyalty": 0,
    "anarchy_builds": "none",
    "mercenary_waive": "refused",
    "victory": "home_centre",
    "victory_season": "any",
    "tie_recheck": "next_autumn",
    "home_eliminated": "loses",
    "stalemate_years": 2,
    "stalemate_tie": "draw",
    "year_limit": None,
    "limit_counts": "centres",
    "early_end": "none",
}
DIFFERENT = {
    "intimate": {},
    "beginner": {"overbid": "forbidden"},
    "njudge": {"overbid_price": "contested_only", "tie_recheck": "every_season"},
    "intimate-2": {
        "starting_credits": {
            "AUSTRIA": 22,
            "ENGLAND": 18,
            "FRANCE": 20,
            "GERMANY": 22,
            "ITALY": 20,
            "RUSSIA": 23,
            "TURKEY": 18,
        },
        "both_overbid": "both_lose",
        "loyalty": 4,
    },
    "dueldip": {
        "starting_credits": dict.fromkeys(POWERS, 12),
        "income": {"fixed": 12},
        "carry_over": False,
        "overbid": "forbidden",
        "victory": {"centres": 18},
    },
    "even": {"starting_credits": write_pairs(even.TABLES[-1].credits)},
}


@pytest.mark.parametrize("preset", DIFFERENT)
def test_each_preset_is_the_defaults_but_for_its_values(preset):
    """§9, §10."""
    assert all_settings(PRESETS[preset]) == {**DEFAULTS, **DIFFERENT[preset]}


OTHERS = {
    "starting_credits": [
        dict.fromkeys(POWERS, 0),
        {power: n for n, power in enumerate(POWERS)},
        {"pairings": {pair: [20, n] for n, pair in enumerate(PAIRS)}},
    ],
    "income": [{"per_centre": 2}, {"fixed": 7}, {"per_centre": 0}],
    "carry_over": [False],
    "payment": ["everyone"],
    "overbid": ["forbidden"],
    "overbid_price": ["contested_only"],
    "unaffordable": ["capped"],
    "both_overbid": ["both_lose", "draw"],
    "loyalty": [1, 9],
    "anarchy_builds": ["default"],
    "mercenary_waive": ["allowed"],
    "victory": [{"centres": 18}, {"centres": 1}],
    "victory_season": ["autumn"],
    "tie_recheck": ["every_season"],
    "home_eliminated": ["plays_on"],
    "stalemate_years": [0, 5],
    "stalemate_tie": ["credits"],
    "year_limit": [1901, 1950],
    "limit_counts": ["units"],
    "early_end": ["vote"],
}
EACH = [(setting, value) for setting, values in OTHERS.items() for value in [*values, DEFAULTS[setting]]]


@pytest.mark.parametrize(("setting", "value"), EACH)
def test_each_value_of_each_setting_is_read_and_written_again(setting, value):
    """§10"""
    chosen = rules_with(**{setting: value})
    assert all_settings(chosen) == {**DEFAULTS, setting: value}
    assert changed_settings("intimate", chosen) == ({} if value == DEFAULTS[setting] else {setting: value})


def test_every_setting_is_known_and_no_other():
    """§10"""
    assert set(READERS) == set(DEFAULTS) == set(OTHERS)


@pytest.mark.parametrize("preset", DIFFERENT)
def test_a_setting_overrides_its_preset(preset):
    """Formats §2: settings hold the differences from the preset."""
    chosen = rules(preset, DEFAULTS)
    assert all_settings(chosen) == DEFAULTS
    assert set(changed_settings(preset, chosen)) == set(DIFFERENT[preset])


WRONG = {
    "starting_credits": [
        12,
        {},
        {"AUSTRIA": 3},
        {**dict.fromkeys(POWERS, 1), "SPAIN": 1},
        dict.fromkeys(POWERS, -1),
        {"pairings": None},
        {"pairings": dict.fromkeys([*PAIRS, "ENGLAND-AUSTRIA"], (20, 24))},
        {"pairings": dict.fromkeys(PAIRS, (20, 24)), **dict.fromkeys(POWERS, 1)},
    ],
    "income": [
        1,
        {},
        {"per_centre": -1},
        {"per_year": 1},
        {"fixed": 1.5},
        {"per_centre": 1, "fixed": 1},
        None,
    ],
    "carry_over": [0, "no", None],
    "loyalty": [-1, "4", 1.0, True, None, 10**9],
    "victory": [
        "centres",
        {"centres": 0},
        {"centres": "18"},
        {"centres": True},
        {},
        {"centers": 18},
        None,
        18,
    ],
    "stalemate_years": [-1, None, 2.5],
    "year_limit": [1900, "1910", -1, True, 0],
    **{
        setting: ["", "other", None, 0, ["winner"], {}, True]
        for setting, value in DEFAULTS.items()
        if isinstance(value, str) and setting != "victory"
    },
}


@pytest.mark.parametrize(
    ("setting", "value"), [(s, value) for s, values in WRONG.items() for value in values]
)
def test_a_value_that_does_not_exist_is_refused_by_the_name_of_its_setting(setting, value):
    """§10, formats §2"""
    with pytest.raises(SettingError, match=setting) as refused:
        rules("intimate", {setting: value})
    assert refused.value.setting == setting


def test_a_setting_that_does_not_exist_is_refused_by_name():
    """§10, formats §2"""
    with pytest.raises(SettingError, match="stalemate_year"):
        rules("intimate", {"stalemate_year": 2})


HOMES = chapter("HOMES", {player: {"homes": listed} for player, listed in RANKS.items()})


@pytest.mark.parametrize(
    ("preset", "first", "second"), [("intimate", 24, 20), ("intimate-2", 22, 20), ("dueldip", 12, 12)]
)
def test_presets_start_with_their_credits(preset, first, second):
    """§3, §9"""
    assert last(record(HOMES, preset=preset))["credits"] == {"first": first, "second": second}


def test_starting_credits_can_be_set_for_each_power():
    """§10, `starting_credits`"""
    credits_ = {power: n for n, power in enumerate(POWERS)}
    assert last(record(HOMES, starting_credits=credits_))["credits"] == {"first": 0, "second": 2}


@pytest.mark.parametrize(
    ("settings", "after"),
    [
        ({}, (23, 22)),
        ({"income": {"per_centre": 2}}, (26, 24)),
        ({"income": {"fixed": 12}}, (32, 32)),
        ({"carry_over": False}, (3, 2)),
        ({"carry_over": False, "income": {"fixed": 12}}, (12, 12)),
        ({"preset": "dueldip"}, (12, 12)),
        ({"income": {"per_centre": 0}}, (20, 20)),
    ],
)
def test_income_after_autumn(settings, after):
    """§3: one credit for each centre of the home power by default; reserves carry over."""
    begin = lonely(
        "F1902M", centers={"AUSTRIA": ["BUD", "VIE", "GRE"], "FRANCE": ["PAR", "SPA"], "ITALY": ["ROM"]}
    )
    begin["units"] = {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]}
    line = last(record(moves("F1902M"), begin=begin, **settings))
    assert line["credits"] == {"first": after[0], "second": after[1]}


def test_centres_of_mercenaries_bring_nothing():
    """§3"""
    begin = start("F1902M", control={"ITALY": "first", "RUSSIA": "first"})
    assert last(record(moves("F1902M"), begin=begin))["credits"] == {"first": 23, "second": 23}


def test_the_presets_play_their_differences():
    """§9: a year of each."""
    chapters = [HOMES, sheets("S1901B", {"ITALY": 5}, {"RUSSIA": 4}), moves("S1901M"), moves("F1901M")]
    paid = {preset: lines(record(*chapters, preset=preset))[3]["credits"] for preset in DIFFERENT}
    even_first, even_second = DIFFERENT["even"]["starting_credits"]["pairings"]["AUSTRIA-FRANCE"]
    usual = {"first": 24 - 5 + 3, "second": 20 - 4 + 3}
    assert paid == {
        "intimate": usual,
        "beginner": usual,
        "njudge": usual,
        "intimate-2": {"first": 22 - 5 + 3, "second": 20 - 4 + 3},
        "dueldip": {"first": 12, "second": 12},
        "even": {"first": even_first - 5 + 3, "second": even_second - 4 + 3},
    }


@pytest.mark.parametrize(("preset", "end"), [("intimate", None), ("intimate-2", (None, "both_overbid"))])
def test_two_overbids_in_the_presets(preset, end):
    """§9"""
    assert (
        ending(record(sheets("S1902B", {"ITALY": 21}, {"RUSSIA": 21}), begin=start("S1902B"), preset=preset))
        == end
    )


def test_njudge_halves_contested_bids_only():
    """§9"""
    plain = record(sheets("S1902B", {"ITALY": 21}, {"RUSSIA": 6}), begin=start("S1902B"), preset="njudge")
    assert last(plain)["credits"] == {"first": 0, "second": 14}


@pytest.mark.parametrize("preset", ["beginner", "dueldip"])
def test_presets_that_forbid_overbids(preset):
    """§9"""
    plain = record(sheets("S1902B", {"ITALY": 21}), begin=start("S1902B"), preset=preset)
    with pytest.raises(ValueError, match=r"21.*20"):
        lines(plain)


def test_dueldip_is_won_by_eighteen_centres_only():
    """§9"""
    begin = lonely("F1902M", units={"AUSTRIA": ["A PAR"], "FRANCE": ["A VIE", "A BUD"]})
    assert ending(record(moves("F1902M"), begin=begin, preset="dueldip")) is None


def test_no_duel_is_changed_by_the_settings_of_another():
    """§10: rules are values."""
    duel_at(start("S1902B"), loyalty=3)
    assert all_settings(PRESETS["intimate"]) == DEFAULTS
