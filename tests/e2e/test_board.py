"""Orders by taps on the board: the number of taps for each kind, and exactly those orders stored."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.board import BUILDS, MOVES, RETREATS, Board, set_up
from tests.e2e.people import DESK, PHONE

pytestmark = pytest.mark.e2e
BOTH = pytest.mark.parametrize(
    "device", [DESK, pytest.param(PHONE, marks=pytest.mark.soak)], ids=["desk", "phone"]
)
"""The mouse here, a finger in test_board_taps.py; `make soak` tries both in both files."""


@pytest.fixture
def device():
    """Return the device of a test; tests may name others."""
    return DESK


@pytest.fixture
def at(people, served_database, device):
    """Return a function that opens the board of a duel at a position."""

    def begin(position):
        anna, (rival, _) = people.member("anna", device=device), people.account("boris")
        path = set_up(served_database, anna.number, rival, position)
        return Board(anna, path, served_database).open()

    return begin


@pytest.fixture
def board(at):
    """Return the board of the first player, who commands ten units of three powers."""
    return at(MOVES)


@BOTH
def test_a_move_takes_two_taps_and_a_unit_that_holds_none(board):
    board.tap("BUR")
    assert "BEL" in board.glowing()
    board.tap("BEL")
    assert board.counted() == 2
    board.has_stored("A BUR - BEL")


@BOTH
def test_a_fleet_goes_to_the_coast_that_is_nearer_to_the_tap(board):
    board.tap("MAO", "SPA/NC")
    expect(board.description).to_contain_text("(north coast)")
    board.has_stored("F MAO - SPA/NC")
    board.tap("MAO", "SPA/SC")
    assert board.counted() == 4
    expect(board.description).to_contain_text("(south coast)")
    board.has_stored("F MAO - SPA/SC")


@BOTH
def test_a_support_of_a_move_takes_three_taps_the_last_on_what_is_offered(board):
    board.tap("PAR", "PIC")
    board.has_stored("A PAR - PIC")
    board.counted()
    board.tap("BUR").tap_mark("PAR")
    assert board.page.locator(".ghost").count() == 1
    board.pick("Pic")
    assert board.counted() == 3
    board.has_stored("A PAR - PIC", "A BUR S A PAR - PIC")


def test_a_second_tap_on_the_same_unit_takes_the_support_that_is_offered(board):
    board.tap("PAR", "PIC")
    board.has_stored("A PAR - PIC")
    board.tap("BUR", "PAR", "PAR")
    board.has_stored("A PAR - PIC", "A BUR S A PAR - PIC")


@BOTH
def test_supporting_an_idle_unit_into_a_province_writes_its_move_too(board):
    board.tap("BUR").tap_mark("LON")
    assert board.glowing() == ["BEL", "GAS", "PIC"]
    board.tap("BEL")
    assert board.counted() == 3
    board.has_stored("A BUR S A LON - BEL", "A LON - BEL VIA", "F ENG C A LON - BEL")


@BOTH
def test_a_tap_on_an_own_unit_s_province_asks_whether_to_move_there_or_support_it(board):
    board.tap("BUR", "PAR")
    assert [words.split()[0] for words in board.menu.all_inner_texts()] == ["Go", "Support"]
    board.pick("Go to Paris")
    assert board.counted() == 3
    board.has_stored("A BUR - PAR")
    board.tap("BUR", "PAR").pick("Support this unit").tap("PAR")
    assert board.counted() == 4
    board.has_stored("A BUR S A PAR")


@BOTH
def test_on_an_enemy_a_tap_is_the_move_and_a_tap_on_its_mark_the_support(board):
    board.tap("BUR", "MUN")
    assert board.counted() == 2
    board.has_stored("A BUR - MUN")
    board.tap("BUR").tap_mark("MUN").tap("MUN")
    assert board.counted() == 3
    board.has_stored("A BUR S A MUN")


@BOTH
def test_a_tap_on_a_far_coast_writes_the_shortest_chain_of_convoys(board):
    board.tap("LON", "NWY")
    assert board.counted() == 2
    board.has_stored("A LON - NWY VIA", "F NTH C A LON - NWY")
    board.tap("LON", "TUN")
    assert board.counted() == 2
    board.has_stored("A LON - TUN VIA", "F ENG C A LON - TUN", "F MAO C A LON - TUN", "F WES C A LON - TUN")
    board.tap("LON", "YOR")
    board.has_stored("A LON - YOR")


def test_a_tap_on_a_fleet_of_the_chain_changes_it(board):
    board.tap("LON", "BEL")
    board.has_stored("A LON - BEL VIA", "F ENG C A LON - BEL")
    board.tap("ENG", "IRI")
    board.has_stored("A LON - BEL VIA", "F ENG - IRI")


@BOTH
def test_the_chosen_unit_tapped_again_is_ordered_to_hold(board):
    board.tap("BUR", "BUR")
    assert board.counted() == 2
    assert board.glowing() == board.marked() == []
    expect(board.description).to_have_text("Army Burgundy holds")
    board.has_stored("A BUR H")
    assert "A Burgundy" not in board.page.locator("#defaults-section").inner_text()
    board.undo()
    board.has_stored()
    assert "A Burgundy" in board.page.locator("#defaults-section").inner_text()


@BOTH
def test_undo_takes_back_what_was_written_in_one_step(board):
    board.tap("BUR", "BEL")
    board.has_stored("A BUR - BEL")
    board.tap("LON", "NWY")
    board.has_stored("A BUR - BEL", "A LON - NWY VIA", "F NTH C A LON - NWY")
    for left in (["A BUR - BEL"], []):
        board.undo()
        board.has_stored(*left)


@BOTH
def test_a_retreat_takes_two_taps(at):
    board = at(RETREATS)
    board.touch_at(*board.spot("BEL", "dislodged"))
    assert board.glowing() == ["HOL", "PIC"]
    board.tap("HOL")
    assert board.counted() == 2
    board.has_stored("F BEL R HOL")


@BOTH
def test_builds_are_asked_for_where_there_is_a_choice_and_another_tap_takes_them_back(at):
    board = at(BUILDS)
    board.tap("PAR")
    assert board.counted() == 1
    board.has_stored("A PAR B")
    board.tap("BRE").pick("Build a fleet")
    assert board.counted() == 2
    board.has_stored("A PAR B", "F BRE B")
    board.tap("PAR")
    assert board.counted() == 1
    board.has_stored("F BRE B")


def test_a_build_that_takes_the_place_of_another_one_says_so(at):
    board = at(BUILDS)
    board.tap("PAR")
    board.tap("BRE").pick("Build a fleet")
    board.tap("MAR").pick("Build an army")
    board.has_stored("A PAR B", "A MAR B")
    expect(board.description).to_have_text("Build an army in Marseilles, in place of: Build a fleet in Brest")


@BOTH
def test_a_removal_takes_one_tap(at):
    board = at(BUILDS)
    board.tap("ION")
    assert board.counted() == 1
    board.has_stored("F ION D")


def test_a_wide_board_has_names_where_a_narrow_one_has_codes(people, served_database):
    anna = people.member("anna", device={"viewport": {"width": 1280, "height": 800}})
    anna.go(set_up(served_database, anna.number, people.account("boris")[0], MOVES))
    code, name = (
        anna.page.locator(".codes text").filter(has_text=re.compile(f"^{words}$"))
        for words in ("BUR", "Burgundy")
    )
    for size, shown, hidden in (
        ((1280, 800), code, name),
        ((1920, 1080), name, code),
        ((1280, 800), code, name),
    ):
        anna.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        expect(shown).to_be_visible()
        expect(hidden).to_be_hidden()
