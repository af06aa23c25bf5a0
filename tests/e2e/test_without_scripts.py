"""Everything can be entered without JavaScript; with it the sheet is added up while typing."""

import pytest

from tests.e2e.duel_page import DuelPage
from tests.e2e.people import PHONE
from tests.e2e.playing import begin_duel, campaign, phases, play, play_until

pytestmark = pytest.mark.e2e


def test_a_whole_phase_of_each_kind_can_be_entered_without_scripts(people, served_database):
    anna = people.member("anna", java_script_enabled=False)
    benoit = people.member("benoit", "fr", PHONE, java_script_enabled=False)
    path = begin_duel(served_database, anna.number, benoit.number)
    sides = {"first": DuelPage(anna, path), "second": DuelPage(benoit, path)}
    for phase in campaign()[: phases().index("S1902B")]:
        play(phase, sides)
    assert {phase["name"][-1] for phase in campaign()[: phases().index("S1902B")]} == set("SBMRA")
    assert sides["first"].open().phase == "S1902B"


def test_without_scripts_the_warnings_stand_on_the_page_that_comes_back(people, served_database):
    anna, (rival, _) = people.member("anna", java_script_enabled=False), people.account("boris")
    sheet = DuelPage(anna, play_until(served_database, anna.number, rival, "S1901B")).open()
    sheet.enter({"bids": {"ITALY": 30, "RUSSIA": 30}})
    sheet.store()
    assert sheet.page.locator("#sheet-total").inner_text() == "60"
    assert sheet.warned("total")
    assert sheet.warned("inheriting")


def test_the_sheet_is_added_up_and_warned_of_while_typing(people, served_database):
    anna, (rival, _) = people.member("anna", "fr", PHONE), people.account("boris")
    sheet = DuelPage(anna, play_until(served_database, anna.number, rival, "S1901B")).open()
    for bids, total, warned in [
        ({"ITALY": 20}, "20", (False, False)),
        ({"RUSSIA": 5}, "25", (True, False)),
        ({"TURKEY": 24}, "49", (True, True)),
        ({"ITALY": 0, "RUSSIA": 0}, "24", (False, False)),
    ]:
        sheet.enter({"bids": bids})
        assert sheet.page.locator("#sheet-total").inner_text() == total
        assert tuple(sheet.warned(name) for name in ("total", "inheriting")) == warned


def statuses(page):
    """Return the live regions of a sheet's sum in the accessibility tree, and what they announce."""
    tree = page.locator("#sheet-sum").aria_snapshot().splitlines()
    return [line.strip() for line in tree if "status" in line or line.startswith("  - paragraph")]


def test_a_warning_that_comes_while_typing_is_read_out(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    sheet = DuelPage(anna, play_until(served_database, anna.number, rival, "S1901B")).open()
    assert statuses(sheet.page) == ['- status: "0"', "- status", "- status"]
    places = sheet.page.locator("#sheet-sum [role='status']").element_handles()
    sheet.enter({"bids": {"ITALY": 30, "RUSSIA": 30}})
    total, one, own, other, inherited = statuses(sheet.page)
    assert (total, one, other) == ('- status: "60"', "- status:", "- status:")
    assert "If what you win costs more than your reserve, you are overbid" in own
    assert "If your opponent overbids" in inherited
    assert all(place.evaluate("place => place.isConnected && place.textContent !== ''") for place in places)
