"""Each step of tapping on the board: what it says, what it asks, and what it leaves alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.builders import start
from tests.e2e.board import BUILDS, HOMES, MOVES, RETREATS
from tests.e2e.people import DESK, PHONE
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
BOTH = pytest.mark.parametrize(
    "device", [pytest.param(DESK, marks=pytest.mark.soak), PHONE], ids=["desk", "phone"]
)
"""A finger here, the mouse in test_board.py; `make soak` tries both in both files."""
SMALL = {**PHONE, "viewport": {"width": 320, "height": 640}}
LONELY = start("S1902M", homes=HOMES, units={"FRANCE": ["A PAR", "A MUN", "A WAR"], "GERMANY": ["F EAS"]})
CROWDED = start(
    "S1902M",
    homes=HOMES,
    control={"ENGLAND": "first", "ITALY": "first", "AUSTRIA": "first"},
    units={
        "FRANCE": ["A PAR", "A BUR", "A PIC", "A GAS", "A MAR", "F BRE"],
        "ENGLAND": ["F ENG", "F NTH", "A BEL", "A HOL", "A LON", "F HEL"],
        "ITALY": ["A TYR", "A VEN", "A PIE", "A TUS", "A ROM", "F ADR"],
        "AUSTRIA": ["A VIE", "A BOH", "A BUD", "A TRI", "A SER", "A GAL"],
        "GERMANY": ["A MUN", "A RUH", "A KIE", "A BER", "A SIL", "F DEN"],
    },
)
"""Thirty units, most with neighbours on every side."""
PLACES = """() => Array.from(document.querySelectorAll(".badge"), (badge) => {
  const box = badge.getBoundingClientRect();
  return [badge.dataset.badge, box.x + box.width / 2, box.y + box.height / 2, box.width / 2];
})"""
CHOSEN = "() => document.querySelector('.glow .chosen')?.dataset.province"


def test_a_support_is_given_by_supporter_supported_and_destination(at):
    board = at(MOVES)
    board.tap("BUR", "PAR")
    expect(board.description).to_contain_text("Support the unit in Paris: choose where it goes")
    board.tap("PIC")
    assert board.counted() == 3
    board.has_stored("A BUR S A PAR - PIC", "A PAR - PIC")


@BOTH
def test_the_supported_unit_tapped_again_is_supported_where_it_stands(at, device):
    board = at(MOVES, device)
    board.tap("BUR", "PAR", "PAR")
    assert board.counted() == 3
    board.has_stored("A BUR S A PAR")


@BOTH
def test_a_hired_unit_and_one_of_the_opponent_are_supported_in_the_same_way(at, device):
    board = at(MOVES, device)
    board.tap("BUR").tap_mark("LON").tap("BEL")
    board.has_stored("A BUR S A LON - BEL", "A LON - BEL VIA", "F ENG C A LON - BEL")
    board.tap("VEN", "TYR")
    board.has_stored("A BUR S A LON - BEL", "A LON - BEL VIA", "F ENG C A LON - BEL", "A VEN - TYR")
    board.counted()
    board.tap("PAR", "RUH")
    expect(board.description).to_have_text("Army Paris supports Army Ruhr - Burgundy")
    assert board.counted() == 2
    board.tap("BUR").tap_mark("RUH").tap("BEL")
    expect(board.description).to_contain_text("Army Burgundy supports Army Ruhr - Belgium")


def test_with_a_question_open_a_tap_elsewhere_moves_there(at):
    board = at(MOVES)
    board.tap("BUR", "PAR")
    assert board.menu.count() == 2
    board.tap("MUN")
    assert board.counted() == 3
    board.has_stored("A BUR - MUN")


def test_a_unit_that_is_sent_by_sea_to_one_that_stays_asks_and_not_to_one_that_leaves(at):
    board = at(MOVES)
    board.tap("LON", "POR")
    expect(board.description).to_contain_text("Your unit in Portugal stays")
    assert board.menu.all_inner_texts() == ["Go to Portugal", "Order the unit in Portugal"]
    board.pick("Order the unit")
    expect(board.description).to_contain_text("Portugal: choose its destination")
    board.tap("SPA/SC", "LON", "POR")
    board.has_stored("F POR - SPA/SC", "A LON - POR VIA", "F ENG C A LON - POR", "F MAO C A LON - POR")


def test_holding_a_unit_again_warns_that_another_moves_there(at):
    board = at(MOVES)
    board.tap("PAR", "PIC", "BUR", "PAR").pick("Go to Paris")
    board.has_stored("A PAR - PIC", "A BUR - PAR")
    board.tap("PAR", "PAR")
    expect(board.description).to_have_text(
        "Army Paris holds. Your unit in Paris stays, and another of yours is to go there."
    )
    board.has_stored("A PAR H", "A BUR - PAR")


@pytest.mark.parametrize(
    ("language", "words"),
    soak_all_but(
        [("en", "Paris cannot go to Moscow."), ("fr", "Paris\u00a0: impossible d’aller vers Moscou.")], 1
    ),
)
def test_a_place_that_cannot_be_reached_is_named_and_the_unit_stays_chosen(at, language, words):
    board = at(MOVES, language=language)
    board.tap("PAR", "MOS")
    expect(board.description).to_have_text(words)
    expect(board.page.get_by_role("status").filter(has_text=words)).to_have_count(1)
    board.tap("GAS")
    assert board.counted() == 3
    board.has_stored("A PAR - GAS")


def test_an_impossible_support_is_explained_and_can_be_corrected(at):
    board = at(MOVES)
    board.tap("BUR").tap_mark("MUN").tap("MOS")
    expect(board.description).to_have_text("You cannot support the unit in Munich to Moscow.")
    board.tap("RUH")
    board.has_stored("A BUR S A MUN - RUH")


@BOTH
def test_a_unit_of_the_opponent_says_what_it_is(at, device):
    board = at(MOVES, device)
    board.tap("MUN")
    expect(board.description).to_have_text("army, Munich (Germany)")
    assert board.glowing() == []


def chosen(board):
    return board.page.evaluate(CHOSEN)


@BOTH
def test_a_unit_can_be_hit_twelve_pixels_around_its_middle(at, device):
    board = at(LONELY, device)
    for province in ("PAR", "MUN", "WAR"):
        x, y = board.spot(province)
        for right, down in ((11, 0), (-11, 0), (0, 11), (0, -11)):
            board.touch_at(x + right, y + down)
            assert chosen(board) == province
            board.page.keyboard.press("Escape")


@pytest.mark.parametrize(
    "device", [pytest.param(DESK, marks=pytest.mark.soak), SMALL], ids=["desk", "small phone"]
)
def test_no_mark_swallows_a_tap_on_the_middle_of_a_place(at, device):
    board = at(CROWDED, device)
    for supporter in ("BUR", "TYR", "BEL"):
        board.tap(supporter)
        for province in board.glowing():
            board.tap(province)
            answers = board.menu.all_inner_texts()
            gone = board.page.locator(f"select[name='order_{supporter}']").input_value()
            goes = any(answer.startswith("Go ") for answer in answers) or f" - {province}" in gone
            assert goes, (supporter, province, answers, gone)
            board.page.keyboard.press("Escape")
            board.tap(supporter)
        board.page.keyboard.press("Escape")


def overlaps(board):
    """List (mark, glowing place, the point between) where a finger on the mark is as near to the place."""
    marks = board.page.evaluate(PLACES)
    return [
        (mark, place, (x + right) / 2, (y + down) / 2)
        for place in board.glowing()
        for right, down in [board.spot(place)]
        for mark, x, y, radius in marks
        if mark != place and ((x - right) ** 2 + (y - down) ** 2) ** 0.5 < 1.6 * radius
    ]


def test_a_tap_on_a_mark_that_may_mean_what_is_under_it_asks(at):
    board = at(CROWDED, SMALL)
    for supporter in ("BUR", "TYR", "BEL", "VIE", "PAR"):
        board.tap(supporter)
        for *_, x, y in overlaps(board)[:2]:
            board.touch_at(x, y)
            expect(board.menu).to_have_text([re.compile("^Support "), re.compile("^Go ")])
            board.page.keyboard.press("Escape")
            board.tap(supporter)
        board.page.keyboard.press("Escape")


@pytest.mark.parametrize(("device", "count"), [(DESK, 7), (PHONE, 4)], ids=["desk", "phone"])
def test_buttons_of_the_board_are_large_enough_for_a_finger(at, device, count):
    board = at(MOVES, device)
    board.tap("BUR", "PAR")
    buttons = board.page.locator(".choices button, .board-tools button")
    shown = "all => all.filter((one) => one.offsetWidth).map((one) => [one.offsetWidth, one.offsetHeight])"
    sizes = buttons.evaluate_all(shown)
    assert len(sizes) == count
    assert min(min(size) for size in sizes) >= 44


def test_a_removal_and_a_build_are_seen_before_they_are_stored(at):
    board = at(BUILDS)
    board.page.route("**/store", lambda route: None)
    board.tap("ION", "PAR")
    assert board.page.locator(".piece.leaving").evaluate_all("all => all.map(one => one.dataset.unit)") == [
        "F ION"
    ]
    expect(board.page.locator(".pending > path")).to_have_count(1)
    expect(board.page.locator(".pending .ghost-piece.of-france")).to_have_count(1)
    board.tap("ION")
    expect(board.page.locator(".piece.leaving, .pending > path")).to_have_count(0)


def test_the_list_offers_to_hold_beside_no_order(at):
    board = at(MOVES)
    menu = board.page.get_by_role("combobox", name="Army Burgundy", exact=True)
    assert menu.locator("option").all_inner_texts()[:2] == ["— no order (holds)", "holds"]
    menu.select_option("holds")
    board.has_stored("A BUR H")
    menu.select_option("")
    board.has_stored()


def test_the_list_disbands_a_dislodged_unit_and_dims_it(at):
    board = at(RETREATS)
    menu = board.page.get_by_role("combobox", name="Fleet Belgium", exact=True)
    assert menu.locator("option").all_inner_texts()[:2] == ["— no order (disbands)", "disbands"]
    menu.select_option("disbands")
    board.has_stored("F BEL D")
    expect(board.page.locator(".piece.leaving.dislodged")).to_have_count(1)
