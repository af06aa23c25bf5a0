"""Trades of places by consent in the edition of the ENS (source 001)."""

import pytest

from tests.builders import last, moves, record, start

PLACES = {"units": {"AUSTRIA": ["A SER"], "TURKEY": ["A BUL"], "FRANCE": ["A PAR"]}}


def after(turkish, first, second=None, edition="ens"):
    """Return the units after a spring; turkish: the commander of Turkey."""
    begin = start("S1902M", control={"TURKEY": turkish}, **PLACES)
    plain = record(moves("S1902M", first, second or {}), begin=begin)
    line = last(plain | {"edition": edition})
    return line["units"]["AUSTRIA"], line["units"]["TURKEY"]


TRADED, STAYED = (["A BUL"], ["A SER"]), (["A SER"], ["A BUL"])


def test_two_players_trade_places_when_both_orders_say_so():
    """001: on condition that both players specify it in their orders."""
    austrian, turkish = {"AUSTRIA": ["A SER - BUL TRADE"]}, {"TURKEY": ["A BUL - SER TRADE"]}
    assert after("second", austrian, turkish) == TRADED
    assert after("second", austrian, {"TURKEY": ["A BUL - SER"]}) == STAYED


@pytest.mark.parametrize(
    "orders", [("A SER - BUL TRADE", "A BUL - SER"), ("A SER - BUL", "A BUL - SER TRADE")]
)
def test_a_player_of_both_powers_needs_trade_in_one_order_only(orders):
    """001: one player consents for both."""
    assert after("first", {"AUSTRIA": [orders[0]], "TURKEY": [orders[1]]}) == TRADED


def test_a_player_of_both_powers_must_still_order_the_trade():
    """001: the orders must say so."""
    assert after("first", {"AUSTRIA": ["A SER - BUL"], "TURKEY": ["A BUL - SER"]}) == STAYED


def test_in_other_editions_nobody_trades_places():
    """1971 VIII."""
    both = {"AUSTRIA": ["A SER - BUL TRADE"], "TURKEY": ["A BUL - SER TRADE"]}
    assert after("first", both, edition="1971") == STAYED
