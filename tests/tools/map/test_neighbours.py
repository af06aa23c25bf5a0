"""The shapes of the drawn board have the same neighbours as in the adjudicator."""

from dataclasses import replace

import pytest

from adjudicator.units import Kind
from tests.tools.map.drawn import anchors, board, shapes
from tools.map.neighbours import Shape, armies, fleets

# An invented map: the land of A and B by the sea of S in the north, the land of C behind them.
#
#   0   10  20
#   S   S   S    0
#   A   A|B B   10
#   C   C   C   20
MADE_UP = {
    "SSS": Shape("sea", (((0, 0), (20, 0), (20, 10), (10, 10), (0, 10)),)),
    "AAA": Shape("coast", (((0, 10), (10, 10), (10, 20), (0, 20)),)),
    "BBB": Shape("coast", (((10, 10), (20, 10), (20, 20), (10, 20)),)),
    "CCC": Shape("inland", (((0, 20), (10, 20), (20, 20), (20, 30), (0, 30)),)),
}


def tables(kind):
    """Return the neighbours of each location in the drawing and in the adjudicator."""
    drawn = armies(shapes()) if kind is Kind.ARMY else fleets(shapes(), anchors())
    return drawn, {here: set(there) for here, there in board().borders[kind].items()}


def pairs(table):
    return {tuple(sorted((here, there))) for here, others in table.items() for there in others}


@pytest.mark.parametrize("kind", Kind)
def test_no_border_of_the_rules_is_missing_on_the_board(kind):
    drawn, rules = tables(kind)
    assert sorted(pairs(rules) - pairs(drawn)) == []


@pytest.mark.parametrize("kind", Kind)
def test_no_border_is_on_the_board_only(kind):
    drawn, rules = tables(kind)
    assert sorted(pairs(drawn) - pairs(rules)) == []


@pytest.mark.parametrize("kind", Kind)
def test_every_location_is_drawn(kind):
    drawn, rules = tables(kind)
    assert drawn == rules


def test_every_space_touches_its_neighbours_and_no_other():
    both = pairs(tables(Kind.ARMY)[0]) | pairs(tables(Kind.FLEET)[0])
    touching = {tuple(sorted((here[:3], there[:3]))) for here, there in both}
    assert touching == pairs(board().neighbours)


def test_armies_cross_borders_on_land():
    assert armies(MADE_UP) == {"AAA": {"BBB", "CCC"}, "BBB": {"AAA", "CCC"}, "CCC": {"AAA", "BBB"}}


def test_fleets_sail_at_sea_and_along_a_coast():
    assert fleets(MADE_UP, {}) == {"SSS": {"AAA", "BBB"}, "AAA": {"SSS", "BBB"}, "BBB": {"SSS", "AAA"}}


def test_fleets_do_not_sail_along_a_border_that_ends_at_no_sea():
    dry = {
        name: replace(shape, kind="inland" if name == "SSS" else shape.kind)
        for name, shape in MADE_UP.items()
    }
    assert fleets(dry, {}) == {}


def test_spaces_that_meet_at_a_corner_are_no_neighbours():
    corner = MADE_UP | {"DDD": Shape("inland", (((20, 30), (30, 30), (30, 40), (20, 40)),))}
    assert armies(corner)["DDD"] == set()


def test_a_coast_with_two_names_is_two_locations():
    south = MADE_UP | {
        "BBB": Shape("coast", (((10, 10), (20, 10), (20, 20), (20, 30), (10, 30), (10, 20)),)),
        "CCC": Shape("inland", (((0, 20), (10, 20), (10, 30), (0, 30)),)),
        "TTT": Shape("sea", (((0, 30), (10, 30), (20, 30), (20, 40), (0, 40)),)),
    }
    table = fleets(south, {"BBB/NC": (15, 12), "BBB/SC": (15, 28)})
    assert (table["BBB/NC"], table["BBB/SC"]) == ({"SSS", "AAA"}, {"TTT"})


def test_a_broken_line_is_found():
    broken = MADE_UP | {"BBB": Shape("coast", (((11, 10), (20, 10), (20, 20), (11, 20)),))}
    assert armies(broken)["BBB"] == set()


@pytest.mark.parametrize("name", ["PAR", "DEN", "CON", "ENG"])
def test_a_space_that_is_left_out_is_missed(name):
    rest = {other: shape for other, shape in shapes().items() if other != name}
    drawn = pairs(armies(rest)) | pairs(fleets(rest, anchors()))
    missed = {other for table in board().borders.values() for pair in pairs(table) - drawn for other in pair}
    assert board().neighbours[name] <= {place[:3] for place in missed}
