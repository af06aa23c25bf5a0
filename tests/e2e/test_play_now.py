"""Two strangers look for an opponent: the page reports progress and leads both into one duel."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.inspection import barriers
from tests.e2e.pages import DUEL
from tests.fixtures_site import PASSWORD

pytestmark = pytest.mark.e2e
SEARCH = "main form[action='/play'] button:not([data-show])"


def test_two_who_search_are_led_into_one_duel_by_their_pages(people):
    anna, boris = people.member("anna"), people.visitor("fr")
    anna.go("/")
    anna.go("/play")
    anna.press(SEARCH)
    expect(anna.page.locator("[data-seeking] h2")).to_have_text("Looking for an opponent")
    waited = anna.page.locator("#seek dd").first
    first = waited.inner_text()
    expect(waited).not_to_have_text(first)
    assert barriers(anna.page) == []
    # A stranger starts at the front page, and registers and searches with one form.
    boris.go("/")
    boris.page.locator("main a[href='/play']").click()
    boris.fill_in(name="boris-qui-cherche", password=PASSWORD)
    boris.press("main button[value='newcomer']")
    expect(boris.page).to_have_url(DUEL)
    expect(anna.page).to_have_url(re.compile(re.escape(boris.path)))
    expect(anna.page.locator(".flash")).to_contain_text("Your opponent is found: the duel begins.")


def test_a_search_is_shown_and_cancelled_without_scripts(people):
    clara = people.member("clara", java_script_enabled=False)
    clara.go("/play")
    clara.page.locator("input[name='pace'][value='days']").check()
    clara.press(SEARCH)
    clara.go("/play")
    assert clara.page.locator("[data-seeking]").count() == 1
    clara.press("form[action='/play/cancel'] button")
    assert clara.page.locator("[data-seeking]").count() == 0
