"""What a newcomer reads and does before solving the first lesson."""

import re

import pytest
from playwright.sync_api import expect

from learning.puzzle import lines
from tests.e2e.board import Board
from tests.e2e.inspection import in_both_languages
from tests.e2e.people import DESK, PHONE

pytestmark = pytest.mark.e2e
SPELT = re.compile(r"\w[\w’'-]*")
MOST_WORDS = 80
MOST_AT_FIRST = 120
SEEN = """() => {
  const unread = "svg, select, script, template, .unseen, .skip, .past-board";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!parent.closest(unread) && parent.checkVisibility()) found.push(texts.currentNode.textContent);
  }
  return found.join(" ");
}"""
"""All text of a page except the board and the contents of menus."""
LEAST_APART = 12
NEAR = """() => {
  const shown = (names) => Array.from(document.querySelectorAll(names))
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width);
  const apart = (one, two) => {
    const [a, b] = [one.getBoundingClientRect(), two.getBoundingClientRect()];
    const across = Math.max(0, a.left - b.right, b.left - a.right);
    return Math.hypot(across, Math.max(0, a.top - b.bottom, b.top - a.bottom));
  };
  const links = shown("main a:not(.button, .past-board, svg a, nav a)");
  const buttons = shown("main :is(button, .button)");
  return links.flatMap((link) => buttons.filter((button) => apart(link, button) < LEAST)
    .map((button) => `${link.textContent.trim()} / ${button.textContent.trim()}`));
}""".replace("LEAST", str(LEAST_APART))
"""The links beside a button, or touching it."""


@in_both_languages
@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desktop"])
def test_three_taps_and_eighty_words_lead_to_the_first_solved_lesson(people, language, device):
    """Count the words of the front page's head and button, of the lesson, and of the line below its board."""
    visitor = people.visitor(language, device=device)
    visitor.go("/")
    page = visitor.page
    begin = page.locator(".hero .button").first
    read = [
        page.locator(".hero h1").inner_text(),
        page.locator(".hero .lead").inner_text(),
        begin.inner_text(),
    ]
    begin.click()
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
def test_a_question_mark_opens_help_on_every_page_except_while_typing(people, language):
    page = people.visitor(language).page
    page.goto("/login")
    page.wait_for_load_state("networkidle")
    page.get_by_role("textbox").first.press("?")
    expect(page.get_by_role("textbox").first).to_have_value("?")
    page.locator("h1").click()
    page.keyboard.press("?")
    page.wait_for_url("**/help")


@pytest.mark.parametrize("preset", ["", "world-war-one"], ids=["usual", "world-war-one"])
def test_the_first_page_of_a_first_duel_has_a_hundred_and_twenty_words(people, preset):
    """The rest is folded, or shows when the card is closed."""
    visitor = people.visitor()
    visitor.go("/practise")
    page = visitor.page
    if preset:
        page.locator(f"main input[value='{preset}']").check(force=True)
    page.locator("main form:has([name='preset']) button[type='submit']").first.click()
    page.wait_for_url("**/duels/*")
    card = page.get_by_role("region", name="Your first duel")
    expect(card).to_be_visible()
    assert len(SPELT.findall(page.evaluate(SEEN))) <= MOST_AT_FIRST
    card.get_by_text("More", exact=True).click()
    expect(card.locator("details p")).to_contain_text("win")
    card.get_by_role("button", name="Let me try").click()
    expect(page.get_by_text("End the duel")).to_be_visible()


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desktop"])
def test_no_link_touches_a_button(people, device):
    """On the front page for newcomers and guests, on lessons and puzzles, and on their answers."""
    visitor = people.visitor(device=device)
    visitor.go("/")
    found = visitor.page.evaluate(NEAR)
    visitor.page.get_by_role("button", name="Play now against the site").click()
    visitor.page.wait_for_url("**/duels/*")
    for path in ("/", "/learn", "/learn/bounce", "/puzzles", f"/puzzles/{next(iter(lines()))}"):
        visitor.go(path)
        found += visitor.page.evaluate(NEAR)
        if path.count("/") == 2:
            visitor.page.locator(".judge button").first.click()
            visitor.page.locator(".verdict").wait_for()
            found += visitor.page.evaluate(NEAR)
    assert found == []
