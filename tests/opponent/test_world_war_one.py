"""The opponent in a war of two sides, without homes and auctions (§9)."""

import pytest

from adjudicator import PhaseKind
from intimate.desk import check_strictly
from intimate.duel import begin
from intimate.play import awaits, make_draws, play
from intimate.players import Player
from intimate.variants import PRESETS
from intimate.view import View
from opponent.choosing import choose
from opponent.judging import judge
from opponent.levels import LEVELS, Level
from tests.intimate.lottery import Lottery, played
from tests.opponent.drawn import lots

WAR = begin(PRESETS["world-war-one"])


def stages(seed):
    """Play a random war; return the duels before its phases."""
    return [before for before, _ in played(WAR, Lottery(lots(seed), wild=0), 12)]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_gives_legal_entries(level):
    kinds = set()
    for number, duel in enumerate([each for seed in range(2) for each in stages(seed)]):
        for player in sorted(awaits(duel)):
            answer = choose(View(duel, player), level, lots(number), 1)
            check_strictly(duel, player, answer.entry)
            assert 0 <= answer.worth <= 1
        kinds.add(duel.kind)
    assert kinds == {PhaseKind.MOVEMENT, PhaseKind.RETREATS, PhaseKind.ADJUSTMENTS}


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_random_numbers_give_the_same_entry(level):
    one, other = (choose(View(WAR, Player.SECOND), level, lots(7), 200).entry for _ in range(2))
    assert one == other


@pytest.mark.parametrize("player", Player)
def test_a_level_that_thinks_drives_back_one_that_does_not(player):
    duel, chance, number = WAR, lots(f"war as {player}"), 0
    while awaits(duel) and duel.phase.year < 1919:
        levels = {player: Level.COLONEL, player.opponent: Level.RECRUIT}
        entries = {
            each: choose(View(duel, each), levels[each], chance, 2000).entry for each in sorted(awaits(duel))
        }
        duel = play(duel, entries, make_draws(duel, entries, f"{player} {number}")).after
        number += 1
    assert duel.centres(player) > duel.centres(player.opponent) + 5


def test_a_phase_can_be_analysed():
    orders = {player: choose(View(WAR, player), Level.RECRUIT, lots(1)).entry for player in Player}
    judged = judge(WAR, orders, lots(2), 300)
    assert 0.2 < judged.share < 0.8
    assert set(judged.played) == set(Player)
