"""What a board notes on an order is no part of the order."""

import pickle
from importlib.resources import files

from adjudicator import Hold, adjudicate_movement, parse, read_position, standard
from adjudicator.board import load
from adjudicator.gists import gist_of

TEXTS = ["A PAR H", "A PAR - BUR", "A LON - BEL VIA", "A MAR S A PAR - BUR", "F NTH C A LON - BEL"]


def fresh(text):
    """Return an order that no board has met."""
    return parse.__wrapped__(text)


def test_an_order_that_is_noted_on_is_equal_to_one_that_is_not_and_is_copied_without_the_note():
    for text in TEXTS:
        noted, other = fresh(text), fresh(text)
        gist = gist_of(standard(), noted)
        assert gist_of(standard(), noted) is gist
        assert (noted, hash(noted), repr(noted)) == (other, hash(other), repr(other))
        copied = pickle.loads(pickle.dumps(noted))  # noqa: S301 (made a moment ago)
        assert copied == noted
        assert gist_of(standard(), copied) is not gist


def test_each_board_reads_an_order_for_itself():
    order, another = fresh("A PAR - BUR"), load(files("adjudicator") / "boards" / "standard")
    for board in (standard(), another, standard()):
        assert gist_of(board, order).board is board
        position = read_position({"FRANCE": ["A PAR"]}, board=board)
        after = adjudicate_movement(position, {"FRANCE": [order]}).position
        assert [str(unit) for unit in after.units] == ["A BUR"]


def test_an_army_where_none_can_stand_has_no_plain_order():
    stranded = parse("A NTH - LON")
    assert not gist_of(standard(), stranded).plain
    assert gist_of(standard(), Hold(stranded.unit)).plain
