"""An order is compiled once for each board, and never changes."""

import pickle
from importlib.resources import files

from adjudicator import Hold, Unreadable, adjudicate_movement, compiled_orders, parse, read_position, standard
from adjudicator.board import load
from adjudicator.compiled_orders import NO_ORDER, compiled_order

TEXTS = ["A PAR H", "A PAR - BUR", "A LON - BEL VIA", "A MAR S A PAR - BUR", "F NTH C A LON - BEL"]


def fresh(text):
    """Return an order that no board has compiled."""
    return parse.__wrapped__(text)


def test_an_order_is_compiled_once_and_equals_one_that_was_not_compiled():
    for text in TEXTS:
        met, other = fresh(text), fresh(text)
        compiled = compiled_order(standard(), met)
        assert compiled_order(standard(), met) is compiled
        assert (met, hash(met), repr(met)) == (other, hash(other), repr(other))
        copied = pickle.loads(pickle.dumps(met))  # noqa: S301 (pickled right here)
        assert copied == met
        assert compiled_order(standard(), copied) is not compiled


def test_each_board_compiles_an_order_for_itself():
    order, another = fresh("A PAR - BUR"), load(files("adjudicator") / "boards" / "standard")
    assert compiled_order(another, order) is not compiled_order(standard(), order)
    for board in (standard(), another, standard()):
        position = read_position({"FRANCE": ["A PAR"]}, board=board)
        after = adjudicate_movement(position, {"FRANCE": [order]}).position
        assert [str(unit) for unit in after.units] == ["A BUR"]


def test_a_board_forgets_its_compiled_orders_when_they_are_many(monkeypatch):
    monkeypatch.setattr(compiled_orders, "MEMO_SIZE", 2)
    another = load(files("adjudicator") / "boards" / "standard")
    for text in TEXTS:
        order = fresh(text)
        assert compiled_order(another, order).order is order
        assert len(compiled_orders.COMPILED[another]) <= 2


def test_orders_of_other_phases_and_for_unknown_places_are_not_compiled():
    for order in (parse("A PAR B"), parse("A PAR - XXX"), Unreadable("A PAR dances")):
        assert compiled_order(standard(), order) is NO_ORDER


def test_an_army_where_none_can_stand_has_no_plain_order():
    stranded = parse("A NTH - LON")
    assert not compiled_order(standard(), stranded).plain
    assert compiled_order(standard(), Hold(stranded.unit)).plain
