"""Thousands of pairs of order sets give the same results as the adjudicator gives one by one."""

from itertools import product

import numpy as np
import pytest

from adjudicator import (
    Kind,
    Location,
    Move,
    Unit,
    Unreadable,
    adjudicate_movement,
    legal_orders,
    parse,
)
from intimate.players import Player
from opponent.evaluation import Weights
from opponent.field import Field
from opponent.movement import Repertoire
from opponent.sides import OTHER, OWN, OpposingSides
from tests.builders import duel_at, start
from tests.opponent.drawn import MOVEMENT, duels, lots

LOST = 0.25
"""How much a dislodged unit still counts at its old place."""


def field(duel, player=Player.FIRST):
    return Field(OpposingSides.of(duel, player), Weights())


def rows_drawn(fought, side, count, random):
    """Draw random order sets: any orders, and in some of them plans for several units."""
    repertoire = Repertoire(fought, side)
    found = []
    for _ in range(count):
        row = tuple(random.choice(fought.slate.ranges[unit]) for unit in fought.units[side])
        for plan in random.sample(repertoire.plans, min(len(repertoire.plans), random.choice([1, 3, 6]))):
            row = repertoire.with_plan(row, plan)
        found.append(row)
    return found


def judged(fought, row, column):
    """Adjudicate one pair by itself, and count the result."""
    slate, evaluation = fought.slate, fought.evaluation
    orders = {}
    for number in (*row, *column):
        power = slate.powers[slate.unit_of[number]]
        orders.setdefault(power, []).append(slate.orders[number])
    after = adjudicate_movement(slate.position, orders, slate.edition).position
    counts = evaluation.counts_of([dict(after.units)])
    for unit, dislodged in after.dislodged.items():
        counts[:, 0] += LOST * evaluation.columns[dislodged.power][:, evaluation.stand(unit)]
    return float(evaluation.shares(counts)[0]), after


def test_payoffs_are_those_of_pairs_adjudicated_one_by_one():
    """In all kinds of positions, all editions, with dislodged units and convoyed armies."""
    random = lots(1)
    dislodged = carried = pairs = 0
    for duel in duels(40, MOVEMENT):
        fought = field(duel, random.choice(list(Player)))
        rows, columns = (rows_drawn(fought, side, count, random) for side, count in ((OWN, 5), (OTHER, 4)))
        payoffs = fought.payoffs(rows, columns)
        for index, pair in enumerate(product(rows, columns)):
            expected, after = judged(fought, *pair)
            assert payoffs.flat[index] == pytest.approx(expected, abs=2e-4)
            pairs += 1
            dislodged += len(after.dislodged)
            moves = [fought.slate.orders[number] for number in pair[OWN] if is_crossing(fought, number)]
            carried += sum(move.unit.at(move.to) in after.units for move in moves)
    assert pairs == 800
    assert min(dislodged, carried) > 50


def is_crossing(fought, number):
    order = fought.slate.orders[number]
    return isinstance(order, Move) and order.via


def test_no_order_sets_give_no_payoffs_and_units_without_any_order_one():
    duel = duel_at(start("S1902M", units={"AUSTRIA": ["A VIE"]}))
    fought = field(duel)
    (row,) = rows_drawn(fought, OWN, 1, lots(2))
    assert fought.payoffs([], [()]).shape == (0, 1)
    assert fought.payoffs([row], []).shape == (1, 0)
    assert fought.looked_at == 0
    assert fought.payoffs([row], [()]).shape == (1, 1)
    assert fought.looked_at == 1


def test_all_adjudicated_pairs_are_counted_as_looked_at():
    fought = field(duel_at(start("S1901M")))
    rows, columns = (rows_drawn(fought, side, 7, lots(3)) for side in (OWN, OTHER))
    fought.payoffs(rows, columns)
    fought.payoffs(rows[:2], columns[:3])
    assert fought.looked_at == 7 * 7 + 2 * 3


def test_each_side_has_the_units_that_it_commands_and_nobody_those_in_anarchy():
    for duel in duels(20, MOVEMENT):
        fought = field(duel)
        for side, player in enumerate(Player):
            powers = {fought.slate.powers[unit] for unit in fought.units[side]}
            assert powers <= set(duel.commands(player))
        commanded = sum(
            len(duel.position.units_of(power)) for player in Player for power in duel.commands(player)
        )
        assert len(fought.units[OWN]) + len(fought.units[OTHER]) == commanded


SHIPPING = {"FRANCE": ["A BEL", "F ENG"], "ENGLAND": ["F NTH", "A LON"], "AUSTRIA": ["A VIE"]}


def shipping():
    return field(
        duel_at(
            start(
                "S1902M",
                homes={"first": "ENGLAND", "second": "AUSTRIA"},
                control={"FRANCE": "first"},
                units=SHIPPING,
            )
        )
    )


def meant(fought, *texts):
    return [str(fought.slate.orders[number]) for number in fought.numbers(map(parse, texts))]


def test_the_numbers_of_orders_are_those_of_the_legal_ones():
    fought = shipping()
    assert meant(fought, "A BEL - HOL", "F NTH C A LON - HOL") == ["A BEL - HOL", "F NTH C A LON - HOL"]
    assert meant(fought, "A BEL - HOL VIA", "A BEL S A LON - HOL") == [
        "A BEL - HOL VIA",
        "A BEL S A LON - HOL",
    ]
    assert meant(fought, "A LON - BEL", "A LON - BUD", "A PAR H", "A VIE - TRI") == [
        "A LON - BEL VIA",
        "A VIE - TRI",
    ]
    assert list(fought.numbers([Unreadable("A LON ?")])) == []
    for unit, orders in legal_orders(fought.slate.position, fought.slate.units).items():
        assert [fought.slate.orders[number] for number in fought.numbers(orders)] == list(orders), unit


def test_an_order_set_has_one_order_for_each_unit_which_is_hold_by_default():
    fought = shipping()
    numbers = list(fought.numbers(map(parse, ["A LON - BEL VIA", "F NTH C A LON - BEL", "A VIE - TRI"])))
    given = [str(fought.slate.orders[number]) for number in fought.row_of(OWN, numbers)]
    assert sorted(given) == ["A BEL H", "A LON - BEL VIA", "F ENG H", "F NTH C A LON - BEL"]
    assert [str(fought.slate.orders[number]) for number in fought.row_of(OTHER, numbers)] == ["A VIE - TRI"]


def test_a_unit_counts_where_it_arrives():
    """An army that enters an empty enemy home centre wins in autumn."""
    duel = duel_at(start("F1902M", units={"AUSTRIA": ["A BUR"], "FRANCE": ["F LON"]}))
    fought = field(duel)
    rows = [fought.row_of(OWN, fought.numbers([parse(text)])) for text in ("A BUR H", "A BUR - PAR")]
    stays, goes = fought.payoffs(rows, [fought.row_of(OTHER, ())])[:, 0]
    assert goes == 1
    assert 0 < stays < 1
    assert np.isfinite(stays)
    assert Unit(Kind.ARMY, Location("BUR")) in duel.position.units
