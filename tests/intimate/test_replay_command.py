"""`python -m intimate replay`: its output, and the records that it refuses (docs/formats.md)."""

import json

import pytest

from tests.builders import CENTRES, POWERS, RANKS, UNITS, chapter, event, lonely, moves, record, sheets, start
from tests.intimate.commands import replay, run

HOMES = chapter("HOMES", {player: {"homes": listed} for player, listed in RANKS.items()})
AUCTION = sheets("S1901B", {"ITALY": 8, "RUSSIA": 3}, {"TURKEY": 5})
SPRING = moves("S1901M", {"AUSTRIA": ["A VIE - GAL"], "ITALY": ["A VEN H"]}, {"FRANCE": ["A PAR - BUR"]})
AUTUMN = moves("F1901M", {"AUSTRIA": ["F TRI - ADR"]})


def test_every_line_of_a_year_has_its_form():
    """Formats §2"""
    done = replay(record(HOMES, AUCTION, SPRING, AUTUMN), run)
    assert (done.status, done.error) == (0, "")
    common = {"phase", "next", "homes", "credits", "control", "units", "centers", "dislodged", "passed"}
    wanted = [common, common | {"auction"}, *[common | {"outcomes", "reasons"}] * 2, {"result"}]
    assert [set(line) for line in done.lines] == wanted


def test_the_line_of_an_auction():
    """Formats §2"""
    assert replay(record(HOMES, AUCTION)).lines[1] == {
        "phase": "S1901B",
        "next": "S1901M",
        "homes": {"first": "AUSTRIA", "second": "FRANCE"},
        "credits": {"first": 13, "second": 15},
        "control": {
            "ENGLAND": None,
            "GERMANY": None,
            "ITALY": "first",
            "RUSSIA": "first",
            "TURKEY": "second",
        },
        "auction": {
            "winning_totals": {"first": 11, "second": 5},
            "overbid": [],
            "paid": {"first": 11, "second": 5},
        },
        "units": UNITS,
        "centers": CENTRES,
        "dislodged": {},
        "passed": [],
    }


def test_the_line_of_a_movement_tells_the_phases_then_passed():
    """Formats §2: units are those after the passed phases; outcomes leave out anarchy."""
    line = replay(record(HOMES, AUCTION, SPRING)).lines[2]
    assert line["units"]["AUSTRIA"] == ["A BUD", "A GAL", "F TRI"]
    assert sorted(line["outcomes"]) == ["AUSTRIA", "FRANCE", "ITALY", "RUSSIA", "TURKEY"]
    assert line["outcomes"]["ITALY"] == {"A ROM": [], "A VEN": [], "F NAP": []}
    assert line["passed"] == [{"phase": "S1901R"}]
    assert line["next"] == "F1901M"


def test_a_dislodged_unit_that_may_retreat_is_listed_with_its_places():
    """Formats §2"""
    units = {"AUSTRIA": ["A TYR", "F TRI"], "FRANCE": ["A VEN"]}
    attack = {"AUSTRIA": ["A TYR - VEN", "F TRI S A TYR - VEN"]}
    line = replay(record(moves("S1902M", attack), begin=lonely("S1902M", units=units))).lines[0]
    assert line["dislodged"] == {"FRANCE": {"A VEN": ["APU", "PIE", "ROM", "TUS"]}}
    assert line["outcomes"]["FRANCE"] == {"A VEN": ["dislodged"]}
    assert line["reasons"] == {"FRANCE": {"A VEN": "dislodged by A TYR"}}
    assert (line["next"], line["passed"]) == ("S1902R", [])


def test_the_last_line_is_null_while_the_duel_goes_on():
    """Formats §2"""
    assert replay(record(HOMES)).lines[-1] == {"result": None}


def test_a_record_without_chapters_has_one_line():
    """Formats §2: always a last line; preset, settings and edition take their defaults."""
    assert replay({"format": "intimate-duel/1"}).lines == [{"result": None}]


def test_the_result_of_a_duel():
    """Formats §2"""
    begin = start("F1903R", dislodged={"AUSTRIA": {"A BUR": ["PAR", "MAR"]}})
    begin["units"] = {**UNITS, "AUSTRIA": ["A MAR"], "FRANCE": ["F BRE"]}
    begin["dislodged"] = {"AUSTRIA": {"A BUR": ["PAR"]}}
    assert replay(record(moves("F1903R", {"AUSTRIA": ["A BUR R PAR"]}), begin=begin)).lines[-1] == {
        "result": {
            "winner": "first",
            "reason": "home_centre",
            "phase": "F1903R",
            "counts": {"first": 2, "second": 0},
        }
    }


def test_unknown_keys_are_ignored():
    """Formats §2"""
    plain = record(
        {**HOMES, "mood": 1, "entries": {**HOMES["entries"], "first": {"homes": POWERS, "at": 5, "note": []}}}
    )
    assert replay({**plain, "club": "Ours", "players": 7, "duel": None}).lines == replay(record(HOMES)).lines


def test_texts_of_people_may_be_in_any_script():
    """Formats §2"""
    plain = record(HOMES)
    text = json.dumps({**plain, "players": {"first": "Zoé", "second": "李"}}, ensure_ascii=False)
    assert replay(text).status == 0


BEFORE = [HOMES, AUCTION]
BAD_LISTS = {**HOMES["entries"], "second": {"homes": POWERS[:6]}}
WINTER = lonely("W1903A", units={"AUSTRIA": ["A VIE"]})
REFUSED = {
    "an unknown phase": ([*BEFORE, {"phase": "X1901M"}], 2, ["X1901M"]),
    "a chapter out of order": ([*BEFORE, AUTUMN], 2, ["F1901M", "S1901M"]),
    "a chapter twice": ([*BEFORE, AUCTION], 2, ["S1901B"]),
    "a phase that was passed": ([*BEFORE, SPRING, moves("S1901R")], 3, ["S1901R", "F1901M"]),
    "a chapter after the end": ([HOMES, event("conceded", "first"), AUCTION], 2, ["S1901B", "over"]),
    "an event after the end": (
        [HOMES, event("conceded", "first"), event("conceded", "second")],
        2,
        ["conceded", "over", "second"],
    ),
    "a list that is no permutation": ([chapter("HOMES", BAD_LISTS)], 0, ["HOMES", "homes"]),
    "a lot that is missing": ([chapter("HOMES", {})], 0, ["HOMES", "homes_list.first"]),
    "a fraction bid": ([HOMES, sheets("S1901B", {"ITALY": 1.5})], 1, ["S1901B", "ITALY", "1.5"]),
    "a bid below zero": ([HOMES, sheets("S1901B", {"ITALY": -2})], 1, ["S1901B", "ITALY", "-2"]),
    "a bid for a home power": ([HOMES, sheets("S1901B", {"FRANCE": 2})], 1, ["S1901B", "FRANCE"]),
    "a bid for no power": ([HOMES, sheets("S1901B", {"SPAIN": 2})], 1, ["S1901B", "SPAIN"]),
    "sheets that are none": ([HOMES, sheets("S1901B", [2])], 1, ["S1901B", "bids"]),
    "an empty list for a sheet": ([HOMES, sheets("S1901B", [])], 1, ["S1901B", "bids"]),
    "an unknown player": ([HOMES, chapter("S1901B", {"third": {}})], 1, ["S1901B", "third"]),
    "an entry that is none": ([HOMES, chapter("S1901B", {"first": 3})], 1, ["S1901B", "first"]),
    "entries that are none": ([HOMES, chapter("S1901B", [1])], 1, ["S1901B", "entries"]),
    "lots that are none": ([chapter("HOMES", HOMES["entries"], lots=[1])], 0, ["HOMES", "lots"]),
    "an unknown event": ([HOMES, event("surrendered", "first")], 1, ["surrendered"]),
    "an event of an unknown player": ([HOMES, event("conceded", "third")], 1, ["conceded", "third"]),
    "an event of nobody": ([HOMES, event("conceded")], 1, ["conceded", "player"]),
    "a grant by a player": (
        [HOMES, event("stalemate_granted", "first")],
        1,
        ["stalemate_granted", "first", "arbiter"],
    ),
    "a claim too early": ([HOMES, event("stalemate_claimed", "first")], 1, ["stalemate_claimed", "first"]),
    "a claim agreed to by nobody's claim": (
        [HOMES, event("stalemate_agreed", "second")],
        1,
        ["stalemate_agreed", "second"],
    ),
    "a grant of nothing": ([HOMES, event("stalemate_granted")], 1, ["stalemate_granted"]),
    "a draw agreed without an offer": ([HOMES, event("draw_agreed", "second")], 1, ["draw_agreed", "second"]),
    "a chapter that is none": ([HOMES, 7], 1, ["2", "phase"]),
    "a chapter of neither kind": ([HOMES, AUCTION, {"entries": {}}], 2, ["3", "phase"]),
    "a phase that is no text": ([HOMES, {"phase": 1901}], 1, ["2", "phase"]),
    "orders that are none": (
        [*BEFORE, chapter("S1901M", {"first": {"orders": {"AUSTRIA": "A VIE H"}}})],
        2,
        ["S1901M", "AUSTRIA"],
    ),
    "orders in a list": (
        [*BEFORE, chapter("S1901M", {"first": {"orders": ["A VIE H"]}})],
        2,
        ["S1901M", "orders"],
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_record_that_breaks_the_rules_of_entry_stops_the_replay(case):
    """Formats §2: the lines before it, then an error with chapter and cause; exit status 2."""
    chapters, printed, names = REFUSED[case]
    done = replay(record(*chapters))
    assert (done.status, len(done.lines)) == (2, printed)
    assert [name for name in names if name not in done.error] == []
    assert done.error.count("\n") == 1


FRAMES = {
    "no JSON": ("{", ["JSON"]),
    "nothing": ("", ["JSON"]),
    "bytes that are no text": (b'{"format": "intimate-duel/1", "duel": "\xff"}', ["JSON"]),
    "brackets without end": ("[" * 100_000, ["JSON"]),
    "too deep to be a record": ('{"format":"intimate-duel/1","x":' + "[" * 900 + "]" * 900 + "}", ["deep"]),
    "a list": ("[]", ["object"]),
    "no format": ("{}", ["format"]),
    "another format": ('{"format": "intimate-duel/4"}', ["format", "intimate-duel/4"]),
    "an unknown preset": (record(preset="chess"), ["preset", "chess"]),
    "an unknown setting": (record(colour="red"), ["colour"]),
    "an unknown value": (record(payment="loser"), ["payment", "loser"]),
    "an unknown edition": ({**record(), "edition": "1823"}, ["edition", "1823"]),
    "an edition that is no name": ({**record(), "edition": 5}, ["edition"]),
    "settings in a list": ({**record(), "settings": []}, ["settings"]),
    "chapters that are none": ({**record(), "chapters": {}}, ["chapters"]),
    "an overbid that is forbidden": (
        record(HOMES, sheets("S1901B", {"ITALY": 25}), preset="beginner"),
        ["S1901B", "25", "24"],
    ),
    "a bid for the dead": (
        record(sheets("S1903B", {"ITALY": 1}), begin=start("S1903B", centers={**CENTRES, "ITALY": []})),
        ["S1903B", "ITALY"],
    ),
}


@pytest.mark.parametrize("case", FRAMES)
def test_a_record_whose_frame_is_broken_is_refused(case):
    """Formats §2: the unknown part is named."""
    given, names = FRAMES[case]
    done = replay(given)
    assert done.status == 2
    assert [name for name in names if name not in done.error] == []
    assert "Traceback" not in done.error


@pytest.mark.parametrize(
    ("orders", "outcomes"),
    [
        (["WAIVE", "WAIVE"], {"WAIVE": []}),
        (["WAIVE", "WAIVE", "A BUD B"], {"A BUD": ["void"], "WAIVE": []}),
        (["A BUD B", "WAIVE"], {"A BUD": [], "WAIVE": []}),
        (["A BUD B", "F TRI B", "A LON B"], {"A BUD": [], "A LON": ["void"], "F TRI": []}),
    ],
)
def test_several_waives_count_each(orders, outcomes):
    """Formats §2"""
    line = replay(record(moves("W1903A", {"AUSTRIA": orders}), begin=WINTER)).lines[0]
    assert line["outcomes"] == {"AUSTRIA": outcomes}


def test_unreadable_orders_are_part_of_the_game():
    """Formats §2: never an error of the record."""
    nonsense = {
        "AUSTRIA": ["", "A VIE", "A VIE - - GAL", "A XXX - YYY", "ordre"],
        "SPAIN": ["A MAD H"],
        "": [],
    }
    done = replay(record(*BEFORE, moves("S1901M", nonsense)))
    assert done.status == 0
    assert done.lines[2]["units"] == UNITS


def test_an_unknown_command_is_refused():
    """Formats §2"""
    assert run("rewind", "").status == 2


@pytest.mark.parametrize("case", ["nothing", "bytes that are no text", "an unknown preset"])
def test_the_command_itself_refuses_a_broken_frame(case):
    """Formats §2"""
    assert replay(FRAMES[case][0], run) == replay(FRAMES[case][0])
