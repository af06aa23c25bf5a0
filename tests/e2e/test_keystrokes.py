"""The keystrokes for each act of a year, counted from the fresh page: at most twenty."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.board import BUILDS, MOVES, RETREATS
from tests.e2e.by_keyboard import HAS_FOCUS
from tests.e2e.playing import play_until
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
MOST = 20


class Counted:
    """A keyboard that counts its keystrokes."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        self.count += len(keys)

    def type(self, text):
        self.press(*text)

    def tab_to(self, thing):
        """Press Tab until something has the focus."""
        expect(thing).to_have_count(1)
        while not thing.evaluate(HAS_FOCUS):
            assert self.count < 2 * MOST, f"Tab does not reach {thing}"
            self.press("Tab")

    def skip_to(self, name):
        self.tab_to(self.page.get_by_role("link", name=name, exact=True))
        self.press("Enter")

    def find(self, word):
        """Find a unit or a space of the board by its code or name."""
        self.type(f"/{word}")
        self.press("Enter")


@pytest.fixture
def on_board(at):
    """Return a function that opens a position and goes to its board."""

    def begin(position, language="en"):
        board = at(position, language=language)
        keys = Counted(board.page)
        keys.skip_to({"en": "Skip to the board", "fr": "Aller à la carte"}[language])
        return board, keys

    return begin


def test_practice_begins_from_the_front_page(people):
    visitor = people.visitor()
    visitor.go("/")
    keys = Counted(visitor.page)
    keys.tab_to(visitor.page.get_by_role("button", name="Play now against the site"))
    with visitor.page.expect_navigation():
        keys.press("Enter")
    assert keys.count <= MOST


def test_three_bids(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    anna.go(play_until(served_database, anna.number, rival, "S1901B"))
    expect(anna.page.locator("form.entry.alive")).to_have_count(1)
    keys = Counted(anna.page)
    keys.skip_to("Skip to your move")
    fields = anna.page.get_by_role(
        "textbox", name=re.compile("^(Austria|Germany|Italy|Russia|Turkey|England|France)")
    )
    for place, bid in enumerate(("3", "2", "1")):
        keys.tab_to(fields.nth(place))
        keys.type(bid)
    assert [field.input_value() for field in fields.all()[:3]] == ["3", "2", "1"]
    assert keys.count <= MOST


@pytest.mark.parametrize(("language", "place"), soak_all_but([("en", "ruh"), ("fr", "ruhr")], 1))
def test_a_move(on_board, language, place):
    board, keys = on_board(MOVES, language)
    keys.find("bur")
    keys.find(place)
    board.has_stored("A BUR - RUH")
    assert keys.count <= MOST


def test_a_support(on_board):
    board, keys = on_board(MOVES)
    keys.find("bur")
    keys.press("s")
    keys.find("par")
    keys.find("pic")
    board.has_stored("A BUR S A PAR - PIC", "A PAR - PIC")
    assert keys.count <= MOST


def test_a_convoy_ordered_of_its_army(on_board):
    board, keys = on_board(MOVES)
    keys.find("lon")
    keys.find("nwy")
    board.has_stored("A LON - NWY VIA", "F NTH C A LON - NWY")
    assert keys.count <= MOST


def test_a_convoy_ordered_of_its_fleet_says_that_the_army_has_no_order(on_board):
    board, keys = on_board(MOVES)
    keys.find("nth")
    keys.press("c")
    keys.find("lon")
    keys.find("nwy")
    board.has_stored("F NTH C A LON - NWY")
    said = "fleet, North Sea (England), convoys the army in London on its way to Norway. "
    expect(board.page.locator("[data-heard]")).to_have_text(
        f"{said}The army in London has no order to go to Norway yet."
    )
    assert keys.count <= MOST


def test_a_build(on_board):
    board, keys = on_board(BUILDS)
    keys.find("par")
    board.has_stored("A PAR B")
    assert keys.count <= MOST


def test_a_build_of_which_there_is_a_choice(on_board):
    board, keys = on_board(BUILDS)
    keys.find("bre")
    keys.press("ArrowDown", "Enter")
    board.has_stored("A BRE B")
    assert keys.count <= MOST


def test_a_retreat(on_board):
    board, keys = on_board(RETREATS)
    keys.find("bel")
    keys.find("pic")
    board.has_stored("F BEL R PIC")
    assert keys.count <= MOST
