"""The opposing sides, and when victory is tested: as in the rules."""

from dataclasses import replace

import pytest

from adjudicator import PhaseKind, Season, standard
from intimate.players import Player
from intimate.victory import check_victory
from opponent.sides import NOBODY, OTHER, OWN, OpposingSides
from tests.builders import duel_at, start
from tests.opponent.drawn import duels

IN_SEASON = {PhaseKind.MOVEMENT, PhaseKind.RETREATS}


def test_each_player_is_their_own_side_and_the_other_one_the_other():
    for duel in duels(60):
        for player in Player:
            sides = OpposingSides.of(duel, player)
            assert sides.player is player
            assert sides.own == ((duel.homes[player],), (duel.homes[player.opponent],))
            assert sides.credits == (duel.credits[player], duel.credits[player.opponent])
            commanders = {OWN: player, OTHER: player.opponent, NOBODY: None}
            assert all(duel.commander(power) is commanders[side] for power, side in sides.commander.items())


@pytest.mark.parametrize("phase", ["S1902M", "F1902M", "S1903M", "F1903M"])
@pytest.mark.parametrize("settings", [{}, {"victory_season": "autumn"}, {"victory": {"centres": 1}}])
@pytest.mark.parametrize("waits", [None, 1902, 1903])
def test_victory_is_expected_where_the_rules_test_it(phase, settings, waits):
    """§7: a unit on an enemy home centre, or one centre where that is enough, ends the duel."""
    begun = duel_at(start(phase, units={"AUSTRIA": ["A PAR"], "FRANCE": ["A MAR"]}), **settings)
    duel = replace(begun, waits_until=waits)
    sides = OpposingSides.of(duel, Player.FIRST)
    assert sides.tested == (check_victory(duel).result is not None)
    assert sides.before_autumn == (duel.phase.season is Season.SPRING)


def test_nothing_is_tested_in_winters_and_auctions():
    for duel in duels(60):
        if duel.kind not in IN_SEASON:
            sides = OpposingSides.of(duel, Player.SECOND)
            assert not sides.tested
            assert not sides.before_autumn


def test_the_goals_are_the_home_centres_of_the_enemy():
    sides = OpposingSides.of(duel_at(start("S1901M")), Player.FIRST)
    assert sides.goals == (standard().homes["FRANCE"], standard().homes["AUSTRIA"])
    assert OpposingSides.of(duel_at(start("S1901M"), victory={"centres": 18}), Player.FIRST).goals == ((), ())
