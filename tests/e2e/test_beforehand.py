"""Retreats, builds and bids are entered in advance in a browser, and used when their phase comes."""

import pytest
from playwright.sync_api import expect

from tests.e2e.board import set_up, stored_duel
from tests.e2e.inspection import barriers
from tests.e2e.people import DESK, PHONE
from tests.e2e.playing import enter
from tests.services.autumns import MUNICH, autumn

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("device", "language"),
    [pytest.param(DESK, "en", marks=pytest.mark.soak), (PHONE, "fr")],
    ids=["desk", "phone"],
)
def test_an_entry_in_advance_closes_its_phase(people, served_database, device, language):
    person, (rival, _) = people.member("anna", language, device=device), people.account("boris")
    path = set_up(served_database, person.number, rival, autumn())
    person.go(path)
    page = person.page
    assert person.press("#live-beforehand a").ok
    assert barriers(page) == []
    page.locator("#typed-F1902R").fill("A Boh - Par")
    person.press("#F1902R form button")
    assert page.locator("#typed-F1902R").input_value() == "A Boh - Par"
    expect(page.locator("#typed-F1902R-errors")).to_be_focused()
    assert barriers(page) == []
    page.locator("#typed-F1902R").fill("A Boh - Vie")
    person.press("#F1902R form button")
    page.locator("[data-step='1'][data-of='bid_RUSSIA']").click()
    page.locator("#bid_TURKEY").fill("40")
    expect(page.locator("#sheet-total")).to_have_text("41")
    expect(page.locator("[data-warn='total'] .warn")).to_be_visible()
    person.press("#S1903B form button[type='submit']")
    person.press(".question button.danger")
    expect(page.locator("#S1903B form button.small")).to_be_visible()
    enter(served_database, path, rival, "F1902M", MUNICH)
    person.go(path)
    person.press("#ready-section button")
    with served_database.reading() as session:
        stored = stored_duel(session, path)
        assert (str(stored.phase), stored.ordinal) == ("W1902A", 2)
