"""Talk on open pages: it arrives by itself, counts as read when seen, and keeps half-typed text."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.inspection import barriers
from tests.e2e.people import PHONE
from tests.e2e.playing import play_until

pytestmark = pytest.mark.e2e
PHASE = "S1901M"


def test_a_message_reaches_the_other_player_while_typing_and_is_read_once_seen(people, served_database):
    anna, boris = people.member("anna"), people.member("boris", "fr")
    path = play_until(served_database, anna.number, boris.number, PHASE)
    for person in (anna, boris):
        person.go(path)
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


def test_a_message_being_written_survives_done_and_is_cleared_when_sent(people, served_database):
    anna, boris = people.member("anna"), people.account("boris")[0]
    anna.go(play_until(served_database, anna.number, boris, PHASE))
    talk, field = anna.page.get_by_role("tab", name="Talk"), anna.page.locator("#talk-text")
    talk.click()
    field.fill("Leave Munich to")
    anna.page.get_by_role("button", name="Done", exact=True).click()
    anna.page.get_by_role("button", name="Not done yet").or_(
        anna.page.get_by_role("button", name=re.compile("anyway|Yes"))
    ).first.wait_for()
    expect(field).to_have_value("Leave Munich to")
    anna.go(anna.page.url)
    talk.click()
    expect(field).to_have_value("Leave Munich to")
    field.press("Control+Enter")
    expect(anna.page.locator("#talk-said")).to_contain_text("Leave Munich to")
    expect(field).to_have_value("")


def test_on_a_phone_a_new_message_is_seen_and_talk_opens_at_its_end(people, served_database):
    anna, boris = people.member("anna", device=PHONE), people.member("boris")
    path = play_until(served_database, anna.number, boris.number, PHASE)
    for person in (anna, boris):
        person.go(path)
    boris.page.get_by_role("tab", name="Talk").click()
    for number in range(4):
        boris.page.locator("#talk-text").fill(
            f"Sentence {number}, of more than a few words, for a long talk."
        )
        boris.page.get_by_role("button", name="Send", exact=True).click()
        expect(boris.page.locator("#talk-said")).to_contain_text(f"Sentence {number}")
    tab = anna.page.get_by_role("tab", name="Talk")
    expect(tab).to_contain_text("4")
    expect(tab).to_be_in_viewport(ratio=1)
    tab.tap()
    expect(anna.page.locator("#talk-text")).to_be_in_viewport()
    anna.page.locator("#talk-text").fill("Yes.")
    anna.page.get_by_role("button", name="Send", exact=True).tap()
    expect(anna.page.locator("#talk-said")).to_contain_text("Yes.")
    expect(anna.page.locator("#talk-text")).to_be_in_viewport()
