"""An impossible position is refused, with the name of its field."""

from importlib.resources import files

import pytest

from adjudicator import (
    Position,
    PositionError,
    Power,
    Unit,
    adjudicate_adjustments,
    adjudicate_movement,
    adjudicate_retreats,
    read_position,
    standard,
)
from adjudicator.board import load

TABLES = files("adjudicator") / "boards" / "standard"
FRANCE, ITALY = Power("FRANCE"), Power("ITALY")


def units(*texts):
    return tuple(map(Unit.parse, texts))


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"SPAIN": []}, "units", "'SPAIN' is not a power"),
        ({"france": ["A PAR"]}, "units", "'france' is not a power"),
        ({"FRANCE": ["A XYZ"]}, "units.FRANCE", "A XYZ cannot stand there"),
        ({"FRANCE": ["Paris"]}, "units.FRANCE", "'Paris' is not a unit"),
        ({"FRANCE": ["A NTH"]}, "units.FRANCE", "A NTH cannot stand there"),
        ({"FRANCE": ["F PAR"]}, "units.FRANCE", "F PAR cannot stand there"),
        ({"FRANCE": ["F SPA"]}, "units.FRANCE", "F SPA cannot stand there"),
        ({"FRANCE": ["F SPA/EC"]}, "units.FRANCE", "F SPA/EC cannot stand there"),
        ({"FRANCE": ["A SPA/NC"]}, "units.FRANCE", "A SPA/NC cannot stand there"),
        ({"FRANCE": ["F BRE/NC"]}, "units.FRANCE", "F BRE/NC cannot stand there"),
        ({"FRANCE": ["A BRE", "F BRE"]}, "units.FRANCE", "two units in BRE"),
        ({"FRANCE": ["F SPA/NC", "F SPA/SC"]}, "units.FRANCE", "two units in SPA"),
        ({"ENGLAND": ["A PAR"], "FRANCE": ["A PAR"]}, "units.FRANCE", "two units in PAR"),
        ({"FRANCE": "A PAR"}, "units.FRANCE", "must be a list of texts"),
        ({"FRANCE": ["A PAR", 5]}, "units.FRANCE", "must be a list of texts"),
        ({"FRANCE": None}, "units.FRANCE", "must be a list of texts"),
        (["A PAR"], "units", "must be an object by power"),
    ],
)
def test_units_that_cannot_stand_are_refused(wrong, field, said):
    """1971 VII.1 (places of units, one unit in a space), VII.3b (coasts)."""
    with pytest.raises(PositionError) as refused:
        read_position(wrong)
    assert (refused.value.field, refused.value.message) == (field, said)


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"SPAIN": []}, "centers", "'SPAIN' is not a power"),
        ({"FRANCE": ["BUR"]}, "centers.FRANCE", "'BUR' is not a supply centre"),
        ({"FRANCE": ["XYZ"]}, "centers.FRANCE", "'XYZ' is not a supply centre"),
        ({"FRANCE": [5]}, "centers.FRANCE", "must be a list of texts"),
        ({"FRANCE": ["SPA/NC"]}, "centers.FRANCE", "'SPA/NC' is not a supply centre"),
        ({"ENGLAND": ["BEL"], "FRANCE": ["BEL"]}, "centers.FRANCE", "BEL has two owners"),
        (["BEL"], "centers", "must be an object by power"),
    ],
)
def test_centres_that_cannot_be_owned_are_refused(wrong, field, said):
    with pytest.raises(PositionError) as refused:
        read_position({}, wrong)
    assert (refused.value.field, refused.value.message) == (field, said)


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"SPAIN": {}}, "dislodged", "'SPAIN' is not a power"),
        (["A PAR"], "dislodged", "must be an object by power"),
        ({"FRANCE": ["A PAR"]}, "dislodged.FRANCE", "must be an object by unit"),
        ({"FRANCE": {"A NTH": []}}, "dislodged.FRANCE", "A NTH cannot stand there"),
        ({"FRANCE": {"A PAR": [], "F PAR": []}}, "dislodged.FRANCE", "F PAR cannot stand there"),
        ({"FRANCE": {"A BRE": []}, "ITALY": {"F BRE": []}}, "dislodged.ITALY", "two dislodged units in BRE"),
        ({"FRANCE": {"A PAR": ["XYZ"]}}, "dislodged.FRANCE.A PAR", "A PAR cannot retreat to 'XYZ'"),
        ({"FRANCE": {"A PAR": ["MAR"]}}, "dislodged.FRANCE.A PAR", "A PAR cannot retreat to 'MAR'"),
        ({"FRANCE": {"F GAS": ["SPA"]}}, "dislodged.FRANCE.F GAS", "F GAS cannot retreat to 'SPA'"),
        ({"FRANCE": {"A GAS": ["MAO"]}}, "dislodged.FRANCE.A GAS", "A GAS cannot retreat to 'MAO'"),
    ],
)
def test_retreats_to_nowhere_are_refused(wrong, field, said):
    """1971 XI: only to a neighbour that such a unit may enter."""
    with pytest.raises(PositionError) as refused:
        read_position({}, {}, wrong)
    assert (refused.value.field, refused.value.message) == (field, said)


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"SPAIN": []}, "lost", "'SPAIN' is not a power"),
        (["BEL"], "lost", "must be an object by power"),
        ({"FRANCE": ["BUR"]}, "lost.FRANCE", "'BUR' is not a supply centre"),
        ({"ITALY": ["PAR"], "FRANCE": ["PAR"]}, "lost.FRANCE", "PAR is owned by FRANCE"),
    ],
)
def test_centres_that_cannot_have_been_lost_are_refused(wrong, field, said):
    with pytest.raises(PositionError) as refused:
        read_position({}, {"FRANCE": ["PAR"]}, lost=wrong)
    assert (refused.value.field, refused.value.message) == (field, said)


def test_a_retreat_to_an_occupied_province_is_refused():
    """1971 XI, VII.1: otherwise two units would share it."""
    with pytest.raises(PositionError) as refused:
        read_position({"ITALY": ["F SPA/SC"]}, {}, {"FRANCE": {"A MAR": ["BUR", "SPA"]}})
    assert refused.value.field == "dislodged.FRANCE.A MAR"
    assert refused.value.message == "'SPA' is occupied"


def test_a_retreat_named_twice_is_one():
    position = read_position({}, {}, {"FRANCE": {"A MAR": ["SPA", "BUR", "SPA"]}})
    assert position.dislodged[Unit.parse("A MAR")].retreats == ("BUR", "SPA")


def test_a_dislodged_unit_stands_beside_the_one_that_entered():
    """1971 XI."""
    position = read_position({"ITALY": ["A PAR"]}, {}, {"FRANCE": {"A PAR": []}})
    assert position.units[Unit.parse("A PAR")] == ITALY
    assert position.dislodged[Unit.parse("A PAR")].power == FRANCE
    assert position.dislodged_of(FRANCE) == units("A PAR")
    assert position.dislodged_of(ITALY) == ()


def test_a_position_lists_units_and_centres_by_power_and_by_province():
    position = read_position({"FRANCE": ["F SPA/NC", "A PAR"]}, {"FRANCE": ["PAR", "BRE"]})
    assert position.units_of(FRANCE) == units("A PAR", "F SPA/NC")
    assert position.centres_of(FRANCE) == ("BRE", "PAR")
    assert position.occupants()["SPA"] == Unit.parse("F SPA/NC")
    assert position.units_of(ITALY) == position.centres_of(ITALY) == position.dislodged_of(ITALY) == ()


def test_a_unit_is_of_its_power_on_the_board_and_dislodged():
    """Of two units with the same name, the one on the board is meant."""
    position = read_position({"FRANCE": ["A PAR"]}, {}, {"ITALY": {"A MAR": [], "A PAR": []}})
    powers = [position.power_of(unit) for unit in units("A PAR", "A MAR")]
    assert powers == [FRANCE, ITALY]
    with pytest.raises(KeyError):
        position.power_of(Unit.parse("A ROM"))


def test_positions_are_compared_and_shown_without_their_board():
    one = read_position({"FRANCE": ["A PAR"]})
    assert one.board is standard()
    assert one == read_position({"FRANCE": ["A PAR"]}, board=load(TABLES)) != read_position({})
    assert "board" not in repr(one)


def test_a_position_keeps_its_board_through_every_phase():
    """Also a board other than the standard one."""
    board = load(TABLES)
    position = read_position({"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, board=board)
    for adjudicated in (adjudicate_movement, adjudicate_retreats, adjudicate_adjustments):
        assert adjudicated(position, {}).position.board is board
    assert position.with_ownership().board is board
    assert Position.initial(board=board).board is board


def test_1901_begins_with_22_units_on_the_home_centres():
    """1971 VI.3, except Kiel, which has a fleet: three each, four for Russia."""
    position = Position.initial()
    assert len(position.units) == len(position.owners) == 22
    assert position.units_of(Power("GERMANY")) == units("A BER", "A MUN", "F KIE")
    assert position.units_of(Power("RUSSIA")) == units("A MOS", "A WAR", "F SEV", "F STP/SC")
    assert {unit.province for unit in position.units} == set(position.owners)


def test_a_unit_on_a_centre_after_autumn_owns_it():
    """1971 XIII.1; other provinces have no owner, and a centre keeps its owner when the unit leaves."""
    position = read_position({"ITALY": ["F SPA/SC", "A BUR"]}, {"FRANCE": ["SPA", "PAR"]})
    assert position.with_ownership().owners == {"SPA": ITALY, "PAR": FRANCE}
