"""Void orders that no outcome mentions are listed separately."""

import pytest

from adjudicator import Cause, Game, OrderError, Power, parse, read_orders, void_orders


def test_void_orders_lists_unreadable_orders_and_those_for_missing_or_foreign_units():
    given = read_orders({"FRANCE": ["A BUR - PAR", "A PAR - BUR", "A MUN H", "nonsense", "A MAR - TUN"]})
    told = void_orders(Game.start().position, given)
    assert [(void.power, str(void.order), void.reason.cause) for void in told] == [
        (Power("FRANCE"), "A BUR - PAR", Cause.NO_UNIT),
        (Power("FRANCE"), "A MUN H", Cause.FOREIGN_UNIT),
        (Power("FRANCE"), "nonsense", Cause.UNREADABLE),
        (Power("FRANCE"), "A MAR - TUN", Cause.UNREACHABLE),
    ]


def test_no_order_is_void_if_all_can_be_carried_out():
    assert void_orders(Game.start().position, {Power("FRANCE"): [parse("A PAR - BUR")]}) == []


def test_texts_in_place_of_orders_are_refused():
    with pytest.raises(OrderError, match="use read_orders"):
        void_orders(Game.start().position, {Power("FRANCE"): ["A PAR - BUR"]})
