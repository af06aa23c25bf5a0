"""Orders that cannot go together are pointed out before the player says ready."""

import pytest

from intimate.record import load
from intimate.view import Player, View
from tests.builders import record, start
from tests.web.duels.test_entering import text
from web.duels.contradictions import at_odds

WARNING = "and will do nothing"
OWN = {"AUSTRIA": ["A VIE", "A BUD", "A TRI", "F ADR"], "FRANCE": ["A PAR"]}
CASES = {
    "A BUD S A VIE - GAL": True,
    "A BUD S A VIE - GAL, A VIE - GAL": False,
    "A BUD S A VIE - GAL, A VIE - TYR": True,
    "A BUD S A VIE": False,
    "A BUD S A VIE, A VIE - TYR": True,
    "F ADR C A TRI - VEN": True,
    "F ADR C A TRI - VEN, A TRI - VEN VIA": False,
    "F ADR C A TRI - VEN, A TRI - APU VIA": True,
}


@pytest.mark.parametrize(("orders", "warned"), CASES.items())
def test_help_for_a_unit_of_ones_own_that_does_something_else_is_pointed_out(pages, orders, warned):
    duel = pages(start("S1902M", units=OWN))
    duel.contest.store("first", {"orders": {"AUSTRIA": orders.split(", ")}})
    assert (WARNING in text(duel.get("anna"))) is warned
    assert WARNING not in text(duel.get("boris"))


def test_help_for_a_unit_of_the_opponent_is_not(pages):
    units = {"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR"]}
    duel = pages(start("S1902M", units=units))
    duel.contest.store("first", {"orders": {"AUSTRIA": ["A MUN S A PAR - BUR"]}})
    assert WARNING not in text(duel.get("anna"))


@pytest.mark.parametrize(("edition", "warned"), [("standard", True), ("anjou", False)])
def test_where_orders_are_taken_over_help_for_a_unit_without_order_is_not_pointed_out(site, edition, warned):
    """004: an order that another one tells is not missing."""
    duel = load({**record(begin=start("S1902M", units=OWN)), "edition": edition}).start
    with site.test_request_context():
        found = at_odds(View(duel, Player.FIRST), {"orders": {"AUSTRIA": ["A BUD S A VIE - GAL"]}})
    assert bool(found) is warned
