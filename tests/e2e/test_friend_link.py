"""From a friend's link to the first saved order, as a stranger on a phone."""

import pytest
from playwright.sync_api import expect

from tests.builders import POWERS
from tests.e2e.inspection import barriers
from tests.e2e.pages import DUEL
from tests.e2e.playing import enter
from tests.e2e.variants import soak_all_but
from tests.fixtures_site import PASSWORD

pytestmark = [pytest.mark.e2e, pytest.mark.whole_browser]
MOST = 9
"""The most fields and taps before the auction."""
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


class Thumb:
    """A count of taps and filled-in fields."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def fill(self, name, value):
        self.count += 1
        self.page.locator(f"[name='{name}']").fill(value)

    def choose(self, name, value):
        self.count += 1
        self.page.locator(f"select[name='{name}']").select_option(value)

    def touch(self, selector):
        self.count += 1
        self.page.locator(selector).tap()

    def tap(self, selector):
        self.count += 1
        with self.page.expect_navigation():
            self.page.locator(selector).tap()


@pytest.fixture
def link(people):
    anna = people.member("anna")
    link = anna.challenge_by_link()
    anna.page.context.close()
    return anna, link


def with_account(stranger):
    """Open the fields for players with an account."""
    stranger.page.locator(".invitation details summary").click()


@pytest.mark.parametrize("language", soak_all_but(["en", "fr"], 1))
def test_a_stranger_joins_by_link_ranks_and_bids_with_few_fields_and_taps(
    people, served_database, link, language
):
    anna, address = link
    stranger = people.visitor(language, PHONE)
    stranger.go(address)
    assert barriers(stranger.page) == []
    thumb = Thumb(stranger.page)
    for power in POWERS:
        thumb.touch(f"[data-chip='{power}']")
    assert barriers(stranger.page) == []
    thumb.fill("name", f"Stranger{language}")
    thumb.tap("button[value='guest']")
    assert thumb.count <= MOST
    assert DUEL.search(stranger.page.url)
    enter(served_database, stranger.path, anna.number, "HOMES", {"homes": POWERS[::-1]})
    expect(stranger.page.locator("input[name^='bid_']").first).to_be_visible()


def test_after_a_refusal_everything_but_the_password_is_kept(people, link):
    _, address = link
    stranger = people.visitor(device=PHONE, java_script_enabled=False)
    stranger.go(address)
    thumb = Thumb(stranger.page)
    for rank, power in enumerate([*POWERS[:6], POWERS[0]], 1):
        thumb.choose(f"rank_{rank}", power)
    thumb.fill("name", "x")
    with_account(stranger)
    thumb.fill("password", "short")
    thumb.tap("button[value='newcomer']")
    assert stranger.page.title().startswith("Error")
    said = stranger.says("main [role='alert']")[0]
    assert all(words in said for words in ("exactly once", "2 to 24", "at least 12"))
    assert stranger.page.locator("[name='rank_2']").input_value() == POWERS[1]
    assert stranger.page.locator("[name='name']").input_value() == "x"
    assert stranger.page.locator("[name='password']").input_value() == ""


def test_a_list_that_is_begun_is_finished_before_anything_is_sent(people, link):
    _, address = link
    stranger = people.visitor(device=PHONE)
    stranger.go(address)
    for power in POWERS[:2]:
        stranger.page.locator(f"[data-chip='{power}']").click()
    with_account(stranger)
    stranger.fill_in(name="Stranger", password=PASSWORD)
    stranger.page.locator("button[value='newcomer']").click()
    asked = stranger.page.locator("[data-says-rank]")
    expect(asked).to_have_text("Rank all seven powers, or fill in the rest at random.")
    assert stranger.page.url == address
    assert stranger.page.locator("[name='password']").input_value() == PASSWORD
    stranger.page.locator("[data-by-lot]").click()
    stranger.press("button[value='newcomer']")
    assert DUEL.search(stranger.page.url)


def test_a_logged_out_member_logs_in_on_the_link_s_page_with_the_same_two_fields(people, link):
    _, address = link
    _, name = people.account("clara")
    stranger = people.visitor(device=PHONE, java_script_enabled=False)
    stranger.go(address)
    with_account(stranger)
    stranger.fill_in(name=name, password=PASSWORD)
    stranger.press("button[value='member']")
    assert DUEL.search(stranger.page.url)
    stranger.page.go_back()
    assert stranger.page.url == address


def test_a_visitor_challenges_first_and_says_who_they_are_when_it_is_stored(people):
    visitor = people.visitor(device=PHONE)
    visitor.go("/")
    visitor.page.locator("main a[href*='kind=link']").click()
    visitor.page.wait_for_url("**/challenges/new**")
    visitor.page.locator("[name='clock'][value='live']").check()
    visitor.fill_in(name="x", password=PASSWORD)
    visitor.press("button[value='newcomer']")
    assert visitor.page.locator("[name='clock'][value='live']").is_checked()
    assert barriers(visitor.page) == []
    visitor.fill_in(name="Newcomer", password=PASSWORD)
    visitor.press("button[value='newcomer']")
    assert visitor.page.locator("#link").is_visible()
