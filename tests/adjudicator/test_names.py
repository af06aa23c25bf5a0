"""Names of powers and places; invalid ones are refused at once."""

import pickle

import pytest

from adjudicator import (
    DiplomacyError,
    Game,
    Kind,
    Location,
    Move,
    Position,
    PositionError,
    Power,
    Province,
    Unit,
    read_position,
)


@pytest.mark.parametrize(
    ("make", "field", "said"),
    [
        (lambda: Power("FRANC"), "power", "'FRANC' is not a power"),
        (lambda: Power("France"), "power", "'France' is not a power"),
        (lambda: Province("XYZ"), "province", "'XYZ' is not a province"),
        (lambda: Province("SPA/NC"), "province", "'SPA/NC' is not a province"),
        (
            lambda: Location("paris"),
            "location",
            "'paris' is not written as a location, such as SPA or SPA/NC",
        ),
        (lambda: Unit.parse("F PAR"), "unit", "F PAR cannot stand there"),
        (lambda: Unit.parse("A ADR"), "unit", "A ADR cannot stand there"),
        (lambda: Unit.parse("F SPA"), "unit", "F SPA cannot stand there"),
        (lambda: Position().units_of("FRENCH"), "power", "'FRENCH' is not a power"),
        (lambda: Position().centres_of("GALLIA"), "power", "'GALLIA' is not a power"),
        (
            lambda: Move(Unit.parse("A PAR"), "burgundy"),
            "place",
            "'burgundy' is not written as a place, such as SPA or SPA/NC",
        ),
        (lambda: Unit.parse("A paris"), "unit", "'A paris' is not a unit"),
        (lambda: read_position({"FRANCE": ["F PAR"]}), "units.FRANCE", "F PAR cannot stand there"),
        (lambda: read_position({"FRANC": ["A PAR"]}), "units", "'FRANC' is not a power"),
    ],
)
def test_an_invalid_name_is_refused_and_quoted(make, field, said):
    with pytest.raises(DiplomacyError) as refused:
        make()
    assert (refused.value.field, refused.value.message) == (field, said)


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="'X' is not a valid Kind"):
        Kind("X")


def test_names_are_texts_and_nothing_more():
    made = Power("FRANCE"), Province("PAR"), Location("SPA/NC")
    assert made == ("FRANCE", "PAR", "SPA/NC")
    assert {type(name) for name in made} == {str}


def test_they_stand_in_annotations_like_other_types():
    assert repr(Power | None)
    assert {Power: 1}[Power]


def test_equal_positions_have_one_key_and_one_hash_and_others_do_not():
    position = read_position({"FRANCE": ["A PAR", "F BRE"]}, {"FRANCE": ["PAR"]})
    turned = read_position({"FRANCE": ["F BRE", "A PAR"]}, {"FRANCE": ["PAR"]})
    assert (position, position.key, hash(position)) == (turned, turned.key, hash(turned))
    others = [
        read_position({"GERMANY": ["A PAR", "F BRE"]}, {"FRANCE": ["PAR"]}),
        read_position({"FRANCE": ["A PAR", "F BRE"]}, {"GERMANY": ["PAR"]}),
        read_position({"FRANCE": ["F BRE"]}, {"FRANCE": ["PAR"]}, {"FRANCE": {"A PAR": ["PIC"]}}),
        read_position({"FRANCE": ["A PAR", "F BRE"]}, {"FRANCE": ["PAR"]}, lost={"FRANCE": ["MUN"]}),
    ]
    assert len({position.key, *(other.key for other in others)}) == 5
    assert len({position, turned, *others}) == 5


def test_the_key_of_a_position_is_the_same_everywhere():
    position = read_position({"FRANCE": ["A PAR"]}, {"ITALY": ["ROM"]}, {"RUSSIA": {"A BUR": ["MAR", "MUN"]}})
    assert position.key == "FRANCE:A PAR|RUSSIA:A BUR>MAR,MUN|ITALY:ROM|"
    assert pickle.loads(pickle.dumps(position)).key == position.key  # noqa: S301  # just written


def test_a_game_is_a_key_of_tables_too():
    assert {Game.start(): 1}[Game.start()] == 1


def test_a_dislodged_fleet_cannot_stand_inland():
    with pytest.raises(PositionError, match="F PAR cannot stand there"):
        read_position({}, None, {"FRANCE": {"F PAR": []}})
