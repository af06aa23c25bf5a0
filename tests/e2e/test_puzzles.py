"""Puzzles in a browser: on a small phone, by menus without scripts, and accessible."""

import re

import pytest
from playwright.sync_api import expect

from learning.puzzle import PuzzleKind, lines, puzzle
from tests.e2e.by_keyboard import KeyboardPlayer
from tests.e2e.inspection import barriers, in_both_languages
from tests.e2e.people import PHONE

pytestmark = pytest.mark.e2e
SMALL = {**PHONE, "viewport": {"width": 320, "height": 640}}
JUDGE = "form.entry .judge button:not([name])"


def first(kind):
    """Return the first puzzle of a kind."""
    return next(found for key in lines() if (found := puzzle(key)).kind is kind)


def choose(page, orders):
    """Choose orders in the menus."""
    for order in orders.all:
        page.locator(f"#order_{order.unit.province}").select_option(str(order))


@pytest.mark.parametrize("scripts", [True, False])
def test_a_guarantee_is_refuted_and_then_solved_at_320_pixels(people, scripts):
    asked = first(PuzzleKind.GUARANTEE)
    visitor = people.visitor(device=SMALL, java_script_enabled=scripts)
    visitor.go("/puzzles")
    visitor.go(f"/puzzles/{asked.key}")
    page = visitor.page
    page.locator(JUDGE).click()
    expect(page.locator(".verdict.bad")).to_contain_text("a reply that breaks it")
    page.get_by_role("button", name="Try again").click()
    choose(page, asked.best)
    page.locator(JUDGE).click()
    expect(page.locator(".verdict.good")).to_contain_text("Solved!")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile("/puzzles/[a-z0-9]+$"))
    expect(page.locator(JUDGE)).to_have_count(1)


def test_a_sheet_is_raised_by_its_steppers(people):
    asked = first(PuzzleKind.AUCTION)
    visitor = people.visitor()
    visitor.go(f"/puzzles/{asked.key}")
    page = visitor.page
    for power, bid in asked.best.bids.items():
        page.locator(f"#bid_{power}").fill(str(bid))
    expect(page.locator("#sheet-total")).to_have_text(str(asked.best.total))
    page.locator(JUDGE).click()
    expect(page.locator(".verdict")).to_contain_text("Solved!")


def test_a_puzzle_is_solved_by_keys_and_ears_alone(people):
    asked = first(PuzzleKind.AUCTION)
    visitor = people.visitor()
    player = KeyboardPlayer(visitor, f"/puzzles/{asked.key}").open()
    player.bid({power.title(): bid for power, bid in asked.best.bids.items()})
    player.activate("Judge")
    verdict = player.page.get_by_role("group", name="The verdict")
    expect(verdict).to_contain_text("Solved!")
    expect(verdict).to_be_focused()


@in_both_languages
def test_their_pages_have_no_barriers(people, language):
    visitor = people.visitor(language)
    found = []
    keys = [first(kind).key for kind in (PuzzleKind.GUARANTEE, PuzzleKind.AUCTION)]
    for path in ("/puzzles", "/puzzles/nonsense", *(f"/puzzles/{key}" for key in keys)):
        visitor.go(path)
        found += barriers(visitor.page)
    for key in keys:
        visitor.go(f"/puzzles/{key}")
        visitor.page.locator(JUDGE).click()
        visitor.page.locator(".verdict").wait_for()
        for closed in visitor.page.locator("main details").all():
            closed.evaluate("details => details.open = true")
        found += barriers(visitor.page)
    assert found == []
