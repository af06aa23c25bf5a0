"""Settings are saved when chosen; typed ones have a button."""

import pytest
from playwright.sync_api import expect

from services.accounts import sessions

pytestmark = pytest.mark.e2e


def panel(page, name):
    return page.get_by_role("region", name=name, exact=True)


def test_a_setting_is_saved_at_once_with_a_message(people):
    anna = people.member("anna")
    anna.go("/account")
    codes = panel(anna.page, "Codes on the board")
    expect(codes.get_by_role("button")).to_have_count(0)
    codes.get_by_label("French: LON, MAN, NRD").check()
    expect(codes.get_by_role("status")).to_have_text("Saved.")
    expect(panel(anna.page, "Time").get_by_role("button", name="Save")).to_be_visible()
    days = panel(anna.page, "Rest days")
    days.get_by_label("Saturday").check()
    days.get_by_label("Sunday").check()
    expect(days.get_by_role("status")).to_have_text("Saved.")
    anna.go("/account")
    expect(codes.get_by_label("French: LON, MAN, NRD")).to_be_checked()
    expect(days.get_by_label("Saturday")).to_be_checked()
    expect(days.get_by_label("Sunday")).to_be_checked()


def test_another_language_is_that_of_the_page_at_once(people):
    anna = people.member("anna")
    anna.go("/account")
    panel(anna.page, "Language").get_by_label("Français").check()
    expect(panel(anna.page, "Langue").get_by_label("Français")).to_be_checked()


def test_a_setting_changed_after_a_log_out_is_not_reported_as_saved(people, served_database):
    anna = people.member("anna")
    anna.go("/account/notifications")
    with served_database.writing() as session:
        sessions.end_all(session, anna.number)
    panel(anna.page, "When").get_by_label("12 hours").check()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("You are not logged in any more")
