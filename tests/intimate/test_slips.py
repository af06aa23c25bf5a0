"""Questions before an entry counts: about slips of the pen, and advice for beginners."""

import pytest

from intimate.codec import read_entry
from intimate.players import Player
from intimate.slips import ADVICE, SlipKind, idle_units, slips
from intimate.variants import PRESETS
from intimate.view import View
from tests.builders import UNITS, duel_at, lonely, start


def found(begin, plain, player=Player.FIRST, preset="intimate", **settings):
    """List the slips of an entry as (kind, power, unit, place), without empty parts."""
    duel = duel_at(begin, preset, **settings)
    entry = None if plain is None else read_entry(plain, duel.kind)
    return [
        tuple(str(each) for each in (slip.kind, slip.power, slip.unit, slip.place) if each is not None)
        for slip in slips(View(duel, player), entry)
    ]


@pytest.mark.parametrize("plain", [None, {"bids": {}}, {"bids": {"ITALY": 0}}])
def test_a_sheet_of_zeros_is_a_slip(plain):
    assert found(start("S1902B"), plain) == [("no_bids",)]


def test_one_bid_is_no_slip_and_neither_is_none_without_credits():
    assert found(start("S1902B"), {"bids": {"ITALY": 1}}) == []
    assert found(start("S1902B", credits={"first": 0, "second": 9}), None) == []


def test_holding_everything_is_a_slip():
    assert ("all_hold",) in found(start("S1902M"), {"orders": {}})
    assert found(start("S1902M"), {"orders": {"AUSTRIA": ["A VIE - GAL"]}}) == []


@pytest.mark.parametrize("orders", [[], ["WAIVE"]])
def test_giving_up_a_build_is_a_slip(orders):
    begin = lonely("W1902A", units={"AUSTRIA": ["A BUD"], "FRANCE": UNITS["FRANCE"]})
    assert found(begin, {"orders": {"AUSTRIA": orders}}) == [("builds_given_up", "AUSTRIA")]
    both = {"orders": {"AUSTRIA": ["A VIE B", "F TRI B"]}}
    assert found(begin, both) == []


def test_builds_of_mercenaries_are_made_for_the_player_and_removals_are_not_given_up():
    """§6"""
    begin = start(
        "W1902A",
        control={"ITALY": "first"},
        units={**UNITS, "ITALY": ["A ROM"], "AUSTRIA": [*UNITS["AUSTRIA"], "A GAL"]},
    )
    assert found(begin, {"orders": {}}) == []


def test_an_army_that_needs_a_fleet_and_has_none_is_a_slip():
    begin = lonely("S1902M", units={"AUSTRIA": ["A TRI", "F ADR"], "FRANCE": ["A MAR"]})
    lonely_army = {"orders": {"AUSTRIA": ["A TRI - APU"]}}
    assert ("no_fleet", "A TRI") in found(begin, lonely_army)
    carried = {"orders": {"AUSTRIA": ["A TRI - APU", "F ADR C A TRI - APU"]}}
    assert found(begin, carried) == []


def test_an_army_that_asks_for_a_convoy_to_a_neighbour_needs_a_fleet_too():
    """DATC 4.A.3"""
    begin = lonely("S1902M", units={"AUSTRIA": ["A TRI", "F ADR"], "FRANCE": ["A MAR"]})
    assert ("no_fleet", "A TRI") in found(begin, {"orders": {"AUSTRIA": ["A TRI - VEN VIA"]}})
    assert found(begin, {"orders": {"AUSTRIA": ["A TRI - VEN"]}}) == []


OPEN = lonely("S1902M", units={"AUSTRIA": ["A TRI", "A VIE"], "FRANCE": ["A VEN"]})


def test_a_home_centre_left_empty_beside_an_enemy_unit_is_advised_against():
    """§7: an enemy home unit there would win."""
    moved = {"orders": {"AUSTRIA": ["A TRI - SER", "A VIE - GAL"]}}
    assert found(OPEN, moved) == [("open_home", "A VEN", "TRI")]


@pytest.mark.parametrize("orders", [["A VIE - GAL"], ["A TRI - SER", "A VIE - TRI"]])
def test_a_home_centre_is_not_open_if_a_unit_stays_or_arrives(orders):
    assert found(OPEN, {"orders": {"AUSTRIA": orders}}) == []


def test_an_open_home_centre_is_no_slip_if_home_centres_do_not_win():
    """§7: `victory` by centres."""
    moved = {"orders": {"AUSTRIA": ["A TRI - SER"]}}
    assert found(OPEN, moved, victory={"centres": 18}) == []


def test_a_hired_unit_of_the_enemys_does_not_win_and_is_not_warned_of():
    """§7"""
    begin = start(
        "S1902M",
        units={"AUSTRIA": ["A TRI"], "FRANCE": ["A PAR"], "ITALY": ["A VEN"]},
        control={"ITALY": "second"},
    )
    assert found(begin, {"orders": {"AUSTRIA": ["A TRI - SER"]}}) == []


def test_a_support_for_a_unit_that_is_ordered_otherwise_is_advised_against():
    begin = lonely("S1902M", units={"AUSTRIA": ["A VIE", "A BUD"], "FRANCE": ["A PAR"]})
    idle = {"orders": {"AUSTRIA": ["A VIE S A BUD - GAL", "A BUD - RUM"]}}
    assert found(begin, idle) == [("idle_support", "A VIE")]
    assert found(begin, {"orders": {"AUSTRIA": ["A VIE S A BUD - GAL", "A BUD - GAL"]}}) == []


def test_slips_of_sides_are_those_of_all_their_powers():
    """§9"""
    duel = {"phase": "S1914M", "units": UNITS, "control": {"FRANCE": "first", "ENGLAND": "first"}}
    assert found(duel, {"orders": {}}, preset="world-war-one") == [("all_hold",)]
    assert PRESETS["world-war-one"].sides


def test_a_player_who_is_not_awaited_makes_no_slip():
    begin = lonely("S1902M", units={"AUSTRIA": [], "FRANCE": ["A PAR"]})
    assert found(begin, {"orders": {}}) == []
    duel = duel_at(start("S1902M"))
    assert slips(View(duel, None), None) == []


def test_open_homes_and_idle_supports_are_advice():
    assert {SlipKind.OPEN_HOME, SlipKind.IDLE_SUPPORT} == ADVICE


@pytest.mark.parametrize(
    ("orders", "idle"),
    [
        (["A VIE - GAL", "A BUD S A VIE - TRI"], {"A BUD"}),
        (["A VIE - GAL", "A BUD S A VIE"], {"A BUD"}),
        (["A VIE - GAL", "A BUD S A VIE - GAL"], set()),
        (["A VIE - TRI", "F TRI - ADR"], set()),
    ],
)
def test_a_support_for_an_own_unit_that_does_something_else_is_idle(orders, idle):
    """DATC 6.D.7"""
    view = View(duel_at(start("S1902M")), Player.FIRST)
    entry = read_entry({"orders": {"AUSTRIA": orders}}, view.duel.kind)
    assert {str(unit) for unit in idle_units(view, entry)} == idle


def test_an_army_that_no_fleet_carries_does_nothing():
    begin = lonely("S1902M", units={"AUSTRIA": ["A TRI", "F ADR"], "FRANCE": UNITS["FRANCE"]})
    view = View(duel_at(begin), Player.FIRST)
    alone = read_entry({"orders": {"AUSTRIA": ["A TRI - APU VIA", "F ADR - ION"]}}, view.duel.kind)
    carried = read_entry({"orders": {"AUSTRIA": ["A TRI - APU VIA", "F ADR C A TRI - APU"]}}, view.duel.kind)
    assert {str(unit) for unit in idle_units(view, alone)} == {"A TRI"}
    assert idle_units(view, carried) == frozenset()
