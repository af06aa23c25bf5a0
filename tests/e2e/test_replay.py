"""The replay of the last phase on the board: it waits for keyboard users, and announces each step."""

import pytest
from playwright.sync_api import expect

from tests.builders import start
from tests.e2e.board import MOVES, Board, set_up
from tests.e2e.duel_page import DuelPage
from tests.e2e.people import DESK
from tests.e2e.playing import begin_duel, enter, entered, phase_named

pytestmark = pytest.mark.e2e
LONG = 20_000
"""Milliseconds, longer than a replay takes by itself."""
IN_FRAME = "() => Boolean(document.activeElement.closest('.replay'))"
ORDERS = {"FRANCE": ["A BUR - MUN", "A PAR - PIC"]}


@pytest.fixture
def moved(people, served_database):
    """Return a function that resolves a movement before the eyes of a player."""

    def begin(**options):
        anna, (rival, _) = people.member("anna", "en", DESK, **options), people.account("boris")
        path = set_up(served_database, anna.number, rival, MOVES)
        for user in (anna.number, rival):
            enter(served_database, path, user, "S1902M", {"orders": {}})
        anna.control_clock()
        board = Board(anna, path, served_database).open()

        def resolve():
            enter(served_database, path, rival, "F1902M", {"orders": {}})
            enter(served_database, path, anna.number, "F1902M", {"orders": ORDERS})
            anna.page.clock.run_for(LONG)

        return board, resolve

    return begin


def frame(page):
    return page.get_by_role("group", name="What has just happened")


def heard(page):
    return page.locator("[data-replay-heard]")


def test_after_a_key_the_replay_waits_goes_step_by_step_and_takes_no_focus(moved):
    board, resolve = moved()
    page = board.page
    page.locator(".piece[data-unit='A BUR']").focus()
    page.keyboard.press("ArrowRight")
    resolve()
    expect(frame(page)).to_have_count(1)
    assert not page.evaluate(IN_FRAME)
    expect(heard(page)).to_have_text("Autumn 1902, movement: Orders")
    page.clock.run_for(LONG)
    expect(heard(page)).to_have_text("Autumn 1902, movement: Orders")
    frame(page).get_by_role("button", name="Go on").press("Enter")
    expect(heard(page)).to_contain_text("Outcomes: ")
    expect(heard(page)).to_contain_text("bounced")
    frame(page).get_by_role("button", name="Go on").press("Enter")
    expect(heard(page)).to_have_text("Afterwards")
    page.keyboard.press("Escape")
    expect(frame(page)).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")


def test_where_motion_is_reduced_nothing_goes_on_by_itself(moved):
    board, resolve = moved(reduced_motion="reduce")
    board.page.mouse.click(2, 2)
    resolve()
    expect(frame(board.page)).to_have_count(1)
    board.page.clock.run_for(LONG)
    expect(heard(board.page)).to_have_text("Autumn 1902, movement: Orders")


def test_results_stay_until_the_player_goes_on(moved):
    board, resolve = moved()
    page = board.page
    page.mouse.click(2, 2)
    resolve()
    expect(frame(page).locator("[value='outcomes']")).to_be_checked()
    page.clock.run_for(LONG)
    expect(frame(page).locator("[value='outcomes']")).to_be_checked()
    said = page.locator("[data-says]")
    expect(said).to_contain_text("phase over")
    frame(page).get_by_role("button", name="Go on").click()
    page.clock.run_for(LONG)
    expect(frame(page)).to_have_count(0)
    expect(said).to_be_hidden()


def test_a_phase_that_is_over_meanwhile_waits_until_the_one_before_it_was_seen(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    path = set_up(served_database, anna.number, rival, MOVES)
    page = Board(anna, path, served_database).open().page
    page.mouse.click(2, 2)
    title = frame(page).locator("[data-replay-says]")
    for phase, now in (("S1902M", "Autumn 1902, movement"), ("F1902M", "Winter 1902")):
        for user in (rival, anna.number):
            enter(served_database, path, user, phase, {"orders": {}})
        expect(page.locator("[data-says]")).to_contain_text(now)
        expect(title).to_have_text("Spring 1902, movement")
    for _ in range(3):
        if "Spring" in title.inner_text():
            frame(page).get_by_role("button", name="Go on").click()
            page.wait_for_timeout(300)
    expect(title).to_have_text("Autumn 1902, movement")


def test_go_on_shows_the_rest_of_an_auction_at_once_and_then_the_board(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    path = set_up(served_database, anna.number, rival, start("S1902B"))
    anna.control_clock()
    page = DuelPage(anna, path).open().page
    page.mouse.click(2, 2)
    for user, bid in ((rival, 3), (anna.number, 4)):
        enter(served_database, path, user, "S1902B", {"bids": {"ITALY": bid}})
    page.clock.run_for(1000)
    expect(frame(page).locator(".to-come").first).to_be_attached()
    frame(page).get_by_role("button", name="Go on").click()
    expect(frame(page).locator(".to-come")).to_have_count(0)
    frame(page).get_by_role("button", name="Go on").click()
    expect(frame(page)).to_have_count(0)


def test_the_next_order_brings_the_present_back(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    path = set_up(served_database, anna.number, rival, MOVES)
    page = Board(anna, path, served_database).open().page
    page.mouse.click(2, 2)
    for user in (rival, anna.number):
        enter(served_database, path, user, "S1902M", {"orders": {}})
    expect(frame(page)).to_have_count(1)
    page.locator("form.entry select").first.select_option(index=1)
    expect(frame(page)).to_have_count(0)
    expect(page.locator("[data-says]")).to_be_hidden()


def test_escape_brings_the_present_back_from_anywhere(moved):
    board, resolve = moved()
    board.page.get_by_role("tab", name="Position").press("Enter")
    resolve()
    expect(frame(board.page)).to_have_count(1)
    board.page.keyboard.press("Escape")
    expect(frame(board.page)).to_have_count(0)
    expect(board.page.get_by_role("tab", name="Position")).to_be_focused()


def test_with_the_replay_switched_off_the_result_is_only_announced(moved):
    board, resolve = moved()
    page = board.page
    page.locator(".site-menu summary").click()
    page.get_by_role("switch", name="Show what has just happened on the board").click()
    page.keyboard.press("Escape")
    resolve()
    expect(page.locator("[data-says]")).to_contain_text("Autumn 1902, movement: phase over.")
    expect(frame(page)).to_have_count(0)


def test_a_refused_sheet_is_not_covered_by_a_phase_seen_before(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    path = begin_duel(served_database, anna.number, rival)
    anna.go(path)
    for player, user in (("first", anna.number), ("second", rival)):
        enter(served_database, path, user, "HOMES", entered(phase_named("HOMES"), player))
    page = anna.page
    expect(frame(page)).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("input.bid").first.fill("x")
    page.evaluate("document.querySelector('form.entry').submit()")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#live-board")).to_have_count(1)
    expect(frame(page)).to_have_count(0)
