"""Duels that begin at a position (docs/formats.md, `start`)."""

import pytest

from intimate.errors import DuelError
from intimate.play import awaits
from intimate.players import Player
from intimate.rules import Rules
from intimate.start import set_up, start_with_homes
from tests.builders import (
    CENTRES,
    UNITS,
    duel_after,
    duel_at,
    ending,
    event,
    last,
    lines,
    lonely,
    moves,
    record,
    sheets,
    start,
)
from tests.intimate.commands import replay

FIRST = {Player.FIRST}
BOTH = set(Player)
WINTER_UNITS = {**UNITS, "AUSTRIA": ["A VIE"]}


@pytest.mark.parametrize(
    ("begin", "awaited"),
    [
        (start("S1902B"), BOTH),
        (start("S1902M"), BOTH),
        (start("F1902M"), BOTH),
        (start("S1902R", dislodged={"AUSTRIA": {"A BOH": ["GAL", "TYR"]}}), FIRST),
        (start("F1902R", dislodged={"AUSTRIA": {"A BOH": ["GAL", "TYR"]}}), FIRST),
        (start("W1902A", units=WINTER_UNITS), FIRST),
    ],
    ids=lambda given: given["phase"] if isinstance(given, dict) else "",
)
def test_a_duel_may_start_in_each_kind_of_phase(begin, awaited):
    """Formats §2"""
    duel = duel_at(begin)
    assert str(duel.phase) == begin["phase"]
    assert awaits(duel) == awaited


@pytest.mark.parametrize(
    ("phase", "then"), [("S1902R", "F1902M"), ("F1902R", "S1903B"), ("W1902A", "S1903B")]
)
def test_phases_that_await_nobody_are_passed_on_loading(phase, then):
    """Formats §2"""
    assert str(duel_at(start(phase)).phase) == then


def test_income_of_phases_passed_on_loading_is_paid():
    """Formats §2, §6: the end of an autumn that awaits nobody pays income."""
    assert duel_at(start("F1902R")).credits == {Player.FIRST: 23, Player.SECOND: 23}


def test_victory_and_elimination_are_not_tested_on_loading():
    """Formats §2: nor anything else."""
    begin = lonely("S1903M", units={"AUSTRIA": ["A PAR"]}, centers={})
    assert lines(record(begin=begin)) == [{"result": None}]
    assert ending(record(moves("S1903M"), begin=begin)) == ("first", "home_centre")


def test_mercenaries_that_are_not_in_control_are_in_anarchy():
    """Formats §2"""
    duel = duel_at(start("S1902M", control={"ITALY": "second", "TURKEY": None}))
    assert duel.control == {"ITALY": Player.SECOND}


def test_at_an_auction_control_is_left_out():
    """Formats §2: before an auction's chapter, all are null."""
    line = last(record(event("draw_offered", "first"), begin=start("S1902B", control={"ITALY": "first"})))
    assert set(line["control"].values()) == {None}


@pytest.mark.parametrize("left_out", ["control", "units", "centers", "dislodged", "credits"])
def test_empty_parts_of_a_start_may_be_left_out(left_out):
    """Formats §2"""
    begin = start("S1902M", control={"ITALY": "first"})
    begin.pop(left_out, None)
    assert duel_at(begin, home_eliminated="plays_on")


def test_dislodged_units_belong_to_retreats_only():
    """Formats §2: (R only)."""
    duel = duel_at(start("S1902M", dislodged={"AUSTRIA": {"A BOH": ["GAL"]}}))
    assert duel.position.dislodged == {}


def test_claims_offers_waits_and_years_begin_there():
    """Formats §2"""
    duel = duel_at(lonely("F1910M"))
    assert (duel.claims, duel.draw_offers, duel.waits_until, duel.quiet_autumns) == (
        frozenset(),
        frozenset(),
        None,
        0,
    )


def test_the_choice_of_homes_is_left_out():
    """Formats §2: a start stands instead of it."""
    with pytest.raises(DuelError, match="HOMES"):
        lines(record({"phase": "HOMES"}, begin=start("S1902B")))


def test_a_started_duel_goes_on_for_years():
    """Formats §2"""
    chapters = [moves("F1902M"), sheets("S1903B", {"ITALY": 3}), moves("S1903M"), moves("F1903M")]
    assert str(duel_after(record(*chapters, begin=start("F1902M"))).phase) == "S1904B"


REFUSED = {
    "no phase": ({"phase": None}, "phase"),
    "a phase that is a number": ({"phase": 1902}, "phase"),
    "the choice of homes": ({"phase": "HOMES"}, "HOMES"),
    "an unknown phase": ({"phase": "S1902X"}, "S1902X"),
    "an auction in autumn": ({"phase": "F1902B"}, "F1902B"),
    "a phase in other digits": ({"phase": "S١٩٠١M"}, "phase"),
    "a year with zeros before it": ({"phase": "S0190M"}, "S0190M"),
    "a year that is too long": ({"phase": "S19010M"}, "S19010M"),
    "one home": ({"homes": {"first": "AUSTRIA"}}, "homes"),
    "no homes": ({"homes": None}, "homes"),
    "an unknown home": ({"homes": {"first": "AUSTRIA", "second": "SPAIN"}}, "homes"),
    "one home for two": ({"homes": {"first": "AUSTRIA", "second": "AUSTRIA"}}, "homes"),
    "homes in a list": ({"homes": ["AUSTRIA", "FRANCE"]}, "homes"),
    "a home in a list": ({"homes": {"first": ["AUSTRIA"], "second": "FRANCE"}}, "homes"),
    "credits below zero": ({"credits": {"first": -1, "second": 0}}, "-1"),
    "a fraction of a credit": ({"credits": {"first": 0.5, "second": 0}}, "0.5"),
    "credits that are true": ({"credits": {"first": True, "second": 0}}, "credits.first"),
    "credits beyond counting": ({"credits": {"first": 10**4000, "second": 0}}, "credits.first"),
    "credits in a list": ({"credits": [1, 2]}, "credits"),
    "control of a home power": ({"control": {"FRANCE": "first"}}, "FRANCE"),
    "control of no power": ({"control": {"SPAIN": "first"}}, "SPAIN"),
    "control by nobody known": ({"control": {"ITALY": "third"}}, "third"),
    "control in a list": ({"control": ["ITALY"]}, "control"),
    "a unit that cannot be": ({"units": {"AUSTRIA": ["F VIE"]}}, "F VIE"),
    "a unit nowhere": ({"units": {"AUSTRIA": ["A XXX"]}}, "A XXX"),
    "a unit that is none": ({"units": {"AUSTRIA": ["VIE"]}}, "VIE"),
    "units of no power": ({"units": {"SPAIN": ["A SPA"]}}, "SPAIN"),
    "two units in a province": ({"units": {"AUSTRIA": ["A STP", "F STP/NC"]}}, "STP"),
    "units that are no list": ({"units": {"AUSTRIA": "A VIE"}}, "units.AUSTRIA"),
    "a fleet without a coast": ({"units": {"RUSSIA": ["F STP"]}}, "F STP"),
    "a centre that is none": ({"centers": {"AUSTRIA": ["BOH"]}}, "BOH"),
    "a centre with two owners": ({"centers": {"AUSTRIA": ["VIE"], "ITALY": ["VIE"]}}, "VIE"),
    "an empty list of centres": ({"centers": []}, "centers"),
    "two dislodged from one province": (
        {"phase": "S1902R", "dislodged": {"AUSTRIA": {"A BOH": []}, "ITALY": {"A BOH": []}}},
        "BOH",
    ),
    "a retreat out of reach": ({"phase": "S1902R", "dislodged": {"AUSTRIA": {"A BOH": ["LON"]}}}, "LON"),
    "a retreat into a unit": (
        {"phase": "S1902R", "dislodged": {"AUSTRIA": {"A BOH": ["GAL", "MUN"]}}},
        "MUN",
    ),
    "retreats that are no list": ({"phase": "S1902R", "dislodged": {"AUSTRIA": {"A BOH": "GAL"}}}, "A BOH"),
    "dislodged in a list": ({"phase": "S1902R", "dislodged": {"AUSTRIA": ["A BOH"]}}, "dislodged.AUSTRIA"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_impossible_start_is_refused_and_the_part_at_fault_named(case):
    """Formats §2: exit status 2, before any output."""
    changes, named = REFUSED[case]
    done = replay(record(begin=start(**{"phase": "S1902M", **changes})))
    assert (done.status, done.lines) == (2, [])
    assert done.error.startswith("start.")
    assert named in done.error


@pytest.mark.parametrize("begin", [{}, [], "S1902M", 7, False])
def test_a_start_must_be_an_object_with_a_phase(begin):
    """Formats §2: an empty one is no start."""
    done = replay({**record(), "start": begin})
    assert done.status == 2
    assert "start" in done.error


def test_a_start_of_null_is_none():
    """Formats §2"""
    assert replay({**record(), "start": None}).status == 0


def test_unknown_keys_of_a_start_are_ignored():
    """Formats §2"""
    assert duel_at(start("S1902M", weather="fine", centers=CENTRES)) == duel_at(start("S1902M"))


@pytest.mark.parametrize(
    "homes",
    [
        {},
        {Player.FIRST: "FRANCE"},
        {Player.FIRST: "FRANCE", Player.SECOND: "FRANCE"},
        {Player.FIRST: "FRANCE", Player.SECOND: "SPAIN"},
    ],
)
def test_a_start_with_homes_gives_each_player_a_power_of_their_own(homes):
    """Formats §2"""
    with pytest.raises(DuelError) as refused:
        start_with_homes(Rules(), homes)
    assert refused.value.field == "start.homes"


def test_a_start_with_homes_is_the_first_auction():
    """§3"""
    duel = set_up(Rules(), start_with_homes(Rules(), {Player.FIRST: "FRANCE", Player.SECOND: "ITALY"}))
    assert (str(duel.phase), duel.homes) == ("S1901B", {Player.FIRST: "FRANCE", Player.SECOND: "ITALY"})


def test_a_start_that_is_not_an_object_is_refused():
    with pytest.raises(DuelError) as refused:
        set_up(Rules(), [])
    assert refused.value.field == "start"
