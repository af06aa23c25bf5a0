"""Orders that no outcome speaks of are told by themselves."""

import pytest

from adjudicator import Cause, Game, OrderError, Power, parse, read_orders, void_orders


def test_orders_for_missing_and_foreign_units_and_unreadable_ones_are_told_with_their_reasons():
    given = read_orders({"FRANCE": ["A BUR - PAR", "A PAR - BUR", "A MUN H", "nonsense", "A MAR - TUN"]})
    told = void_orders(Game.start().position, given)
    assert [(void.power, str(void.order), void.reason.cause) for void in told] == [
        (Power("FRANCE"), "A BUR - PAR", Cause.NO_UNIT),
        (Power("FRANCE"), "A MUN H", Cause.FOREIGN_UNIT),
        (Power("FRANCE"), "nonsense", Cause.UNREADABLE),
        (Power("FRANCE"), "A MAR - TUN", Cause.UNREACHABLE),
    ]


def test_none_are_told_where_all_can_be_carried_out():
    assert void_orders(Game.start().position, {Power("FRANCE"): [parse("A PAR - BUR")]}) == []


def test_texts_are_refused_as_everywhere():
    with pytest.raises(OrderError, match="use read_orders"):
        void_orders(Game.start().position, {Power("FRANCE"): ["A PAR - BUR"]})
