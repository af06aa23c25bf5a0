"""Retreats and winters: legal orders, in the right number, and their results."""

import numpy as np
import pytest

from adjudicator import Build, Disband, Retreat, adjudicate_retreats, parse
from intimate.desk import check_strictly
from intimate.options import choices_of
from intimate.play import play
from intimate.players import Player
from opponent.adjusting import MOST, Routed, Wintering
from opponent.choosing import orders
from opponent.evaluation import Weights
from opponent.sides import OTHER, OWN, OpposingSides
from tests.builders import duel_at, start
from tests.opponent.drawn import RETREATS, WINTER, duels


def routed(duel, player=Player.FIRST):
    return Routed(OpposingSides.of(duel, player), Weights())


def wintering(duel, player=Player.FIRST):
    return Wintering(OpposingSides.of(duel, player), Weights())


def by_power(*ways):
    return {
        power: list(given) for power, given in orders([one for way in ways for one in way]).by_power.items()
    }


def test_payoffs_of_retreats_agree_with_the_adjudicator():
    for duel in duels(12, RETREATS):
        found = routed(duel)
        rows, columns = found.ways
        for index in np.ndindex(found.payoffs.shape):
            given = by_power(rows[index[OWN]], columns[index[OTHER]])
            after = adjudicate_retreats(duel.position, given, duel.edition).position
            share = found.evaluation.shares(found.evaluation.counts_of([dict(after.units)]))
            assert found.payoffs[index] == pytest.approx(float(share[0]), abs=1e-5)


def test_units_of_both_sides_that_retreat_to_one_place_are_gone():
    """1971 XI.2"""
    both = {"AUSTRIA": {"A MUN": ["BOH"]}, "FRANCE": {"A TYR": ["BOH"]}}
    duel = duel_at(start("F1902R", units={"AUSTRIA": ["A TRI"], "FRANCE": ["A PAR"]}, dislodged=both))
    found = routed(duel)
    meet = [found.way_of(side, [parse(text)]) for side, text in enumerate(["A MUN R BOH", "A TYR R BOH"])]
    gone = [found.way_of(side, []) for side in (OWN, OTHER)]
    assert found.payoffs[*meet] == pytest.approx(found.payoffs[*gone])
    assert (
        found.payoffs[meet[OWN], gone[OTHER]] > found.payoffs[*meet] > found.payoffs[gone[OWN], meet[OTHER]]
    )


def test_every_way_to_retreat_is_legal_and_the_first_keeps_all_units():
    for duel in duels(12, RETREATS):
        for player in Player:
            found = routed(duel, player)
            for way in found.ways[OWN]:
                check_strictly(duel, player, orders(way))
            for number, way in enumerate(found.ways[OWN]):
                assert found.way_of(OWN, [order for _, order in way]) == number
            assert len(found.ways[OWN]) <= MOST
            assert found.looked_at <= MOST * MOST
            assert all(isinstance(order, Retreat) for _, order in found.ways[OWN][0])


def test_a_retreat_that_wins_is_chosen():
    """§7: a retreat into an enemy home centre counts."""
    dislodged = {"AUSTRIA": {"A BUR": ["BEL", "PAR", "PIC"]}}
    duel = duel_at(start("F1902R", units={"FRANCE": ["A GAS"]}, dislodged=dislodged))
    found = routed(duel)
    row_mix, _ = found.solved()
    assert found.way_of(OWN, [parse("A BUR R PAR")]) == int(np.argmax(row_mix))
    assert row_mix.max() > 0.95


def test_winters_give_as_many_legal_orders_as_are_due():
    removals = builds = 0
    for duel in duels(25, WINTER):
        for player in Player:
            given = orders(wintering(duel, player).best())
            check_strictly(duel, player, given)
            for choice in choices_of(duel, player).winters:
                listed = given.by_power[choice.power]
                assert len(listed) == choice.number
                assert all(isinstance(order, Disband if choice.removes else Build) for order in listed)
                removals += choice.removes
                builds += not choice.removes
            assert set(given.by_power) == {choice.power for choice in choices_of(duel, player).winters}
    assert min(removals, builds) > 5


def test_a_winter_is_evaluated_by_the_position_after_it():
    """Including forced builds and default removals, without void orders."""
    for duel in duels(12, WINTER):
        thought = wintering(duel)
        best = {player: orders(wintering(duel, player).best()) for player in Player}
        for entries in (
            {},
            best,
            {player: orders([(power, parse("F MOS B"))]) for player, power in duel.homes.items()},
        ):
            after = play(duel, entries).after.position
            share = thought.evaluation.shares(thought.evaluation.counts_of([dict(after.units)]))
            assert thought.share(entries) == pytest.approx(float(share[0]))


def test_builds_are_where_the_enemy_is_and_removals_where_they_are_missed_least():
    threat = {"AUSTRIA": ["A BUD"], "FRANCE": ["A TYR", "A BOH"]}
    duel = duel_at(
        start("W1902A", units=threat, centers={"AUSTRIA": ["VIE", "BUD"], "FRANCE": ["PAR", "MAR"]})
    )
    assert [str(order) for _, order in wintering(duel).best()] == ["A VIE B"]
    far = {"AUSTRIA": ["A VIE", "A SYR", "A TYR"], "FRANCE": ["A PAR", "A MAR"]}
    duel = duel_at(start("W1902A", units=far, centers={"AUSTRIA": ["VIE", "TRI"], "FRANCE": ["PAR", "MAR"]}))
    assert [str(order) for _, order in wintering(duel).best()] == ["A SYR D"]
    assert wintering(duel, Player.SECOND).best() == ()


def test_retreats_outside_the_search_are_evaluated_too():
    units = {"A SER": ["ALB", "BUL", "GRE", "RUM"], "A TRI": ["BUD", "VIE", "VEN", "TYR"]}
    routes = units | {"A MUN": ["BOH", "BER", "KIE", "RUH"]}
    duel = duel_at(start("F1902R", units={"FRANCE": ["A PAR"]}, dislodged={"AUSTRIA": routes}))
    found = routed(duel)
    _, column_mix = found.solved()
    given = [parse(f"{unit} D") for unit in routes]
    with pytest.raises(ValueError, match="not in list"):
        found.way_of(OWN, given)
    kept = [parse(f"{unit} R {places[0]}") for unit, places in routes.items()]
    assert found.share(OWN, given, column_mix) < found.share(OWN, kept, column_mix)
    for number, way in enumerate(found.ways[OWN]):
        same = found.share(OWN, [order for _, order in way], column_mix)
        assert same == pytest.approx(float(found.payoffs[number] @ column_mix), abs=1e-5)
