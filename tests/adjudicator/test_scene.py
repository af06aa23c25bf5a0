"""The layout of a position is computed once; a scene is a position with an edition."""

import copy
import pickle
from types import MappingProxyType

import pytest

from adjudicator import (
    Board,
    Game,
    Move,
    Position,
    Unit,
    adjudicate_adjustments,
    adjudicate_movement,
    adjudicate_retreats,
    legality,
    parse,
    read_position,
    standard,
)
from adjudicator.compiled_orders import NO_ORDER
from adjudicator.editions import STANDARD
from adjudicator.scene import Scene

UNITS = {"FRANCE": ["A PAR", "F BRE"], "ITALY": ["F WES"]}


def test_the_layout_of_a_position_is_found_once_and_is_neither_compared_nor_copied():
    laid_out, other = read_position(UNITS), read_position(UNITS)
    layout = laid_out.layout
    assert laid_out.layout is layout
    assert (laid_out, repr(laid_out)) == (other, repr(other))
    for copied in (pickle.loads(pickle.dumps(laid_out)), copy.copy(laid_out)):  # noqa: S301 (pickled right here)
        assert copied == laid_out
        assert copied.layout is not layout


def test_any_mapping_of_units_is_laid_out_by_province_number():
    position = read_position(UNITS)
    for given in (position, Position(MappingProxyType(dict(position.units)))):
        scene, number = Scene(given, STANDARD), given.board.number
        assert [given.board.codes[here] for here in scene.numbers] == ["PAR", "BRE", "WES"]
        assert (scene.units[number["BRE"]], scene.powers[number["BRE"]]) == (Unit.parse("F BRE"), "FRANCE")
        assert list(given.board.places(scene.fleets)) == ["WES"]


def test_units_and_orders_made_by_hand_are_resolved_like_those_that_were_read():
    by_hand = Unit(*Unit.parse("A PAR"))
    position = Position({by_hand: "FRANCE"})
    order = Move(Unit(*by_hand), parse("A PAR - BUR").to)
    for given in (order, parse("A PAR - BUR")):
        assert [str(unit) for unit in adjudicate_movement(position, {"FRANCE": [given]}).position.units] == [
            "A BUR"
        ]


def test_a_missing_order_has_no_attributes():
    with pytest.raises(AttributeError):
        NO_ORDER.order  # noqa: B018  # reading it fails


def test_units_that_were_built_or_have_retreated_need_no_closer_look(monkeypatch):
    """Nor do copies of units: equal units are recognised."""
    looked = []
    closer = legality._looked_into
    monkeypatch.setattr(legality, "_looked_into", lambda *given: looked.append(given) or closer(*given))
    winter = read_position({"FRANCE": ["A GAS"]}, {"FRANCE": ["PAR", "BRE"]})
    built = adjudicate_adjustments(winter, {"FRANCE": [parse("A PAR B")]}).position
    routed = read_position({"ITALY": ["A MAR"]}, dislodged={"FRANCE": {"A BUR": ["PAR"]}})
    retreated = adjudicate_retreats(routed, {"FRANCE": [parse("A BUR R PAR")]}).position
    copied = Position(pickle.loads(pickle.dumps(built.units)))  # noqa: S301 (pickled right here)
    for position in (built, retreated, copied):
        after = adjudicate_movement(position, {"FRANCE": [parse("A PAR - PIC")]}).position
        assert Unit.parse("A PIC") in after.units
    assert looked == []


def test_results_are_copied_and_pickled():
    result = adjudicate_movement(read_position(UNITS), {"FRANCE": [parse("A PAR - BUR")]})
    for copied in (pickle.loads(pickle.dumps(result)), copy.copy(result)):  # noqa: S301 (pickled right here)
        assert copied == result


def test_copies_refer_to_the_standard_board_instead_of_copying_it():
    """Processes send each other games; none should hold a board for each."""
    game = Game.start()
    for copied in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):  # noqa: S301 (pickled right here)
        assert copied == game
        assert copied.position.board is standard()
    small = len(pickle.dumps(game))
    assert game.choices().every
    assert len(pickle.dumps(game)) == small


def test_another_board_is_copied_by_its_tables():
    board = standard()
    other = Board(board.spaces, board.borders, board.start)
    assert other.powers == board.powers
    copied = pickle.loads(pickle.dumps(other))  # noqa: S301 (pickled right here)
    assert copied is not standard()
    assert (copied.spaces, copied.start, copied.index) == (other.spaces, other.start, other.index)
    assert "powers" not in vars(copied)
