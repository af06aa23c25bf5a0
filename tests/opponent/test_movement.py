"""The search of a movement phase: how much it looks at, and that it finds what wins."""

import numpy as np
import pytest

from adjudicator import Hold
from intimate.players import Player
from opponent.field import Field
from opponent.movement import FIRST, JOINED, Search, Struggle
from opponent.sides import OTHER, OWN, Sides
from opponent.weights import Weights
from tests.builders import duel_at, start
from tests.opponent.drawn import MOVEMENT, duels, lots

HABIT = 0.5


def struggle(duel, work, seed=1, player=Player.FIRST):
    return Struggle(Field(Sides.of(duel, player), Weights()), Search(work, HABIT), lots(seed))


def overhead(fought, search):
    """What is looked at before the first answer, and the most that a step and two answers look at."""
    singles = sum(len(side.singles()) + 1 for side in fought.sides)
    sets = max(map(len, fought.sets))
    return FIRST * FIRST + singles, (search.variations + 1 + JOINED + 2 * (search.starts + 1)) * sets


@pytest.mark.parametrize("work", [0, 300, 1500])
def test_no_more_is_looked_at_than_the_work_and_a_step(work):
    """What is begun with is looked at in any case."""
    for duel in duels(8, MOVEMENT):
        fought = struggle(duel, work)
        begun = fought.field.looked_at
        fought.run()
        first, most = overhead(fought, fought.search)
        assert begun <= first
        assert fought.field.looked_at <= max(begun, work + most)
        assert work or fought.field.looked_at == begun


def test_mixes_are_of_the_order_sets_and_payoffs_of_each_pair():
    for duel in duels(8, MOVEMENT):
        found = struggle(duel, 400).run()
        assert found.payoffs.shape == (len(found.rows), len(found.columns))
        assert found.row_mix.sum() == pytest.approx(1, abs=1e-5)
        assert found.column_mix.sum() == pytest.approx(1, abs=1e-5)
        assert len(set(found.rows)) == len(found.rows)
        assert len(set(found.columns)) == len(found.columns)
        assert -1e-5 <= found.share <= 1 + 1e-5


def test_payoffs_kept_step_by_step_are_those_of_the_whole_matrix():
    for duel in duels(6, MOVEMENT):
        fought = struggle(duel, 600)
        found = fought.run()
        assert np.allclose(found.payoffs, fought.field.payoffs(found.rows, found.columns), atol=1e-5)


def test_it_begins_with_what_greedy_players_would_do():
    """Their order sets come first, and the enemy is expected to follow them in part."""
    fought = struggle(duel_at(start("S1901M", control={"ITALY": "first", "RUSSIA": "second"})), 0)
    for side in (OWN, OTHER):
        assert 1 <= fought.usual[side] <= len(fought.sets[side]) <= FIRST
        usual = fought.feared[side][: fought.usual[side]]
        assert usual.sum() >= fought.search.habit - 1e-5
        assert (usual >= fought.search.habit / fought.usual[side] - 1e-5).all()


def orders(fought, row):
    return {str(fought.field.slate.orders[number]) for number in row}


def likely(fought, found):
    """The own orders of all order sets that are chosen at least now and then."""
    return [orders(fought, row) for row, part in zip(found.rows, found.row_mix, strict=True) if part > 0.1]


def test_a_way_to_win_whatever_the_enemy_does_is_taken():
    """Two armies can enter more home centres than one army guards."""
    units = {"AUSTRIA": ["A BUR", "A GAS"], "FRANCE": ["A PAR"]}
    found = struggle(duel_at(start("F1902M", units=units)), 600).run()
    assert found.share > 0.99
    assert (found.row_mix @ found.payoffs).min() > 0.99


def test_the_home_power_attacks_and_the_mercenary_supports_it():
    """§7: a mercenary on the home centre would win nothing."""
    units = {"AUSTRIA": ["A BOH"], "ITALY": ["A TYR"], "GERMANY": ["A MUN"]}
    homes = {"first": "AUSTRIA", "second": "GERMANY"}
    duel = duel_at(start("F1902M", homes=homes, control={"ITALY": "first"}, units=units))
    fought = struggle(duel, 600)
    found = fought.run()
    assert found.share > 0.99
    assert likely(fought, found) == [{"A BOH - MUN", "A TYR S A BOH - MUN"}]


def test_a_convoy_of_two_fleets_is_found_where_it_alone_wins_by_whoever_fears_it_too():
    units = {"AUSTRIA": ["A TUN"], "ITALY": ["F WES", "F LYO"], "FRANCE": ["F NTH"]}
    duel = duel_at(start("F1902M", units=units, control={"ITALY": "first"}))
    assert struggle(duel, 600, player=Player.SECOND).run().share < 0.01
    fought = struggle(duel, 600)
    found = fought.run()
    assert found.share > 0.99
    convoy = {"A TUN - MAR VIA", "F WES C A TUN - MAR", "F LYO C A TUN - MAR"}
    assert likely(fought, found)
    assert all(convoy <= chosen for chosen in likely(fought, found))


def test_a_side_without_units_is_no_obstacle():
    duel = duel_at(start("F1902M", units={"AUSTRIA": ["A BUR"]}))
    for player in Player:
        found = struggle(duel, 200, player=player).run()
        assert found.share == pytest.approx(1 if player is Player.FIRST else 0, abs=1e-3)
    fought = struggle(duel, 0)
    assert fought.sides[OTHER].holding == ()
    assert isinstance(fought.field.slate.orders[fought.sides[OWN].holding[0]], Hold)
