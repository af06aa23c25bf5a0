"""The board as numbers: the places that units reach, and the distances."""

import numpy as np
import pytest

from adjudicator import Kind, Location, Province, Unit, standard
from opponent.greed.ground import ground
from opponent.tables import EMBARK, FAR, LAND, SAIL, tables

BOARD, TABLES = standard(), tables()


def away(text, province):
    """Return the number of moves of a unit, such as `A LON`, to a province."""
    kind, place = text.split()
    return TABLES.steps[TABLES.number[Unit(Kind(kind), Location(place))], BOARD.index[Province(province)]]


def test_every_unit_that_can_stand_somewhere_has_a_number():
    assert set(TABLES.number) == set(BOARD.steps)
    assert sorted(TABLES.number.values()) == list(range(len(TABLES.province)))


def test_reach_is_what_the_board_says():
    for unit, number in TABLES.number.items():
        assert BOARD.codes[TABLES.province[number]] == unit.province
        reached = {BOARD.codes[place] for place in np.flatnonzero(TABLES.reach[number])}
        assert reached == BOARD.reach[unit.kind][unit.location]


def test_a_place_is_one_move_away_where_the_unit_reaches_it_and_none_where_it_stands():
    for unit, number in TABLES.number.items():
        near = {place for place in BOARD.codes if away(f"{unit.kind.value} {unit.location}", place) == 1}
        assert BOARD.reach[unit.kind][unit.location] <= near
        assert TABLES.steps[number, TABLES.province[number]] == 0


def test_a_neighbour_is_at_most_one_move_nearer():
    for unit, number in TABLES.number.items():
        for place in BOARD.steps[unit]:
            nearer = TABLES.steps[number] - TABLES.steps[TABLES.number[unit.at(place)]]
            assert nearer.max() <= 1


@pytest.mark.parametrize(
    ("unit", "province", "moves"),
    [
        ("A PAR", "MUN", 2),
        ("F STP/SC", "NWY", 3),
        ("F STP/NC", "NWY", 1),
        ("F BRE", "PAR", FAR),
        ("F ANK", "SEV", 2),
        ("A LON", "BEL", EMBARK + LAND),
        ("A LON", "TUN", EMBARK + 2 * SAIL + LAND),
        ("A LON", "HOL", EMBARK + LAND),
        ("A MOS", "SEV", 1),
    ],
)
def test_moves_are_counted_by_land_along_coasts_and_by_convoys_of_several_fleets(unit, province, moves):
    assert away(unit, province) == moves


def test_armies_get_everywhere_by_convoys_and_fleets_never_inland():
    inland = [BOARD.index[place] for place in BOARD.codes if not BOARD.neighbours[place] & BOARD.seas]
    inland = [place for place in inland if BOARD.codes[place] not in BOARD.seas]
    for unit, number in TABLES.number.items():
        if unit.kind is Kind.ARMY:
            assert TABLES.steps[number].max() < FAR
        else:
            assert TABLES.steps[number, inland].min() == FAR


def test_the_nearest_of_no_provinces_is_far():
    assert set(TABLES.nearest([])) == {FAR}
    goals = [BOARD.index[place] for place in BOARD.homes["FRANCE"]]
    assert (TABLES.nearest(goals) == TABLES.steps[:, goals].min(axis=1)).all()


def test_greed_reaches_the_same_provinces():
    for unit, number in ground().node.items():
        assert ground().near[number] == BOARD.reach[unit.kind][unit.location]
        assert {ground().nodes[step].location for step in ground().steps[number]} == BOARD.steps[unit]
