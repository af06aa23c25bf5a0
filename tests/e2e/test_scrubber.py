"""The slider through the chapters of a duel, in a browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.duel_page import DuelPage
from tests.e2e.inspection import barriers, in_both_languages
from tests.e2e.people import PHONE, People
from tests.e2e.playing import begin_duel, play_until, store_player_event
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
SHOWN = "main h1"
LATE = "<main id='main'><h1>Late</h1><nav id='scrubber'></nav></main>"
COUNT = """() => {
  window.loaded = true; window.shown = 0;
  document.addEventListener("chapter:shown", () => { window.shown += 1; });
}"""


@pytest.fixture(scope="module")
def duel(served_database):
    """Return the address of a finished duel."""
    stranger = People(None, None, served_database, None)
    (first, _), (second, _) = stranger.account("anna"), stranger.account("boris")
    return play_until(served_database, first, second)


def refuse_scripts(route):
    """Fail all requests of scripts, and no others."""
    if route.request.resource_type == "fetch":
        route.fulfill(status=404)
    else:
        route.continue_()


class Strip:
    """The slider of a page, and the page around it."""

    def __init__(self, person, path):
        self.person, self.page, self.path = person, person.page, path

    def open(self, ordinal):
        self.page.goto(f"{self.path}/chapters/{ordinal}")
        self.page.evaluate(COUNT)
        return self

    def mark(self, ordinal):
        return self.page.locator("a.mark").nth(ordinal)

    def shows(self, ordinal):
        """Wait for a chapter: its address, name and mark, without a new page."""
        expect(self.page).to_have_url(re.compile(rf"{self.path}/chapters/{ordinal}$"))
        name = self.mark(ordinal).get_attribute("title")
        expect(self.page.locator(SHOWN)).to_have_text(name)
        expect(self.page).to_have_title(re.compile(re.escape(name)))
        expect(self.mark(ordinal)).to_have_attribute("aria-current", "page")
        assert self.page.locator(".scrubber [aria-current]").count() == 1

    def stayed(self):
        """Whether the page was never reloaded."""
        return self.page.evaluate("window.loaded === true")


@pytest.fixture
def strip(people, duel):
    return Strip(people.visitor(), duel)


def test_arrow_keys_go_from_chapter_to_chapter_and_the_focus_stays(strip):
    strip.open(3)
    strip.mark(3).focus()
    for key, ordinal in [
        ("ArrowRight", 4),
        ("ArrowRight", 5),
        ("ArrowLeft", 4),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        strip.page.keyboard.press(key)
        strip.shows(ordinal)
        expect(strip.mark(ordinal)).to_be_focused()
    strip.page.keyboard.press("End")
    last = strip.page.locator("a.mark").count() - 1
    strip.shows(last)
    assert strip.stayed()
    assert strip.page.evaluate("window.shown") == 5


def test_one_press_of_tab_passes_the_strip(strip):
    strip.open(3)
    strip.mark(3).focus()
    strip.page.keyboard.press("Tab")
    assert strip.page.evaluate("document.activeElement.closest('.scrubber')") is None


def test_back_and_forward_lead_through_what_was_shown(strip):
    strip.open(2)
    for ordinal in (3, 4):
        strip.page.locator("[data-step='after']").click()
        strip.shows(ordinal)
    strip.page.go_back()
    strip.shows(3)
    strip.page.go_back()
    strip.shows(2)
    strip.page.go_forward()
    strip.shows(3)
    assert strip.stayed()


def test_dragging_over_the_strip_shows_what_is_under_the_pointer_and_is_one_step_back(strip):
    strip.open(1)
    boxes = [strip.mark(ordinal).bounding_box() for ordinal in range(6)]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    strip.page.mouse.move(*places[1])
    strip.page.mouse.down()
    for place in places[2:]:
        strip.page.mouse.move(*place, steps=3)
    strip.page.mouse.up()
    strip.shows(5)
    strip.page.go_back()
    strip.shows(1)
    assert strip.stayed()


def test_a_late_answer_is_never_shown(strip):
    strip.open(1)
    late = []
    strip.page.route(re.compile(r"/chapters/2$"), lambda route: late.append(route))  # noqa: PLW0108 -- Playwright cannot mark a method of a list
    strip.mark(2).click()
    strip.page.wait_for_timeout(150)
    strip.mark(5).click()
    strip.shows(5)
    for route in late:
        route.fulfill(body=LATE)
    strip.page.wait_for_timeout(150)
    strip.shows(5)
    assert late


def test_the_name_of_the_chapter_is_announced(strip):
    strip.open(1)
    status = strip.page.locator("[data-shown]")
    assert status.get_attribute("role") == "status"
    assert status.inner_text() == ""
    strip.mark(2).click()
    strip.shows(2)
    assert status.text_content() == strip.mark(2).get_attribute("title")


def test_a_step_that_becomes_disabled_gives_its_focus_to_the_mark(strip):
    strip.open(1)
    before = strip.page.locator("[data-step='before']")
    before.focus()
    strip.page.keyboard.press("Enter")
    strip.shows(0)
    expect(before).to_have_attribute("aria-disabled", "true")
    expect(strip.mark(0)).to_be_focused()


def test_all_chapters_are_played_until_a_key_is_pressed(strip):
    strip.person.control_clock()
    strip.open(1)
    play = strip.page.locator("[data-play]")
    play.click()
    for ordinal in (2, 3):
        strip.page.clock.run_for(2100)
        strip.page.clock.run_for(100)
        strip.shows(ordinal)
    strip.page.keyboard.press("Shift")
    strip.page.clock.run_for(5000)
    strip.shows(3)
    expect(play).not_to_have_attribute("data-playing", "yes")


def test_the_button_that_plays_stops_too(strip):
    strip.open(1)
    play = strip.page.locator("[data-play]")
    play.click()
    expect(play).to_have_text(re.compile("Stop"))
    play.click()
    expect(play).not_to_have_attribute("data-playing", "yes")
    strip.shows(1)


def test_a_spectator_steps_from_the_present_into_the_past_and_back_without_a_reload(strip):
    strip.page.goto(strip.path)
    strip.page.evaluate(COUNT)
    strip.page.locator("[data-step='before']").click()
    strip.shows(strip.page.locator("a.mark").count() - 1)
    assert strip.stayed()
    strip.page.go_back()
    expect(strip.page).to_have_url(re.compile(rf"{strip.path}$"))
    expect(strip.page.locator("[data-step='now']")).to_have_attribute("aria-current", "page")


def test_a_chapter_that_is_added_meanwhile_is_put_on_the_strip(people, served_database):
    (first, _), (second, _) = people.account("anna"), people.account("boris")
    strip = Strip(people.visitor(), begin_duel(served_database, first, second))
    strip.page.goto(strip.path)
    marks = strip.page.locator("a.mark")
    assert marks.count() == 0
    for count, (user, kind) in enumerate([(first, "draw_offered"), (second, "draw_agreed")], 1):
        store_player_event(served_database, strip.path, user, kind, "HOMES")
        expect(marks).to_have_count(count)
    strip.page.evaluate(COUNT)
    strip.page.locator("[data-step='before']").click()
    strip.shows(1)
    assert strip.stayed()


def test_a_chapter_that_cannot_be_fetched_is_opened_as_a_plain_link(strip):
    strip.open(1)
    strip.page.route(re.compile(r"/chapters/2$"), refuse_scripts)
    strip.mark(2).click()
    strip.shows(2)
    assert not strip.stayed()


def test_leaving_unstored_bids_by_the_strip_is_warned_of(people, served_database):
    person, (other, _) = people.member("anna"), people.account("boris")
    duel = DuelPage(person, play_until(served_database, person.number, other, "S1902B")).open()
    page = person.page
    assert page.locator("[data-play]").is_hidden()
    page.route("**/store", lambda route: None)
    duel.enter({"bids": {"RUSSIA": 3}})
    page.locator("a.mark").first.focus()
    page.locator("a.mark[tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect(page.locator("a.mark").first).to_be_focused()
    assert page.locator("[name='bid_RUSSIA']").input_value() == "3"
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.locator("a.mark").first.click(no_wait_after=True)
    page.wait_for_timeout(200)
    assert asked == ["beforeunload"]
    assert duel.chosen("bid_RUSSIA") == "3"


@pytest.mark.parametrize("device", soak_all_but([None, PHONE], 1), ids=["desk", "phone"])
def test_without_scripts_the_strip_is_links(people, duel, device):
    options = {"device": device} if device else {}
    person = people.visitor(java_script_enabled=False, **options)
    person.go(f"{duel}/chapters/1")
    for step, ordinal in [("after", 2), ("before", 1), ("first", 0)]:
        person.page.locator(f"[data-step='{step}']").click()
        person.page.wait_for_url(f"**/chapters/{ordinal}")
    assert person.page.locator("[data-play]").is_hidden()
    person.page.locator("a.mark").nth(3).click()
    person.page.wait_for_url("**/chapters/3")


@in_both_languages
def test_strip_graphs_and_tables_have_no_barriers(people, duel, language):
    person = people.visitor(language)
    person.go(f"{duel}/chapters/2")
    person.page.locator(".over-the-years details").evaluate("details => details.open = true")
    person.page.locator("a.mark").nth(5).click()
    expect(person.page).to_have_url(re.compile("/chapters/5$"))
    person.page.locator(".over-the-years details").evaluate("details => details.open = true")
    assert barriers(person.page) == []
