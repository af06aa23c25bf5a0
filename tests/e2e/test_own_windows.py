"""What a player saves in one window shows in their others, and no half-finished entry is lost."""

import pytest
from playwright.sync_api import expect

from tests.e2e.board import set_up
from tests.e2e.duel_page import DuelPage
from tests.e2e.people import PHONE
from tests.e2e.playing import play_until
from tests.services.autumns import autumn

pytestmark = pytest.mark.e2e
VIENNA, BUDAPEST = "order_VIE", "order_BUD"


def beside(window):
    """Open another window of the same browser at the same duel."""
    other = DuelPage(window.person, window.path)
    other.page = window.page.context.new_page()
    other.page.goto(window.path)
    return other


def shows(window, name, value):
    expect(window.page.locator(f"select[name='{name}']")).to_have_value(value)


def test_an_entry_stored_in_one_window_appears_in_another_without_losing_its_input(people, served_database):
    anna = people.member("anna")
    path = play_until(served_database, anna.number, people.account("boris")[0], "S1901M")
    one = DuelPage(anna, path).open()
    other = beside(one)
    fetched = []
    one.page.on("request", lambda request: fetched.append(request.headers.get("x-live")))
    one.choose(VIENNA, "A VIE - GAL")
    shows(other, VIENNA, "A VIE - GAL")
    expect(other.page.locator(".board .arrows path").first).to_be_attached()
    one.is_stored()
    assert "yes" not in fetched  # the window that saved
    other.choose(BUDAPEST, "A BUD - SER")
    shows(one, BUDAPEST, "A BUD - SER")
    other.type("A Bud - ")
    with other.page.expect_response(lambda answer: "x-live" in answer.request.headers):
        one.choose(VIENNA, "A VIE - TYR")
    assert other.typed() == "A Bud - "
    assert other.chosen(VIENNA) == "A VIE - GAL"
    other.page.reload()
    shows(other, VIENNA, "A VIE - TYR")
    one.is_stored()
    assert one.say_ready().ok
    expect(other.page.locator("form[action$='/unready']")).to_have_count(1)


def test_an_entry_stored_on_one_device_appears_on_another(people, served_database):
    """The other device has a session of its own."""
    anna = people.member("anna")
    path = play_until(served_database, anna.number, people.account("boris")[0], "S1901M")
    phone = people.visitor(device=PHONE)
    phone.number = anna.number
    one, other = DuelPage(anna, path).open(), DuelPage(phone, path).open()
    one.choose(VIENNA, "A VIE - GAL")
    shows(other, VIENNA, "A VIE - GAL")
    other.choose(BUDAPEST, "A BUD - SER")
    shows(one, BUDAPEST, "A BUD - SER")


def test_entries_in_advance_from_one_window_appear_in_another(people, served_database):
    anna = people.member("anna")
    path = set_up(served_database, anna.number, people.account("boris")[0], autumn()) + "/beforehand"
    one = anna.page
    other = one.context.new_page()
    for window in (one, other):
        window.goto(path)
    retreats, bid = "#typed-F1902R", "#bid_TURKEY"
    one.locator(retreats).fill("A Boh - Vie")
    one.locator("#F1902R form button").click()
    expect(other.locator(retreats)).to_have_value("A Bohemia retreats to Vienna")
    other.locator(retreats).fill("A Boh - ")
    one.locator(bid).fill("3")
    one.locator("#S1903B form button[type='submit']").click()
    expect(other.locator(bid)).to_have_value("3")
    other.locator("[data-step='1'][data-of='bid_TURKEY']").click()
    expect(other.locator("#sheet-total")).to_have_text("4")
    one.locator("#F1902R form button.small").click()
    expect(one.locator(retreats)).to_have_value("")
    other.locator(bid).fill("3")
    one.locator("#S1903B form button.small").click()
    expect(other.locator(bid)).to_have_value("0")
    assert other.locator(retreats).input_value() == "A Boh - "
