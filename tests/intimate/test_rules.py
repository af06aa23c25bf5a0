"""Starting credits by the pair of home powers, and the preset with measured ones (§3, §9, §10)."""

import pytest

from intimate import settings
from intimate.errors import SettingError
from intimate.rules import PAIRS, write_pairs
from intimate.settings import altered_settings, changed_settings, rules
from intimate.variants import even
from tests.builders import RANKS, chapter, last, record

EACH_PAIR = {pair: [n, 40 - n] for n, pair in enumerate(PAIRS)}


@pytest.mark.parametrize("figures", [None, 20, [20], [20, -1], [20, True], [20, 10**9], [20, 20, 20]])
def test_credits_of_a_pair_that_do_not_exist_are_refused_by_its_name(figures):
    """§10, `starting_credits`"""
    table = {**EACH_PAIR, "ITALY-RUSSIA": figures}
    with pytest.raises(SettingError, match=r"starting_credits: pairings\.ITALY-RUSSIA"):
        rules("intimate", {"starting_credits": {"pairings": table}})


@pytest.mark.parametrize("exchanged", [False, True])
def test_credits_of_a_pair_are_given_once_the_homes_are_known(exchanged):
    """§3.1, §10, `starting_credits`"""
    ranks = dict(zip(RANKS, reversed(RANKS.values()), strict=True)) if exchanged else RANKS
    homes = chapter("HOMES", {player: {"homes": listed} for player, listed in ranks.items()})
    pairs = {"pairings": {**EACH_PAIR, "AUSTRIA-FRANCE": [25, 19]}}
    expected = {"first": 19, "second": 25} if exchanged else {"first": 25, "second": 19}
    assert last(record(homes, starting_credits=pairs))["credits"] == expected


def test_an_even_duel_stores_its_credits_and_is_not_altered_by_a_later_table(monkeypatch):
    """§9: later measurements change no duel."""
    begun = changed_settings("even", rules("even", {}))
    assert begun == {"starting_credits": write_pairs(even.TABLES[-1].credits)}
    later = rules("intimate", {"starting_credits": {"pairings": EACH_PAIR}})
    monkeypatch.setitem(settings.PRESETS, "even", later)
    assert changed_settings("even", rules("even", begun)) == begun
    assert altered_settings("even", begun) == {}
    own = {"starting_credits": {"pairings": {**EACH_PAIR, "ITALY-RUSSIA": [1, 2]}}, "loyalty": 2}
    assert altered_settings("even", own) == own
    assert altered_settings("intimate", begun) == begun
