"""The examples beside the rules show what the adjudicator makes of them."""

import pytest

from adjudicator import Cause, Flag
from learning.examples import examples

SHOWN = {
    "written": {Cause.UNREACHABLE},
    "inland": {Cause.UNREACHABLE},
    "coasts": {Cause.UNREACHABLE},
    "bounce": {Cause.BOUNCED},
    "trading": {Cause.BOUNCED},
    "waiting": {Cause.BOUNCED},
    "support-move": {Cause.DISLODGED},
    "support-hold": {Cause.BOUNCED},
    "support-coasts": {Cause.DISLODGED},
    "mismatch": {Cause.MISMATCH},
    "cut": {Cause.CUT},
    "cut-not": {Cause.DISLODGED},
    "cut-dislodged": {Cause.CUT, Cause.DISLODGED},
    "cut-own": {Cause.DISLODGED},
    "own-unit": {Cause.OWN_UNIT},
    "own-support": {Cause.BOUNCED},
    "besieged": {Cause.BOUNCED},
    "disorder": {Cause.BOUNCED},
    "head-to-head": {Cause.DISLODGED},
    "no-effect": {Cause.DISLODGED},
    "convoy-broken": {Cause.FLEET_DISLODGED},
    "convoy-held": {Cause.BOUNCED},
    "convoy-cuts": {Cause.CUT},
    "convoy-no-cut": {Cause.PARADOX, Cause.DISLODGED},
    "convoy-routes": {Cause.DISLODGED},
    "retreat": {Cause.DISLODGED},
    "retreat-clash": {Cause.RETREAT_CLASH},
}
"""Why orders fail in each example; in the others everything succeeds."""


def causes(example):
    return {reason.cause for fate in example.fates for reason in fate.outcome.reasons}


@pytest.mark.parametrize("key", [key for key in examples() if not key.startswith(("1971-", "anjou-"))])
def test_an_example_shows_what_its_rule_says(key):
    found = causes(examples()[key])
    assert found >= SHOWN.get(key, set())
    assert key in SHOWN or not found


def test_no_order_of_an_example_is_void_but_where_that_is_shown():
    void = {
        key
        for key, example in examples().items()
        if any(Flag.VOID in fate.outcome.flags for fate in example.fates)
    }
    assert void == {"written", "inland", "coasts", "mismatch"}


def test_the_thirteen_examples_of_1971_and_four_paradoxes_are_there():
    """Source 000, IX to XII, and source 004; the outcomes are tested in tests/adjudicator/editions."""
    numbered = [key for key in examples() if key.startswith("1971-")]
    assert numbered == [f"1971-{number}" for number in range(1, 14)]
    assert [key for key in examples() if key.startswith("anjou-")] == [f"anjou-{letter}" for letter in "abcd"]
    assert {examples()[key].game.edition.name for key in numbered} == {"1971"}


def test_of_two_routes_one_is_enough_today_and_was_not_in_1971():
    """1971 XII.4, example 12."""
    today, before = examples()["convoy-routes"], examples()["1971-12"]
    assert today.orders == before.orders
    assert "A BEL" in map(str, today.after.position.units)
    assert "A LON" in map(str, before.after.position.units)
