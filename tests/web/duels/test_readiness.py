"""Orders that cannot work together are pointed out before the player hands in."""

import pytest

from intimate.codec import read_stored_entry
from intimate.players import Player
from intimate.record import load
from intimate.view import View
from tests.builders import duel_at, record, start
from tests.intimate.winters import winter
from tests.web.reading import text
from web.duels.readiness import contradictory_orders, orders_as_text

WARNING = "These orders support a unit that has another order, and will do nothing"
FRENCH = "Ces ordres soutiennent une unité"
WRITTEN = {
    "A BUD S A VIE - GAL": "A Budapest supports A Vienna - Galicia",
    "A BUD S A VIE": "A Budapest supports A Vienna",
    "F ADR C A TRI - VEN": "F Adriatic Sea convoys A Trieste - Venice",
}
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
def test_a_support_for_an_own_unit_that_does_something_else_is_pointed_out(pages, orders, warned):
    duel = pages(start("S1902M", units=OWN))
    duel.contest.store("first", {"orders": {"AUSTRIA": orders.split(", ")}})
    assert (WARNING in text(duel.get("anna"))) is warned
    if warned:
        helping = orders.partition(",")[0]
        assert f"{WARNING}: {WRITTEN[helping]}" in text(duel.get("anna"))
    for reader in ("boris", "visitor"):
        page = text(duel.get(reader))
        assert (WARNING in page, FRENCH in page) == (False, False)


def test_a_support_for_a_unit_of_the_opponent_is_not_pointed_out(pages):
    units = {"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR"]}
    duel = pages(start("S1902M", units=units))
    duel.contest.store("first", {"orders": {"AUSTRIA": ["A MUN S A PAR - BUR"]}})
    assert WARNING not in text(duel.get("anna"))


@pytest.mark.parametrize(("edition", "warned"), [("standard", True), ("anjou", False)])
def test_where_orders_are_taken_over_help_for_a_unit_without_order_is_not_pointed_out(site, edition, warned):
    """004: the missing order is known from another one."""
    duel = load({**record(begin=start("S1902M", units=OWN)), "edition": edition}).start
    orders = read_stored_entry({"orders": {"AUSTRIA": ["A BUD S A VIE - GAL"]}})
    with site.test_request_context():
        found = contradictory_orders(View(duel, Player.FIRST), orders)
    assert found == (["A Budapest supports A Vienna - Galicia"] if warned else [])


@pytest.mark.parametrize(
    "begin",
    [
        start("S1902B", units=OWN),
        start("S1902R", units=OWN, dislodged={"AUSTRIA": {"A SER": ["ALB", "GRE"]}}),
        winter(),
    ],
    ids=["auction", "retreats", "winter"],
)
def test_nothing_contradicts_itself_where_nothing_moves(site, begin):
    duel = duel_at(begin)
    assert str(duel.phase) == begin["phase"]
    orders = read_stored_entry({"orders": {"AUSTRIA": ["A BUD S A VIE - GAL"]}})
    with site.test_request_context():
        assert contradictory_orders(View(duel, Player.FIRST), orders) == []
        assert contradictory_orders(View(duel, Player.FIRST), None) == []


@pytest.mark.parametrize(
    ("language", "written"), [("en", "A Vienna - Galicia\nnonsense"), ("fr", "A Vienne – Galicie\nnonsense")]
)
def test_orders_are_written_for_the_box_one_a_line_and_what_is_none_as_it_was_sent(site, language, written):
    orders = read_stored_entry({"orders": {"AUSTRIA": ["A VIE - GAL"], "ITALY": ["nonsense"]}})
    with site.test_request_context(headers={"Accept-Language": language}):
        assert orders_as_text(orders) == written
        assert orders_as_text(None) == ""
