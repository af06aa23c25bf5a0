"""A duel as a saved game: the events on the board, phase by phase (docs/formats.md, section 4)."""

import json

import pytest

from intimate.__main__ import replay_command
from intimate.record import load
from intimate.saved_game import saved_game_of
from tests.builders import RANKS, chapter, event, lines, lonely, moves, record, sheets, start
from tests.intimate.commands import here, run
from tests.intimate.random_duels import random_duel

HOMES = chapter("HOMES", {player: {"homes": ranks} for player, ranks in RANKS.items()})
SALE = sheets("S1901B", {"ITALY": 5}, {"GERMANY": 6})
SPRING = moves("S1901M", {"AUSTRIA": ["A VIE - GAL"]}, {"FRANCE": ["A PAR - BUR"]})


def saved(*chapters, **more):
    return saved_game_of(load(record(*chapters, **more)))


def names(game):
    return [phase["name"] for phase in game["phases"]]


def test_a_saved_game_leaves_out_the_choice_of_homes_and_auctions():
    assert names(saved()) == names(saved(HOMES)) == names(saved(HOMES, SALE)) == ["S1901M"]
    game = saved(HOMES, SALE, SPRING)
    assert names(game) == ["S1901M", "F1901M"]
    assert game["phases"][0]["orders"]["FRANCE"] == ["A MAR H", "A PAR - BUR", "F BRE H"]
    assert game["id"] == "test"


@pytest.mark.parametrize("seed", range(12))
def test_every_phase_begins_where_the_replay_says_that_the_one_before_ended(seed):
    whole = random_duel(seed).record
    phases = {phase["name"]: phase["state"] for phase in saved_game_of(load(whole))["phases"]}
    for line in lines(whole):
        state = phases.get(str(line.get("next")).replace("B", "M"))
        if state:
            on_board = {
                power: [unit for unit in units if unit[0] != "*"] for power, units in state["units"].items()
            }
            assert filled(on_board) == line["units"]
            assert filled(state["centers"]) == line["centers"]
            assert line["dislodged"].items() <= state["retreats"].items()


def filled(table):
    return {key: list(values) for key, values in table.items() if values}


def test_dislodged_units_in_anarchy_leave_by_order():
    """1971 XIV.3; a duel removes them at once."""
    units = {"AUSTRIA": ["A TYR", "A TRI"], "FRANCE": ["A PAR"], "ITALY": ["A VEN"]}
    begin = start("S1902M", units=units)
    game = saved(moves("S1902M", {"AUSTRIA": ["A TYR - VEN", "A TRI S A TYR - VEN"]}), begin=begin)
    assert names(game) == ["S1902M", "S1902R", "F1902M"]
    retreats = game["phases"][1]
    assert retreats["state"]["retreats"]["ITALY"] == {"A VEN": ["APU", "PIE", "ROM", "TUS"]}
    assert retreats["orders"]["ITALY"] == ["A VEN D"]
    assert retreats["results"] == {"A VEN": ["disband"]}


def test_a_duel_that_awaits_retreats_has_those_of_anarchy_beside_the_others():
    units = {
        "AUSTRIA": ["A TYR", "A TRI"],
        "FRANCE": ["A RUH", "A BUR"],
        "ITALY": ["A VEN"],
        "GERMANY": ["A MUN"],
    }
    begin = start("S1902M", units=units, control={"GERMANY": "first"})
    venice = {"AUSTRIA": ["A TYR - VEN", "A TRI S A TYR - VEN"]}
    munich = {"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"]}
    _, last = saved(moves("S1902M", venice, munich), begin=begin)["phases"]
    assert last["name"] == "S1902R"
    routed = {power: list(units) for power, units in last["state"]["retreats"].items() if units}
    assert routed == {"GERMANY": ["A MUN"], "ITALY": ["A VEN"]}


def test_builds_and_removals_by_default_are_made_by_name():
    """§6: forced builds of mercenaries."""
    begin = start(
        "W1901A",
        units={"AUSTRIA": ["A BUD"], "FRANCE": ["A BRE", "A MAR"], "ITALY": ["A VEN"]},
        centers={"AUSTRIA": ["BUD"], "FRANCE": ["BRE"], "ITALY": ["NAP", "VEN"]},
        control={"ITALY": "first"},
    )
    winter, last = saved(chapter("W1901A"), begin=begin)["phases"]
    assert {power: orders for power, orders in winter["orders"].items() if orders} == {
        "FRANCE": ["A MAR D"],
        "ITALY": ["A NAP B"],
    }
    assert last["name"] == "S1902M"


def test_chapters_that_were_undone_are_left_out():
    why = {"to": 2, "reason": "The site took it wrongly."}
    other = moves("S1901M", {"AUSTRIA": ["A VIE - TYR"]})
    whole = {**record(HOMES, SALE, SPRING, event("taken_back") | why, other), "format": "intimate-duel/2"}
    spring, autumn = saved_game_of(load(whole))["phases"]
    assert spring["orders"]["AUSTRIA"] == ["A BUD H", "A VIE - TYR", "F TRI H"]
    assert (autumn["name"], autumn["state"]["units"]["FRANCE"]) == ("F1901M", ["A MAR", "A PAR", "F BRE"])


@pytest.mark.parametrize(
    ("chapters", "settings", "last", "note"),
    [
        ([HOMES, SALE, event("conceded", "first")], {}, "S1901M", "Victory by: FRANCE (conceded)"),
        ([HOMES, event("conceded", "second")], {}, "S1901M", "Victory by: AUSTRIA (conceded)"),
        (
            [HOMES, sheets("S1901B", {"ITALY": 30}, {"GERMANY": 31})],
            {"both_overbid": "both_lose"},
            "S1901M",
            "both_overbid",
        ),
    ],
)
def test_the_last_phase_says_how_the_duel_ended(chapters, settings, last, note):
    phase = saved(*chapters, **settings)["phases"][-1]
    assert (phase["name"], phase["state"]["note"]) == (last, note)


def test_a_duel_that_ends_with_a_season_ends_before_the_next_one():
    """§7: a home centre of the other player occupied."""
    begin = lonely("S1902M", units={"AUSTRIA": ["A BUR"], "FRANCE": ["A MAR"]})
    *_, last = saved(moves("S1902M", {"AUSTRIA": ["A BUR - PAR"]}), begin=begin)["phases"]
    assert (last["name"], last["state"]["units"]["AUSTRIA"]) == ("F1902M", ["A PAR"])
    assert last["state"]["note"] == "Victory by: AUSTRIA (home_centre)"


def test_a_start_that_is_an_end_is_one_phase():
    """§7: both home powers are gone before any phase."""
    begin = start("W1905A", units={}, centers={})
    (phase,) = saved(begin=begin)["phases"]
    assert (phase["name"], phase["state"]["note"]) == ("S1906M", "home_eliminated")


def test_the_command_writes_it_on_one_line_and_refuses_what_replay_refuses():
    whole = record(HOMES, SALE, SPRING)
    status, printed, _ = run("saved-game", json.dumps(whole))
    assert (status, printed.count("\n")) == (0, 1)
    assert json.loads(printed) == json.loads(json.dumps(saved_game_of(load(whole))))
    status, printed, error = here("saved-game", json.dumps(record(SPRING)))
    assert (status, printed) == (2, "")
    assert error.startswith("S1901M: phase: out of order")


@pytest.mark.parametrize(("named", "first"), [("", "phase"), ("replay", "phase"), ("saved-game", "id")])
def test_the_installed_command_replays_unless_another_act_is_named(named, first):
    whole = json.dumps(record(HOMES))
    status, printed, _ = here(named, whole, replay_command)
    assert status == 0
    assert next(iter(json.loads(printed.splitlines()[0]))) == first
