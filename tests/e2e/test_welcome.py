"""What somebody who has never been here reads and does until their first lesson is solved."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.board import Board
from tests.e2e.inspection import in_both_languages
from tests.e2e.people import PHONE

pytestmark = pytest.mark.e2e
SPELT = re.compile(r"\w[\w’'-]*")
MOST_WORDS = 80


@in_both_languages
def test_three_taps_and_eighty_words_lead_to_the_first_solved_lesson(people, language):
    """Words: the head of the front page with its button, all of the lesson, and the line of its board."""
    visitor = people.visitor(language, device=PHONE)
    visitor.go("/")
    page = visitor.page
    begin = page.locator(".hero .button").first
    read = [
        page.locator(".hero h1").inner_text(),
        page.locator(".hero .lead").inner_text(),
        begin.inner_text(),
    ]
    begin.tap()
    page.wait_for_url("**/learn/army-moves")
    board = Board(visitor, "/learn/army-moves")
    expect(board.figure).to_have_class(re.compile("alive"))
    read += [page.locator(".lesson-words").inner_text(), board.description.inner_text()]
    board.tap("PAR", "BUR")
    expect(page.locator("[data-solved='army-moves']")).to_be_focused()
    assert len(SPELT.findall(" ".join(read))) <= MOST_WORDS


@in_both_languages
def test_on_a_phone_a_button_opens_the_menu_and_nothing_is_cut(people, language):
    page = people.visitor(language, device=PHONE, java_script_enabled=False).page
    page.goto("/")
    expect(page.locator("#menu")).to_be_hidden()
    page.get_by_role("button", name="Menu").tap()
    for link in page.locator(".site-nav a").all():
        box = link.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
        assert box["height"] >= 44
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()


@in_both_languages
def test_a_question_mark_leads_to_help_from_every_page_and_is_left_to_who_types(people, language):
    page = people.visitor(language).page
    page.goto("/login")
    page.wait_for_load_state("networkidle")
    page.get_by_role("textbox").first.press("?")
    expect(page.get_by_role("textbox").first).to_have_value("?")
    page.locator("h1").click()
    page.keyboard.press("?")
    page.wait_for_url("**/help")
