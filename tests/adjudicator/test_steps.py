"""Distances: the tables of steps, and which units reach a place."""

import pytest

from adjudicator import Kind, Unit, province_of, read_position, standard

BOARD = standard()
NOWHERE = 10**6


@pytest.mark.parametrize(
    ("unit", "to", "steps"),
    [
        ("A PAR", "PAR", 0),
        ("A PAR", "BUR", 1),
        ("A PAR", "MOS", 5),
        ("A PAR", "LON", None),
        ("A PAR", "NTH", None),
        ("F BRE", "STP/NC", 4),
        ("F BRE", "STP", 4),
        ("F STP/NC", "STP/SC", 4),
        ("F STP/NC", "STP", 0),
        ("F GAS", "SPA", 1),
        ("F GAS", "SPA/SC", 2),
        ("F LON", "PAR", None),
    ],
)
def test_a_unit_counts_its_own_moves_without_convoys(unit, to, steps):
    unit = Unit.parse(unit)
    assert BOARD.steps_between[unit.kind][unit.location].get(to) == steps


@pytest.mark.parametrize("kind", Kind)
def test_no_way_is_shorter_than_the_table_says_and_each_has_a_first_move(kind):
    table, borders = BOARD.steps_between[kind], BOARD.borders[kind]
    assert list(table) == list(borders)
    for here, steps in table.items():
        assert {place for place, count in steps.items() if count == 1} >= set(borders[here])
        for there in borders.keys() & steps.keys() - {here}:
            assert steps[there] == 1 + min(table[near].get(there, NOWHERE) for near in borders[here])
            assert steps[there] == table[there][here]


@pytest.mark.parametrize("kind", Kind)
def test_a_province_is_as_near_as_its_nearest_coast(kind):
    for steps in BOARD.steps_between[kind].values():
        coasts = {}
        for place, count in steps.items():
            coasts.setdefault(province_of(place), []).append(count)
        assert {code: steps[code] for code in coasts} == {code: min(found) for code, found in coasts.items()}


def test_over_land_and_sea_alike_everything_is_apart_as_the_distances_say():
    assert BOARD.steps_apart["PAR"]["MUN"] == 2
    assert BOARD.steps_apart["LON"]["BEL"] == 2
    for code in BOARD.spaces:
        assert BOARD.steps_apart[code] == BOARD.distances([code])


def test_reached_by_lists_the_units_that_could_move_to_a_province():
    for province, units in BOARD.reached_by.items():
        for kind in Kind:
            starts = {here for here, provinces in BOARD.reach[kind].items() if province in provinces}
            assert {unit.location for unit in units if unit.kind is kind} == starts


def test_intersecting_reached_by_with_the_units_finds_who_can_move_to_a_province():
    position = read_position({"FRANCE": ["A PAR", "F MAR"], "GERMANY": ["A MUN", "A BER"]})
    assert BOARD.reached_by["BUR"] & position.units.keys() == {Unit.parse("A PAR"), Unit.parse("A MUN")}
