"""Board, list and box agree: after a reload, in two tabs, without network, after the phase."""

import pytest
from playwright.sync_api import expect

from tests.e2e.board import MOVES, Board, set_up, stored_orders
from tests.e2e.duel_page import DuelPage
from tests.e2e.playing import enter, state_of

pytestmark = pytest.mark.e2e
TWO_FRAMES = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"


class Pair:
    """A duel: the first player's board, and the second player."""

    def __init__(self, people, database):
        self.anna = people.member("anna")
        self.rival = people.account("boris")[0]
        self.path = set_up(database, self.anna.number, self.rival, MOVES)
        self.board = Board(self.anna, self.path, database).open()
        self.page = self.anna.page


@pytest.fixture
def pair(people, served_database):
    return Pair(people, served_database)


@pytest.fixture
def cut_off(people, pair):
    """Ignore the browser's complaints about a missing network."""
    yield
    people.complaints[:] = [said for said in people.complaints if "net::ERR_" not in said]


def select(page, province):
    return page.locator(f"select[name='order_{province}']")


def test_tapped_orders_appear_in_list_and_box_and_survive_a_reload(pair):
    pair.board.tap("BUR", "BEL")
    pair.board.has_stored("A BUR - BEL")
    expect(select(pair.page, "BUR")).to_have_value("A BUR - BEL")
    expect(pair.page.locator("#typed")).to_have_value("A Burgundy - Belgium")
    pair.board.open()
    expect(select(pair.page, "BUR")).to_have_value("A BUR - BEL")
    expect(pair.page.locator("#typed")).to_have_value("A Burgundy - Belgium")
    assert pair.page.locator(".arrow[data-unit='A BUR']").count() == 1


def test_orders_chosen_in_the_list_are_stored_drawn_and_can_be_undone(pair):
    select(pair.page, "PAR").select_option("A PAR - PIC")
    pair.board.has_stored("A PAR - PIC")
    select(pair.page, "PAR").select_option("A PAR - GAS")
    pair.board.has_stored("A PAR - GAS")
    pair.board.undo()
    pair.board.has_stored("A PAR - PIC")
    pair.board.tap("BUR").tap_mark("PAR").pick("Pic")
    pair.board.has_stored("A PAR - PIC", "A BUR S A PAR - PIC")


def test_typed_orders_are_drawn_and_can_be_changed_on_the_board(pair):
    page = DuelPage(pair.anna, pair.path)
    page.type("A Bur - Bel\nA Par - Pic")
    page.store_typed()
    expect(pair.page.locator(".arrow")).to_have_count(2)
    expect(pair.board.figure).to_have_class("board begun alive")
    pair.board.tap("PAR", "GAS")
    pair.board.has_stored("A BUR - BEL", "A PAR - GAS")


def test_a_box_in_which_something_was_typed_is_left_as_it_is(pair):
    DuelPage(pair.anna, pair.path).type("A Par - ")
    pair.board.tap("BUR", "BEL")
    pair.board.has_stored("A BUR - BEL")
    expect(pair.page.locator("#typed")).to_have_value("A Par - ")


@pytest.mark.usefixtures("cut_off")
def test_an_outdated_tab_stores_nothing_and_says_that_another_has(pair, served_database):
    pair.page.route("**/events", lambda route: route.abort())
    pair.page.route("**/stamp", lambda route: route.abort())
    pair.board.open()
    other = Board(pair.anna, pair.path, served_database)
    other.page = pair.page.context.new_page()
    other.open().tap("BUR", "BEL")
    other.has_stored("A BUR - BEL")
    pair.board.tap("PAR", "GAS")
    expect(pair.board.status).to_contain_text("Another window has saved something")
    assert stored_orders(served_database, pair.path) == ["A BUR - BEL"]
    assert pair.page.locator(".arrow").count() == 0
    other.tap("PAR", "PIC")
    other.has_stored("A BUR - BEL", "A PAR - PIC")


@pytest.mark.usefixtures("cut_off")
def test_if_the_phase_has_ended_the_page_says_so_and_stores_nothing(pair, served_database):
    pair.page.route("**/events", lambda route: route.abort())
    pair.page.route("**/stamp", lambda route: route.abort())
    pair.board.open()
    for user in (pair.anna.number, pair.rival):
        enter(served_database, pair.path, user, "S1902M", {"orders": {}})
    before = state_of(served_database, pair.path)
    assert before[0] != "S1902M"
    pair.board.tap("BUR", "BEL")
    expect(pair.board.status).to_contain_text("The duel has moved on, so nothing was saved.")
    assert state_of(served_database, pair.path) == before


@pytest.fixture
def next_phase(pair, served_database):
    """Return a function that ends the phase and waits until the page shows the next one."""

    def ended():
        for user in (pair.anna.number, pair.rival):
            enter(served_database, pair.path, user, "S1902M", {"orders": {}})
        expect(pair.page.locator("#live-standing")).to_contain_text("Autumn 1902")

    return ended


def test_a_page_that_follows_its_duel_gives_orders_for_the_next_phase(pair, next_phase):
    pair.board.tap("BUR")
    next_phase()
    # The replay covers the board until it is closed.
    pair.page.get_by_role("button", name="Go on").press("Escape")
    expect(pair.page.locator(".replay")).to_have_count(0)
    expect(pair.board.figure).to_have_class("board begun alive")
    pair.board.tap("BUR", "BEL")
    pair.board.has_stored("A BUR - BEL")


def test_a_player_giving_orders_is_not_interrupted_by_the_replay(pair, next_phase):
    held = []
    pair.page.route("**/chapters/*", lambda route: held.append(route))  # noqa: PLW0108 -- Playwright cannot mark a method of a list
    with pair.page.expect_request("**/chapters/*"):
        next_phase()
    expect(pair.board.figure).to_have_class("board begun alive")
    pair.board.tap("BUR")
    with pair.page.expect_response("**/chapters/*") as chapter:
        held[0].continue_()
    chapter.value.finished()
    # It would show within two frames.
    pair.page.evaluate(TWO_FRAMES)
    assert pair.page.locator(".replay").count() == 0
    pair.board.tap("BEL")
    pair.board.has_stored("A BUR - BEL")


@pytest.mark.usefixtures("cut_off")
def test_without_network_it_is_said_and_stored_by_itself_when_it_is_back(pair, served_database):
    pair.page.context.set_offline(True)
    pair.board.tap("BUR", "BEL")
    expect(pair.board.status).to_contain_text("Not saved: no connection.")
    pair.board.tap("PAR", "GAS")
    assert stored_orders(served_database, pair.path) is None
    pair.page.context.set_offline(False)
    pair.board.has_stored("A BUR - BEL", "A PAR - GAS")


@pytest.mark.usefixtures("cut_off")
def test_a_lost_answer_is_not_mistaken_for_another_window(pair):
    lost = []

    def lose(route):
        route.fetch()
        lost.append(route.request.url)
        route.abort()

    pair.page.route("**/store", lose, times=1)
    pair.board.tap("BUR", "BEL", "PAR", "GAS")
    pair.board.has_stored("A BUR - BEL", "A PAR - GAS")
    assert len(lost) == 1


def test_a_logged_out_player_sees_that_nothing_was_stored(pair, served_database):
    pair.page.context.clear_cookies()
    pair.board.tap("BUR", "BEL")
    expect(pair.board.status).to_contain_text("Your browser sent no cookies")
    assert stored_orders(served_database, pair.path) is None


def test_a_change_takes_readiness_back_and_says_so(pair):
    page = DuelPage(pair.anna, pair.path)
    page.say_ready()
    assert page.is_ready()
    expect(pair.board.figure).to_have_class("board begun alive")
    pair.board.tap("BUR", "BEL")
    expect(pair.board.status).to_contain_text("You are no longer done. Saved")
    assert not page.is_ready()
    expect(pair.page.locator(".ready-line.good")).to_have_count(0)
    expect(pair.page.locator("#defaults-section")).not_to_contain_text("A Burgundy")
