"""The record `ordinary-game/1`, its replay, and import and export (docs/formats.md)."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from adjudicator import DiplomacyError
from games import (
    EventKind,
    GameError,
    GameEvent,
    GameFault,
    Reinforcements,
    Unassigned,
    Variant,
    happen,
    play,
    usual_terms,
)
from games.exchange import imported, read_text, saved_game_of, text_of
from games.record import faults, load, loads, moves_of, replay, write
from games.sheets import OrderSheet
from games.votes import VoteOutcome
from intimate.sealing import seal
from tests.games.tables import at, only, seats, sheets, table, units
from tests.games.test_variants import PICKS
from tests.quality.project import ROOT

ESCALATION = [{"name": name, "powers": [name]} for name in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY")]


def evening():
    """Return a game of two years: a torn sheet, a player who leaves, one who takes over, a vote."""
    first = table(7, edition="anjou", last_year=1902)
    moves = []

    def add(moved):
        moves.append(moved)
        return moved.after

    game = add(
        play(
            first,
            sheets(
                first,
                FRANCE="A Par - Bur\nA Mar S A Par - Bur",
                GERMANY="A Mun - Bur\nnonsense",
                TURKEY="A Con - Bul",
                RUSSIA="A War - Gal",
                AUSTRIA="A Vie - Gal",
            ),
        )
    )
    game = add(happen(game, GameEvent(EventKind.LEFT, 2)))
    torn = {
        **sheets(game, TURKEY="A Bul - Gre"),
        "AUSTRIA": OrderSheet(only(game, AUSTRIA="A Bud - Ser")["AUSTRIA"].orders, torn=True),
    }
    game = add(play(game, torn))
    game = add(happen(game, GameEvent(EventKind.REPLACED, 2, name="Hugo")))
    game = add(happen(game, GameEvent(EventKind.VOTE, 3, outcome=VoteOutcome.VETOED, vetoed_by=4)))
    while not game.ending:
        game = add(play(game, sheets(game)))
    return first, moves


@pytest.fixture(scope="module")
def played():
    return evening()


def test_a_record_leads_to_the_same_end(played):
    first, moves = played
    record = load(json.loads(json.dumps(write(first, moves, name="k3v9"))))
    again = list(moves_of(record))
    assert again[-1].after == moves[-1].after
    assert record.start == first


def test_unreadable_orders_stay_in_the_record(played):
    first, moves = played
    plain = write(first, moves)
    assert plain["chapters"][0]["sheets"]["GERMANY"]["orders"] == ["A MUN - BUR", "nonsense"]
    assert plain["chapters"][2]["sheets"]["AUSTRIA"] == {"orders": ["A BUD - SER"], "torn": True}


def test_the_command_replays_a_record(played):
    first, moves = played
    for command in (["adjudicator", "game"], ["games"], ["games", "replay"]):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            input=json.dumps(write(first, moves)),
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        lines = list(map(json.loads, done.stdout.splitlines()))
        assert len(lines) == len(moves) + 1
        assert lines[0]["phase"] == "S1901M"
        assert lines[-1]["result"]["reason"] == "last_year"
        assert lines == list(map(json.loads, map(json.dumps, replay(load(write(first, moves))))))


def test_a_broken_record_is_named_with_its_chapter(played):
    first, moves = played
    plain = write(first, moves)
    plain["chapters"][2]["phase"] = "S1905M"
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "game"],
        cwd=ROOT,
        input=json.dumps(plain),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, len(done.stdout.splitlines())) == (2, 2)
    assert done.stderr.startswith("S1905M: phase: out of order, the game awaits F1901M")


@pytest.mark.parametrize(
    "change",
    [
        {"format": "ordinary-game/2"},
        {"variant": "chess"},
        {"edition": "mine"},
        {"terms": {"goal": "many"}},
        {"terms": {"colour": 1}},
        {"terms": {"counted": "votes"}},
        {"terms": {"forced_builds": 1}},
        {"terms": []},
        {"players": []},
        {"players": [{"name": 1}]},
        {"players": None},
        {"chapters": {}},
        {"chapters": [3]},
        {"chapters": [{"event": "danced"}]},
        {"chapters": [{"event": "left", "player": "one"}]},
        {"chapters": [{"phase": "S1901M", "sheets": {"FRANCE": {"orders": [1]}}}]},
        {"chapters": [{"phase": "S1901M", "sheets": {"SPAIN": {"orders": []}}}]},
        {"start": {"phase": "S1901M", "units": {"FRANCE": ["A LYO"]}}},
        {"start": {"phase": "HOMES"}},
        {"start": 4},
        {"variant": "escalation", "players": ESCALATION, "start": {"phase": "S1901M"}, "chapters": []},
    ],
)
def test_an_invalid_record_is_refused(played, change):
    first, moves = played
    with pytest.raises(DiplomacyError):
        list(moves_of(load(write(first, moves) | change)))


def test_text_that_is_no_json_is_refused():
    for text in ("", "{", "[" * 100_000):
        with pytest.raises(DiplomacyError):
            loads(text)


@pytest.mark.parametrize("text", [r'{"game": "\ud800"}', b'{"game": "\xed\xa0\x80"}'])
def test_half_a_character_is_refused(text):
    with pytest.raises(DiplomacyError, match="is not JSON that can be read"):
        loads(text)


def test_terms_and_a_position_to_begin_with_are_kept():
    begun = at(
        table(6, unassigned=Unassigned.NEUTRAL, reinforcements=Reinforcements.LOST, minutes=180, goal=10),
        "F1903R",
        {"FRANCE": ["A BUR"]},
        {"FRANCE": ["PAR"]},
        {"GERMANY": {"A MUN": ["KIE"]}},
    )
    assert load(write(begun, [], start=True)).start == begun


def test_escalation_is_replayed_with_its_choices():
    first = game = table(5, Variant.ESCALATION)
    moves = []
    for code in PICKS[5]:
        moves.append(happen(game, GameEvent(EventKind.CHOSE, game.turn, places=(code,))))
        game = moves[-1].after
    again = list(moves_of(load(write(first, moves))))
    assert again[-1].after.position == game.position
    assert again[-1].after.position.board.homes == game.position.board.homes


def test_a_game_can_be_continued_from_a_saved_game(played):
    first, moves = played
    saved = json.loads(json.dumps(saved_game_of(first, moves[:3])))
    terms = usual_terms(Variant.CLASSIC, "standard")
    found = imported(saved, terms, seats(terms, 7))
    stands = found.moves[-1].after if found.moves else found.first
    assert stands.position == moves[2].after.position
    assert stands.phase == moves[2].after.phase


def test_a_whole_saved_game_becomes_chapters():
    first = table(7)
    chapter = play(first, sheets(first, FRANCE="A Par - Bur"))
    saved = saved_game_of(first, [chapter])
    found = imported(saved, first.terms, first.seats)
    assert found.whole
    assert found.moves[-1].after == chapter.after


def test_a_saved_game_played_otherwise_begins_where_it_stands():
    first = table(7)
    chapter = play(first, sheets(first, FRANCE="A Par - Bur"))
    saved = saved_game_of(first, [chapter])
    saved["phases"][1]["state"]["units"]["FRANCE"] = ["A PIC", "A MAR", "F BRE"]
    found = imported(saved, first.terms, first.seats)
    assert (found.whole, found.first.seasons, str(found.first.phase)) == (False, 1, "F1901M")


def test_dislodged_units_in_disorder_leave_a_saved_game_by_order():
    first = at(table(6), "S1902M", {"ITALY": ["A VEN"], "AUSTRIA": ["A TRI", "A TYR"]})
    chapter = play(first, sheets(first, AUSTRIA="A Tri - Ven\nA Tyr S A Tri - Ven"))
    saved = saved_game_of(first, [chapter])
    assert [phase["name"] for phase in saved["phases"]] == ["S1902M", "S1902R", "F1902M"]
    assert saved["phases"][1]["orders"]["ITALY"] == ["A VEN D"]


@pytest.mark.parametrize("variant", [Variant.SANDAD, Variant.ESCALATION])
def test_variants_with_another_board_are_no_saved_games(variant):
    first = table(5, variant)
    with pytest.raises(DiplomacyError):
        saved_game_of(first, [])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_text_is_read_again_as_the_same_game(language):
    first = game = table(7)
    moves = []
    for texts in ({"FRANCE": "A Par - Bur", "GERMANY": "A Mun - Bur"}, {"FRANCE": "F Bre - MAO"}):
        moves.append(
            play(game, {power: sheet for power, sheet in sheets(game, **texts).items() if sheet.orders})
        )
        game = moves[-1].after
    text = text_of(first, moves, language)
    assert "A Mun" in text
    again = read_text(text, first.terms, first.seats, language)
    assert again.moves[-1].after == game


@pytest.mark.parametrize("text", ["A Par - Bur", "FRANCE\nA Par - Bur\nS1901M\nF Bre - MAO", "{"])
def test_a_text_that_stands_under_no_phase_is_refused(text):
    first = table(7)
    with pytest.raises(GameError) as error:
        read_text(text, first.terms, first.seats, "en")
    assert (error.value.fault, error.value.values["line"]) == (GameFault.NO_PHASE, text.splitlines()[0])


def test_notes_and_blank_lines_may_stand_before_the_first_phase():
    first = table(7)
    again = read_text("# FRANCE: Anna\n\nS1901M\nA Par - Bur", first.terms, first.seats, "en")
    assert units(again.moves[-1].after, "FRANCE") == ["A BUR", "A MAR", "F BRE"]


def test_a_text_whose_phases_do_not_follow_is_refused():
    first = table(7)
    with pytest.raises(DiplomacyError):
        read_text("F1901M\nFRANCE\nA Par - Bur", first.terms, first.seats, "en")


def test_only_terms_that_differ_from_the_usual_ones_are_written(played):
    first, moves = played
    assert write(first, moves)["terms"] == {"last_year": 1902}
    assert replace(first.terms, last_year=None) == usual_terms(Variant.CLASSIC, "anjou")


def test_a_sheet_that_was_changed_after_it_was_sealed_is_found(played):
    first, moves = played
    plain = write(first, moves, name="k3v9")
    sheet = plain["chapters"][0]["sheets"]["FRANCE"]
    sheet |= {"salt": "5f2c", "seal": seal("k3v9", "S1901M", "FRANCE", sheet, "5f2c")}
    assert list(faults(load(plain))) == []
    sheet["orders"] = ["A PAR H"]
    assert list(faults(load(plain))) == ["S1901M: FRANCE: wrong"]
    done = subprocess.run(
        [sys.executable, "-m", "games", "verify"],
        cwd=ROOT,
        input=json.dumps(plain),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, "S1901M: FRANCE: wrong\n")
