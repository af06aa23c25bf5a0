"""A stranger practises on a phone: one tap, a bid, the answer, a hint, a year taken back, then an account."""

import pytest
from playwright.sync_api import expect

from tests.e2e.inspection import barriers
from tests.e2e.pages import DUEL
from tests.e2e.people import PHONE
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
READY = "#ready-section form[action$='/ready'] button"
PHONE_390 = {**PHONE, "viewport": {"width": 390, "height": 780}}


def test_a_stranger_on_a_phone_practises_and_keeps_the_duel(people, clock):
    anna = people.visitor(device=PHONE_390)
    page = anna.page
    anna.go("/")
    assert barriers(page) == []
    page.get_by_role("button", name="Play now against the site").click()
    expect(page).to_have_url(DUEL)
    path = anna.path
    # The opponent has answered before the player bids.
    expect(page.locator(".bar-side.second .tag.good")).to_be_visible()
    page.get_by_role("button", name="Show me a bid").click()
    expect(page.locator("#hint-heading")).to_be_visible()
    assert barriers(page) == []
    page.locator(".bid-row .step[data-step='1']").first.click()
    expect(page.locator("[data-entry-state]")).to_contain_text("Saved")
    page.locator(READY).click()
    expect(page.locator(".bar-phase")).to_contain_text("Spring 1901")
    expect(page.locator(".bar-side.second .tag.good")).to_be_visible()
    page.goto(path)
    page.get_by_role("button", name="Show me a hint").click()
    page.get_by_role("button", name="Use this plan").click()
    expect(page.locator(".flash")).to_contain_text("The hint is entered")
    page.locator(READY).click()
    expect(page.locator(".bar-phase")).to_contain_text("1901")
    page.goto(path)
    page.get_by_role("button", name="Take back the year 1901").click()
    page.get_by_role("button", name="Yes, take it back").click()
    expect(page.locator(".bar-phase")).to_contain_text("Auction")
    anna.go("/register")
    anna.register("anna-on-the-phone")
    anna.go("/duels/")
    page.locator(f"#duels a[href='{path}']").first.click()
    expect(page.locator(".bar-side.first")).to_contain_text("anna-on-the-phone")


CUT = """() => [...document.querySelectorAll(".wide-table, .bar-player, .bar-facts, .bar-facts > .tag")]
    .filter(part => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .map(part => part.innerText)"""


@pytest.mark.parametrize("width", soak_all_but([320, 360], 0))
def test_on_a_narrow_phone_neither_the_opponent_s_name_nor_what_was_bid_is_cut(people, clock, width):
    anna = people.visitor("fr", device={**PHONE, "viewport": {"width": width, "height": 740}})
    page = anna.page
    anna.go("/practise")
    page.locator("label:has([name=level][value=captain])").click()
    page.locator("main form button[type=submit]").first.click()
    expect(page).to_have_url(DUEL)
    path = anna.path
    expect(page.locator(".bar-side.second .tag.good")).to_be_visible()
    assert page.evaluate(CUT) == []
    page.locator(READY).click()
    expect(page.locator(".bar-phase")).to_contain_text("Printemps 1901")
    anna.go(f"{path}/chapters/0")
    expect(page.locator(".bids").first).to_contain_text("Capitaine")
    assert page.evaluate(CUT) == []
