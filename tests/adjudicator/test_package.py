"""The package for programmers: help, how values print, and errors for wrong types.

The soak tests run these against the compiled build too.
"""

import importlib
import inspect
import pkgutil
import pydoc
from dataclasses import replace

import pytest

import adjudicator
from adjudicator import (
    STANDARD,
    DiplomacyError,
    Game,
    Hold,
    OrderError,
    Phase,
    Position,
    PositionError,
    Slate,
    Turn,
    Unit,
    adjudicate,
    adjudicate_adjustments,
    adjudicate_many,
    adjudicate_movement,
    adjudicate_retreats,
    contradictions,
    examine,
    is_possible,
    legal_orders,
    read_orders,
    read_position,
    standard,
)

START = Game.start()
TEXTS = {"FRANCE": ["A PAR - BUR"]}
GAMES = {
    "movement": START,
    "retreats": Game(Phase.parse("S1901R"), read_position({}, None, {"FRANCE": {"A PAR": ["BUR"]}})),
    "winter": Game(Phase.parse("W1901A"), START.position),
}
BUILDING = Game(Phase.parse("W1901A"), read_position({}, {"FRANCE": ["BRE"]}))
SLATE = Slate.of(START.position)


@pytest.mark.parametrize("name", adjudicator.__all__)
def test_help_is_written_for_every_public_name_and_its_methods(name):
    value = getattr(adjudicator, name)
    assert pydoc.render_doc(value)
    for method in dir(value) if inspect.isclass(value) else []:
        if not method.startswith("_") and callable(getattr(value, method)):
            assert pydoc.render_doc(getattr(value, method))


def test_help_is_written_for_every_module():
    names = [found.name for found in pkgutil.walk_packages(adjudicator.__path__, "adjudicator.")]
    for name in names:
        if not name.endswith("__main__"):
            assert pydoc.render_doc(importlib.import_module(name))


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize(
    "ordered", [TEXTS, {"FRANCE": [Hold(Unit.parse("A PAR")), "F BRE H"]}], ids=["texts", "one text"]
)
def test_texts_in_place_of_orders_are_refused_with_a_hint_at_read_orders(kind, ordered):
    game = GAMES[kind]
    for judge in (game.play, game.resolve, lambda orders: adjudicate(game.phase, game.position, orders)):
        with pytest.raises(OrderError, match=r"^orders\.FRANCE: .* is not an order: use read_orders"):
            judge(ordered)


ASKED = {
    "adjudicate_movement": lambda: adjudicate_movement(START.position, TEXTS),
    "adjudicate_retreats": lambda: adjudicate_retreats(GAMES["retreats"].position, TEXTS),
    "adjudicate_adjustments": lambda: adjudicate_adjustments(START.position, TEXTS),
    "contradictions": lambda: contradictions(START.position, TEXTS),
    "examine": lambda: examine(START.position, "FRANCE", "A PAR - BUR"),
    "is_possible": lambda: is_possible(START.position, START.phase.kind, "A PAR - BUR"),
}


@pytest.mark.parametrize("asked", ASKED)
def test_every_function_that_takes_orders_refuses_texts(asked):
    with pytest.raises(OrderError, match="use read_orders"):
        ASKED[asked]()


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: START.play({"FRANCE": "A PAR - BUR"}), "orders.FRANCE: must be a list of orders"),
        (lambda: START.play(None), "orders: must be a mapping of orders by power"),
        (lambda: Game("S1901M", START.position), "use Phase.parse"),
        (lambda: adjudicate("S1901M", START.position, {}), "use Phase.parse"),
        (lambda: adjudicate(START.phase, {"FRANCE": ["A PAR"]}, {}), "use read_position"),
        (lambda: adjudicate(START.phase, START.position, {}, "1971"), "use edition"),
        (lambda: legal_orders(START.position, ["A PAR"]), "use Unit.parse"),
    ],
    ids=["a text for a list", "nothing", "a game's phase", "a phase", "a position", "an edition", "a unit"],
)
def test_texts_in_place_of_other_values_are_refused_with_a_hint(ask, said):
    with pytest.raises(DiplomacyError) as refused:
        ask()
    assert said in str(refused.value)


def test_the_error_names_a_unit_that_is_not_on_the_board():
    with pytest.raises(PositionError, match="A BUR is not on the board"):
        legal_orders(START.position, [Unit.parse("A BUR")])


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (START, "<Game S1901M: 22 units, standard>"),
        (GAMES["retreats"], "<Game S1901R: 0 units, 1 dislodged, standard>"),
        (START.phase, "<S1901M>"),
        (Unit.parse("F STP/SC"), "<F STP/SC>"),
        (read_orders(TEXTS), "{'FRANCE': [<A PAR - BUR>]}"),
        (read_position({"FRANCE": ["A PAR", "F BRE"]}), "<Position: FRANCE A PAR, F BRE>"),
        (GAMES["retreats"].position, "<Position: dislodged A PAR>"),
        (Position(), "<Position: >"),
        (START.play({}).result, "<Result: 22 of 22 orders succeeded, 0 dislodged>"),
        (standard(), "<Board: 75 spaces>"),
        (STANDARD, "<Edition standard>"),
        (replace(STANDARD, removals="home"), "<Edition standard, removals=home>"),
        (START.choices(), "<Choices: 22 units>"),
        (START.choices().units[0], "<A BUD of AUSTRIA: 13 orders>"),
        (BUILDING.choices(), "<Choices: <FRANCE: 1 builds of 2 orders>>"),
        (SLATE, "<Slate: 238 orders of 22 units>"),
        (adjudicate_many(SLATE, [[0], [1]]), "<Fates: 2 sets of 22 units>"),
        (adjudicate_many(SLATE, [[0], [1]]).column(2), "<Column: 1 of 2 sets>"),
        (Turn(START, {}), "Turn(game=<Game S1901M: 22 units, standard>, orders={})"),
    ],
    ids=lambda shown: shown if isinstance(shown, str) else "",
)
def test_a_value_is_shown_in_a_line(value, shown):
    assert repr(value) == shown


def test_equal_values_look_alike_and_others_do_not():
    assert repr(Game.start()) == repr(START) != repr(START.play({}).game)
    assert repr(Game(START.phase, START.position, STANDARD)) == repr(START)
