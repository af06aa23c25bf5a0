"""Talk on open pages: it comes by itself, is read once it is seen, and takes nothing from who is typing."""

import pytest
from playwright.sync_api import expect

from tests.e2e.inspection import barriers
from tests.e2e.playing import played_until

pytestmark = pytest.mark.e2e
PHASE = "S1901M"


def test_what_one_says_comes_to_the_other_who_types_and_counts_as_read_once_it_is_seen(
    people, served_database
):
    anna, boris = people.member("anna"), people.member("boris", "fr")
    path = played_until(served_database, anna.number, boris.number, PHASE)
    for reader in (anna, boris):
        reader.go(path)
    mark, said = boris.page.locator("#live-talk-mark"), boris.page.locator("#talk-said")
    anna.page.get_by_role("tab", name="Talk").click()
    anna.page.locator("#phrase").select_option("well_played")
    anna.page.get_by_role("button", name="Send the phrase").click()
    expect(anna.page.get_by_role("tab", name="Talk")).to_have_attribute("aria-selected", "true")
    expect(mark).to_contain_text("1")
    boris.page.get_by_role("tab", name="Discussion").click()
    expect(said).to_contain_text("Bien joué")
    expect(mark).to_be_empty()
    boris.page.locator("#talk-text").fill("half a sent")
    anna.page.locator("#talk-text").fill("And your bids were bold.")
    with boris.page.expect_response("**/talk/read"):
        anna.page.get_by_role("button", name="Send", exact=True).click()
    expect(said).to_contain_text("And your bids were bold.")
    expect(mark).to_be_empty()
    expect(boris.page.locator("#talk-text")).to_have_value("half a sent")
    boris.go(path)
    expect(mark).to_be_empty()
    assert barriers(anna.page) == []
