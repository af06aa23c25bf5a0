"""In every phase each level answers legally, within its limit of work, and the same when asked again."""

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from adjudicator import OFFERED, Move
from intimate.beforehand import fitting
from intimate.codec import write_entry
from intimate.desk import check_strictly
from intimate.duel import begin
from intimate.entries import Orders, Sheet
from intimate.play import awaits
from intimate.players import Player
from intimate.rules import Overbid
from intimate.settings import rules
from intimate.variants import PRESETS
from intimate.view import View
from opponent.choosing import choose
from opponent.evaluation import Weights
from opponent.levels import LEVELS, STRENGTHS, Level
from tests.builders import duel_at, start
from tests.opponent.drawn import AUCTION, MOVEMENT, RETREATS, WINTER, duel_drawn, duels, lots
from tests.quality.project import ROOT

AT_LEAST = 1
"""The least work: what a search examines before its first answer."""
EACH = {AUCTION: 6, MOVEMENT: 24, RETREATS: 10, WINTER: 12}


def awaited(kind, count):
    """List views of awaited players in a kind of phase."""
    return [View(duel, player) for duel in duels(count, kind) for player in sorted(awaits(duel))]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", EACH)
def test_every_level_gives_a_legal_entry(level, kind):
    """Each unit and power of the player once, everything that is due, no bid too many."""
    for number, view in enumerate(awaited(kind, EACH[kind])):
        answer = choose(view, level, lots(number), AT_LEAST)
        check_strictly(view.duel, view.player, answer.entry)
        assert 0 <= answer.worth <= 1
        if kind in {RETREATS, WINTER}:
            left, complete = fitting(view.duel, view.player, answer.entry)
            given = {power: orders for power, orders in answer.entry.by_power.items() if orders}
            assert left == Orders(given) or kind is RETREATS
            assert complete or kind is RETREATS


def test_the_duels_that_are_tried_are_of_many_kinds():
    tried = [duel for kind, count in EACH.items() for duel in duels(count, kind)]
    presets = Counter(duel.rules.starting_credits == PRESETS["even"].starting_credits for duel in tried)
    assert {duel.rules.edition for duel in tried} == set(OFFERED)
    assert presets[True] > 3
    assert any(duel.rules.victory_centres for duel in tried)
    assert any(duel.rules.overbid is Overbid.FORBIDDEN for duel in duels(EACH[AUCTION], AUCTION))
    assert any(len(duel.position.units) == 34 for duel in tried)
    assert {0, 10**6} <= {amount for duel in tried for amount in duel.credits.values()}
    fighting = duels(EACH[MOVEMENT], MOVEMENT)
    assert any(len(awaits(duel)) == 1 for duel in fighting)


@pytest.mark.parametrize("level", LEVELS)
def test_home_powers_are_ranked_each_once(level):
    """§2"""
    duel = begin(rules("intimate", {}))
    lists = set()
    for number in range(5):
        answer = choose(View(duel, Player.FIRST), level, lots(number))
        check_strictly(duel, Player.FIRST, answer.entry)
        lists.add(answer.entry.powers)
    assert len(lists) > 1


@pytest.mark.parametrize("level", LEVELS)
def test_no_entry_is_chosen_for_a_player_who_is_not_awaited(level):
    alone = duel_at(start("S1902M", units={"AUSTRIA": ["A VIE"]}))
    over = alone.ended(None, "draw")
    for duel, player in ((alone, Player.SECOND), (alone, None), (over, Player.FIRST)):
        with pytest.raises(ValueError, match="does not await"):
            choose(View(duel, player), level, lots(1))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_work_and_seed_give_the_same_answer(level):
    for kind in EACH:
        for view in awaited(kind, 2):
            again = View(view.duel, view.player)
            assert choose(view, level, lots(5), 300) == choose(again, level, lots(5), 300)


def test_another_process_gives_the_same_answers():
    """It has other hashes: nothing may depend on the order of a set."""
    program = "from tests.opponent.test_choosing import answers; print(answers())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == answers()


def answers():
    """Return the answers of the gentlest and the strongest level to some duels, as text."""
    duels = [duel_drawn(seed) for seed in range(8)]
    views = [View(duel, player) for duel in duels for player in sorted(awaits(duel))]
    levels = (Level.RECRUIT, Level.MARSHAL)
    found = [choose(view, level, lots(3), 200).entry for view in views for level in levels]
    return json.dumps([write_entry(entry) for entry in found], sort_keys=True)


def test_other_random_seeds_sometimes_give_other_answers():
    """Otherwise the enemy could predict them."""
    view = View(duel_at(start("S1901B")), Player.FIRST)
    sheets = [choose(view, Level.MARSHAL, lots(seed)).entry for seed in range(4)]
    assert any(sheet != sheets[0] for sheet in sheets)
    view = View(duel_at(start("S1901M", control={"ITALY": "first", "GERMANY": "second"})), Player.FIRST)
    found = [choose(view, Level.MARSHAL, lots(seed), AT_LEAST).entry for seed in range(6)]
    assert any(entry != found[0] for entry in found)


def test_the_level_has_its_own_measure_of_work_where_none_is_given():
    view = View(duel_at(start("S1901M", control={"ITALY": "first", "GERMANY": "second"})), Player.FIRST)
    least = choose(view, Level.COLONEL, lots(1), 0).looked_at
    usual = choose(view, Level.COLONEL, lots(1)).looked_at
    assert usual >= STRENGTHS[Level.COLONEL].work
    assert least < usual
    assert choose(view, Level.COLONEL, lots(1), STRENGTHS[Level.COLONEL].work).looked_at == usual


def test_weights_can_be_others():
    """Weights that give credits no value spend more than weights that give them a high one."""
    view = View(duel_at(start("S1901B")), Player.FIRST)
    spent = {
        credit: sum(
            choose(view, Level.MARSHAL, lots(seed), weights=Weights(credit=credit)).entry.total
            for seed in range(3)
        )
        for credit in (0.0, 3.0)
    }
    assert spent[0.0] > spent[3.0]


def test_no_bid_is_made_where_there_is_nothing_to_bid():
    duel = duel_at(start("S1901B", credits={"first": 0, "second": 10**6}))
    for level in LEVELS:
        assert choose(View(duel, Player.FIRST), level, lots(1)).entry == Sheet()
        assert choose(View(duel, Player.SECOND), level, lots(1)).entry.total <= 10**6


@pytest.mark.parametrize("phase", ["S1901M", "F1901M", "S1902M"])
def test_the_gentlest_level_takes_no_home_centre_in_the_first_year(phase):
    """A beginner's first slip must not end the duel; from the second year on it may."""
    units = {"AUSTRIA": ["A BUD"], "FRANCE": ["A VEN", "A TYR"], "TURKEY": ["A SER"]}
    duel = duel_at(start(phase, units=units, control={"TURKEY": "second"}))
    entered = {level: entered_by(duel, level) for level in (Level.RECRUIT, Level.CAPTAIN)}
    assert entered == {Level.RECRUIT: phase == "S1902M", Level.CAPTAIN: True}


def entered_by(duel, level):
    """Whether a level ever moves a unit of France, its home power, into a home centre of Austria."""
    given = [choose(View(duel, Player.SECOND), level, lots(n)).entry.by_power["FRANCE"] for n in range(12)]
    moves = [order.to for orders in given for order in orders if isinstance(order, Move)]
    return not {"TRI", "VIE", "BUD"}.isdisjoint(moves)
