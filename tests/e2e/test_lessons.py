"""Lessons in a browser: by taps, by keys and screen reader, without scripts, and with saved progress."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.board import Board
from tests.e2e.by_keyboard import KeyboardPlayer
from tests.e2e.inspection import barriers, in_both_languages
from tests.e2e.people import PHONE

pytestmark = pytest.mark.e2e
ALIVE = r"board begun( near)? alive"
WITHOUT_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("not here", "SecurityError"); },
})"""


def solved(page):
    expect(page.get_by_role("group", name="Solved")).to_be_focused()


def on_board(visitor, path):
    visitor.go(path)
    board = Board(visitor, path)
    expect(board.figure).to_have_class(re.compile(ALIVE))
    return board


def test_a_lesson_is_solved_by_taps_and_a_wrong_answer_comes_back(people):
    board = on_board(people.visitor(device=PHONE), "/learn/two-against-one")
    board.tap("PAR", "BUR")
    expect(board.page.locator(".arrows .move")).to_have_count(1)
    board.page.get_by_role("button", name="Judge").click()
    expect(board.page.get_by_role("group", name="Not yet")).to_contain_text(
        "bounced with the army in Burgundy"
    )
    board.page.get_by_role("button", name="Try again").click()
    expect(board.page.locator("#order_PAR")).to_have_value("A PAR - BUR")
    expect(board.figure).to_have_class(re.compile(ALIVE))
    board.tap("MAR")
    board.tap_mark("PAR").tap("BUR")
    expect(board.page.locator("#order_MAR")).to_have_value("A MAR S A PAR - BUR")
    board.page.get_by_role("button", name="Judge").click()
    solved(board.page)


@in_both_languages
def test_a_lesson_is_solved_on_a_screen_of_320_pixels(people, language):
    narrow = {**PHONE, "viewport": {"width": 320, "height": 568}}
    visitor = people.visitor(language, device=narrow)
    board = on_board(visitor, "/learn/two-against-one")
    page = visitor.page
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    board.tap("PAR", "BUR")
    expect(page.locator(".arrows .move")).to_have_count(1)
    board.tap("MAR")
    board.tap_mark("PAR").tap("BUR")
    expect(page.locator("#order_MAR")).to_have_value("A MAR S A PAR - BUR")
    page.locator(".judge button").first.click()
    expect(page.locator("[data-solved='two-against-one']")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_board_stays_where_it_is_while_a_lesson_is_ordered(people):
    """The next tap must find the board where it was."""
    board = on_board(people.visitor(device=PHONE), "/learn/two-against-one")

    def top():
        return round(board.figure.locator("svg").first.bounding_box()["y"])

    before = top()
    board.tap("MAR")
    assert top() == before
    board.tap_mark("PAR").tap("BUR")
    assert top() == before


def test_a_lesson_about_a_broken_convoy_is_solved_by_taps_on_the_other_fleet(people):
    board = on_board(people.visitor(device=PHONE), "/learn/broken")
    board.tap("LON", "BEL")
    expect(board.page.locator("#order_ENG")).to_have_value("F ENG C A LON - BEL")
    board.tap("NTH", "LON")
    board.pick("Convoy it to Belgium")
    expect(board.page.locator("#order_NTH")).to_have_value("F NTH C A LON - BEL")
    board.page.get_by_role("button", name="Judge").click()
    solved(board.page)


def test_a_fleet_ordered_to_hold_is_not_the_first_choice_for_a_convoy(people):
    board = on_board(people.visitor(device=PHONE), "/learn/broken")
    board.tap("ENG", "ENG", "LON", "BEL")
    expect(board.page.locator("#order_NTH")).to_have_value("F NTH C A LON - BEL")
    expect(board.page.locator("#order_ENG")).to_have_value("F ENG H")


def test_an_unfinished_lesson_restarts_and_is_not_marked(people):
    visitor = people.visitor()
    visitor.go("/learn/fleet-coasts")
    visitor.page.locator("#order_NAP").select_option("F NAP - APU")
    visitor.page.get_by_role("button", name="Judge").click()
    expect(visitor.page.locator(".between")).to_contain_text("1 turn left.")
    visitor.go("/learn")
    expect(visitor.page.locator("[data-lesson='fleet-coasts']")).not_to_have_class("solved")
    visitor.go("/learn/fleet-coasts")
    expect(visitor.page.locator(".lesson-words .turn")).to_contain_text("2 turns")


def test_where_one_order_is_the_whole_answer_two_taps_solve_a_lesson(people):
    """With the tap on the front page that makes three."""
    board = on_board(people.visitor(device=PHONE), "/learn/army-moves")
    board.tap("PAR", "BUR")
    solved(board.page)


def test_an_unfinished_order_delays_the_verdict_once(people):
    board = on_board(people.visitor(), "/learn/follow")
    board.tap("PAR", "BUR")
    expect(board.menu).not_to_have_count(0)
    judge = board.page.get_by_role("button", name="Judge")
    judge.click()
    expect(board.menu).to_have_count(0)
    refusal = board.page.locator(".judge").get_by_role("alert")
    expect(refusal).to_have_text("The unit in Paris has no order yet. Judge again to let it hold.")
    beside, button = refusal.bounding_box(), judge.bounding_box()
    assert 0 <= button["y"] - beside["y"] - beside["height"] < 20
    judge.click()
    expect(board.page.get_by_role("group", name="Not yet")).to_be_focused()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_solved_lesson_ends_with_the_units_where_they_went(people, motion):
    board = on_board(people.visitor(reduced_motion=motion), "/learn/army-moves")
    board.tap("PAR", "BUR")
    solved(board.page)
    expect(board.page.get_by_label("Afterwards")).to_be_checked()
    expect(board.page.locator(".pieces.after [data-unit='A BUR']")).to_be_visible()
    expect(board.page.locator(".arrows")).to_be_hidden()
    board.page.locator("label", has_text="Orders").first.click()
    expect(board.page.locator(".pieces.before [data-unit='A PAR']")).to_be_visible()


def test_the_browser_of_a_visitor_remembers_what_is_solved_and_skipped(people):
    visitor = people.visitor()
    visitor.go("/learn/army-moves")
    visitor.page.locator("#order_PAR").select_option("A PAR - BUR")
    visitor.page.get_by_role("button", name="Judge").click()
    solved(visitor.page)
    visitor.page.wait_for_function("() => localStorage.getItem('lessons')")
    visitor.go("/learn")
    expect(visitor.page.locator("[data-lesson='army-moves']")).to_have_class("solved")
    expect(visitor.page.locator("#next-lesson")).to_have_attribute("href", re.compile("/learn/autumn$"))
    visitor.page.locator("#convoy").get_by_role("button").click()
    expect(visitor.page.locator("#convoy .skipped")).to_have_count(5)
    visitor.go("/learn")
    expect(visitor.page.locator("#convoy .progress-of-part")).to_have_text("5/5")


def test_without_storage_a_browser_only_forgets_progress(people):
    visitor = people.visitor()
    visitor.page.add_init_script(WITHOUT_STORAGE)
    visitor.go("/learn/army-moves")
    visitor.page.locator("#order_PAR").select_option("A PAR - BUR")
    visitor.page.get_by_role("button", name="Judge").click()
    solved(visitor.page)
    visitor.go("/learn")
    visitor.page.locator("#moving").get_by_role("button").click()
    expect(visitor.page.locator("#next-lesson")).to_have_text("Begin")


def test_after_the_first_of_two_moves_the_focus_is_on_what_comes_next(people):
    visitor = people.visitor()
    visitor.go("/learn/no-trading")
    visitor.page.get_by_role("button", name="Judge").click()
    expect(visitor.page.locator(".between")).to_be_focused()
    expect(visitor.page.locator(".between")).to_contain_text("From here it cannot be done any more.")


def test_a_browser_s_progress_is_taken_into_the_account(people):
    """The first page after logging in copies the progress."""
    anna = people.member("anna")
    anna.go("/learn")
    anna.page.evaluate("localStorage.setItem('lessons', '{\"bounce\": \"solved\"}')")
    with anna.page.expect_response("**/learn/progress"):
        anna.go("/duels/")
    anna.page.wait_for_function("() => localStorage.getItem('lessons') === null")
    anna.go("/learn")
    expect(anna.page.locator("[data-lesson='bounce']")).to_have_class("solved")


def test_a_lesson_is_solved_by_keys_and_ears_alone(people):
    visitor = people.visitor()
    player = KeyboardPlayer(visitor, "/learn/support-hold").open()
    player.support("army, Paris", "Support the unit in Burgundy", "Burgundy")
    player.unit_is("army, Paris (France), supports the unit in Burgundy")
    player.activate("Judge")
    solved(player.page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_lesson_is_solved_without_scripts(people, language):
    visitor = people.visitor(language, java_script_enabled=False)
    visitor.go("/learn")
    visitor.press("#next-lesson")
    visitor.page.locator("#order_PAR").select_option("A PAR - GAS")
    visitor.press("form.entry button[type='submit']")
    visitor.press("button[name='again']")
    visitor.page.locator("#order_PAR").select_option("A PAR - BUR")
    visitor.press("form.entry button[type='submit']")
    expect(visitor.page.locator("[data-solved='army-moves']")).to_have_count(1)


@in_both_languages
def test_their_pages_have_no_barriers(people, language):
    visitor = people.visitor(language)
    found = []
    for path in ("/learn", "/learn/two-against-one", "/learn/heir", "/learn/nonsense"):
        visitor.go(path)
        found += barriers(visitor.page)
        if path.count("/") == 2 and path != "/learn/nonsense":
            visitor.page.locator("form.entry button[type='submit']").click()
            visitor.page.locator(".verdict").wait_for()
            for closed in visitor.page.locator("main details").all():
                closed.evaluate("details => details.open = true")
            found += barriers(visitor.page)
    assert found == []
