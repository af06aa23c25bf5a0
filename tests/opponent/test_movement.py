"""The search of a movement phase: its amount of work, and the wins that it finds."""

from itertools import pairwise

import numpy as np
import pytest

from adjudicator import Convoy, Hold, Move, Support, adjudicate_movement, parse, province_of, standard
from intimate.players import Player
from opponent.evaluation import Weights
from opponent.field import Field
from opponent.movement import FIRST, JOINED, Repertoire, Search, Struggle
from opponent.sides import OTHER, OWN, OpposingSides
from tests.builders import duel_at, start
from tests.opponent.drawn import MOVEMENT, duels, lots

HABIT = 0.5


def struggle(duel, work, seed=1, player=Player.FIRST):
    return Struggle(Field(OpposingSides.of(duel, player), Weights()), Search(work, HABIT), lots(seed))


def overhead(fought, search):
    """Return the work before the first answer, and the most work of a step and two answers."""
    singles = sum(len(side.singles()) + 1 for side in fought.sides)
    sets = max(map(len, fought.sets))
    return FIRST * FIRST + singles, (search.variations + 1 + JOINED + 2 * (search.starts + 1)) * sets


@pytest.mark.parametrize("work", [0, 300, 1500])
def test_a_search_exceeds_its_work_by_at_most_one_step(work):
    """The first order sets are examined in any case."""
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
    """Return the own orders in all order sets with a notable probability."""
    return [orders(fought, row) for row, part in zip(found.rows, found.row_mix, strict=True) if part > 0.1]


def test_a_forced_win_is_taken():
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


def test_both_players_find_the_only_winning_convoy_of_two_fleets():
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


def repertoires(duel):
    fought = Field(OpposingSides.of(duel, Player.FIRST), Weights())
    return [Repertoire(fought, side) for side in (OWN, OTHER)]


def of_first(**units):
    """Return the first player's possible orders with Austria and Italy in spring 1902."""
    begun = start("S1902M", units=units, control={"ITALY": "first", "TURKEY": "second"})
    return repertoires(duel_at(begun))[OWN]


def texts(repertoire, numbers):
    return [str(repertoire.field.slate.orders[number]) for number in numbers]


def is_legal(repertoire, row):
    """Whether an order set has one order for each unit of its side, in order."""
    slate = repertoire.field.slate
    return tuple(slate.unit_of[number] for number in row) == repertoire.units


@pytest.fixture(scope="module")
def everyone():
    return [repertoire for duel in duels(30, MOVEMENT) for repertoire in repertoires(duel)]


def test_every_variation_is_a_legal_order_set(everyone):
    random = lots(1)
    for repertoire in everyone:
        row = repertoire.holding
        for most in (0, 1, 40, 120):
            varied = repertoire.variations(row, random, most)
            assert len(varied) <= most
            assert all(is_legal(repertoire, one) for one in varied)
            row = varied[0] if varied else row


def test_greedy_order_sets_are_legal_and_send_no_two_units_to_one_place(everyone):
    random = lots(2)
    for repertoire in everyone:
        gains = {number: random.random() for number in repertoire.singles()}
        row = repertoire.greedy(gains, 0.3, random)
        assert is_legal(repertoire, row)
        moves = [repertoire.field.slate.orders[number] for number in row]
        ends = [province_of(move.to) for move in moves if isinstance(move, Move)]
        assert len(set(ends)) == len(ends)


def test_at_first_every_unit_holds_and_has_its_own_moves(everyone):
    for repertoire in everyone:
        slate = repertoire.field.slate
        assert [slate.orders[number] for number in repertoire.holding] == [
            Hold(slate.units[unit]) for unit in repertoire.units
        ]
        for number in repertoire.singles():
            assert isinstance(slate.orders[number], Move)
            assert not slate.orders[number].via


def test_plans_order_each_of_their_units_once_and_serve_their_first_order(everyone):
    for repertoire in everyone:
        slate = repertoire.field.slate
        for plan in repertoire.plans:
            move, *serving = (slate.orders[number] for number in plan)
            assert len({slate.unit_of[number] for number in plan}) == len(plan)
            assert is_legal(repertoire, repertoire.with_plan(repertoire.holding, plan))
            for order in serving:
                assert isinstance(order, Support | Convoy)
                served = order.army if isinstance(order, Convoy) else order.supported
                assert served == move.unit
                assert province_of(order.to) == province_of(move.to)


def test_convoys_of_plans_are_whole_chains_of_fleets(everyone):
    """Each fleet is next to the other, from the army to its goal; alone on the board it arrives."""
    longest = 0
    for repertoire in everyone:
        slate = repertoire.field.slate
        for plan in repertoire.plans:
            orders = [slate.orders[number] for number in plan]
            chain = [order.unit.province for order in orders if isinstance(order, Convoy)]
            move = orders[0]
            assert move.via == bool(chain)
            way = [move.unit.province, *chain, province_of(move.to)] if chain else []
            assert all(there in standard().neighbours[here] for here, there in pairwise(way))
            longest = max(longest, len(chain))
    assert longest >= 3


def test_an_army_is_carried_by_a_chain_of_several_fleets():
    repertoire = of_first(AUSTRIA=["A TRI", "F ION"], ITALY=["F ADR", "F TYS"])
    plan = next(plan for plan in repertoire.plans if texts(repertoire, plan)[0] == "A TRI - TUN VIA")
    assert texts(repertoire, plan) == ["A TRI - TUN VIA", "F ADR C A TRI - TUN", "F ION C A TRI - TUN"]
    slate = repertoire.field.slate
    orders = {}
    for number in plan:
        orders.setdefault(slate.powers[slate.unit_of[number]], []).append(slate.orders[number])
    assert parse("A TUN H").unit in adjudicate_movement(slate.position, orders).position.units


def test_a_chain_with_a_fleet_of_the_other_side_is_no_plan():
    repertoire = of_first(AUSTRIA=["A TRI"], ITALY=["F ADR"], TURKEY=["F ION"])
    begun = {texts(repertoire, plan)[0] for plan in repertoire.plans}
    assert "A TRI - APU VIA" in begun
    assert "A TRI - TUN VIA" not in begun


def test_mercenaries_support_the_home_power_and_are_supported_by_it():
    repertoire = of_first(AUSTRIA=["A TYR", "A VIE"], ITALY=["A VEN"], TURKEY=["A ALB"])
    plans = [texts(repertoire, plan) for plan in repertoire.plans]
    assert ["A TYR - TRI", "A VIE S A TYR - TRI", "A VEN S A TYR - TRI"] in plans
    assert ["A VEN - TRI", "A TYR S A VEN - TRI"] in plans
    assert not any("A ALB" in order for plan in plans for order in plan)


def test_a_carried_army_is_supported_where_it_lands():
    repertoire = of_first(AUSTRIA=["A ALB", "A ROM"], ITALY=["F ION"])
    plans = [texts(repertoire, plan) for plan in repertoire.plans]
    assert ["A ALB - NAP VIA", "F ION C A ALB - NAP", "A ROM S A ALB - NAP"] in plans


def test_a_unit_that_moves_is_supported_when_single_orders_are_varied():
    repertoire = of_first(AUSTRIA=["A TYR", "A VIE"])
    numbers = list(repertoire.field.numbers([parse("A TYR - TRI")]))
    row = repertoire.with_plan(repertoire.holding, numbers)
    varied = [texts(repertoire, one) for one in repertoire.variations(row, lots(3), 40)]
    assert ["A TYR - TRI", "A VIE S A TYR - TRI"] in varied
    assert ["A TYR H", "A VIE H"] in varied
