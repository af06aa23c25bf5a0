"""What an open page adds: the browser's time zone, a count on its icon, a sound."""

import re

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from models import User
from tests.e2e.campaign import campaign, entered, phases, players
from tests.e2e.duel_page import DuelPage
from tests.e2e.playing import begin_duel, enter, phase_named, play_until

pytestmark = pytest.mark.e2e
PHASE = "S1901M"
COUNT_TONES = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.tones += 1;
    localStorage.tones = Number(localStorage.tones ?? 0) + 1;
    return start.apply(this, when);
  };
"""
NEW_YORK = {"timezone_id": "America/New_York"}


def deadline(page):
    return page.locator("time[data-clock]").first.get_attribute("title")


def test_times_are_in_the_zone_of_the_browser_from_the_first_page_on(people, served_database):
    anna, boris = people.account("anna"), people.account("boris")
    path = begin_duel(served_database, anna[0], boris[0])
    visitor = people.visitor(**NEW_YORK)
    visitor.go(path)
    first = deadline(visitor.page)
    visitor.go(path)
    assert "UTC" not in first
    assert first == deadline(visitor.page)
    cookies = {each["name"]: each for each in visitor.page.context.cookies()}
    assert (cookies["zone"]["value"], cookies["zone"]["sameSite"]) == ("America/New_York", "Lax")


def test_a_member_s_first_page_stores_their_zone_and_the_account_offers_another_browser_s(
    people, served_database
):
    anna = people.member("anna", **NEW_YORK)
    anna.go("/account")
    anna.go("/account")
    with served_database.reading() as session:
        assert session.scalar(select(User.zone).where(User.id == anna.number)) == "America/New_York"
    field = anna.page.get_by_label("Time zone")
    expect(field).to_have_value("America/New_York")
    field.fill("")
    anna.page.get_by_role("button", name="As this browser: America/New_York").click()
    expect(field).to_have_value("America/New_York")


def test_the_icon_of_an_open_page_follows_its_viewer_s_duels_to_play(people, served_database):
    anna, boris = people.member("anna"), people.account("boris")
    anna.go("/duels/")
    icon = anna.page.locator("link[rel='icon']")
    expect(icon).to_have_attribute("href", re.compile(r"^/static/icon\.svg"))
    begin_duel(served_database, anna.number, boris[0])
    expect(icon).to_have_attribute("href", "/icon.svg?n=1")
    assert anna.page.evaluate("fetch('/icon.svg?n=1').then((answer) => answer.ok)")
    expect(anna.page.locator("#menu .next-duel")).to_be_visible()


class Heard(DuelPage):
    """A page whose tones are counted."""

    @property
    def switch(self):
        return self.page.locator("[data-sound]")

    def switch_on(self):
        self.page.locator(".site-menu > summary").click()
        self.switch.check()
        self.has_sounded(2)
        self.page.keyboard.press("Escape")

    def has_sounded(self, tones):
        self.page.wait_for_function("(tones) => window.tones === tones", arg=tones)

    def shows(self, text):
        expect(self.page.locator("#live-standing")).to_contain_text(text)


@pytest.fixture
def sides(people, served_database):
    anna, boris = people.member("anna"), people.member("boris")
    for person in (anna, boris):
        person.page.add_init_script(COUNT_TONES)
    path = play_until(served_database, anna.number, boris.number, PHASE)
    return Heard(anna, path).open(), Heard(boris, path).open()


def hand_in(database, side, player):
    content = entered(phase_named(PHASE), player)
    enter(database, side.path, side.person.number, PHASE, content)


def test_a_sound_once_when_the_opponent_hands_in_and_when_the_duel_moves_on(sides, served_database):
    anna, boris = sides
    expect(anna.switch).not_to_be_checked()
    anna.switch_on()
    title = anna.page.title()
    hand_in(served_database, boris, "second")
    anna.shows("done")
    anna.has_sounded(3)
    assert anna.page.title() == title
    other = Heard(anna.person, anna.path)
    other.page = anna.page.context.new_page()
    other.page.add_init_script(COUNT_TONES)
    other.page.goto(anna.path)
    expect(other.switch).to_be_checked()
    other.page.locator("#tab-terms").click()  # browsers play no sound before the first press
    hand_in(served_database, anna, "first")
    for side in (anna, other):
        side.shows("Autumn 1901")
    anna.page.wait_for_function("() => localStorage.tones === '5'")
    other.page.evaluate("new Promise((done) => { setTimeout(done, 300); })")
    assert anna.page.evaluate("localStorage.tones") == "5"


def test_no_sound_for_own_acts_or_without_the_setting(sides, served_database):
    anna, boris = sides
    anna.switch_on()
    hand_in(served_database, boris, "second")
    anna.has_sounded(3)
    hand_in_by_page = anna.say_ready()
    assert hand_in_by_page.ok
    anna.shows("Autumn 1901")
    assert anna.page.evaluate("window.tones") == 0  # a new document, which has played no sound yet
    boris.shows("Autumn 1901")
    assert boris.page.evaluate("window.tones") == 0


COUNT_LISTENERS = """
  window.listeners = 0;
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, listener, options) {
    if (this === window || this === document) {
      window.listeners += 1;
      options?.signal?.addEventListener("abort", () => { window.listeners -= 1; });
    }
    return add.call(this, kind, listener, options);
  };
"""
LISTENED_FOR = """() => {
  dispatchEvent(new Event("resize"));
  dispatchEvent(new Event("pagehide"));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  for (const kind of ["board:power", "click", "entry:stored", "visibilitychange"]) {
    document.body.dispatchEvent(new CustomEvent(kind, { bubbles: true }));
  }
  return window.listeners;
}"""
MOVEMENTS = ("S1901M", "F1901M", "S1902M")


def test_no_phase_leaves_listeners_behind_on_a_page_that_stays_open(people, served_database):
    anna, boris = people.member("anna"), people.account("boris")
    anna.page.add_init_script(COUNT_LISTENERS)
    path = begin_duel(served_database, anna.number, boris[0])
    page, counts = Heard(anna, path).open(), []
    accounts = {"first": anna.number, "second": boris[0]}
    for phase in campaign()[: phases().index(MOVEMENTS[-1]) + 1]:
        if "first" in players(phase):
            field = page.page.locator("input[name='phase']").first
            expect(field).to_have_value(phase["name"])
        if phase["name"] in MOVEMENTS:
            expect(page.page.locator("figure.board[data-words]")).to_have_class(re.compile("alive"))
            counts.append(page.page.evaluate(LISTENED_FOR))
        for player in players(phase):
            enter(served_database, path, accounts[player], phase["name"], entered(phase, player))
    assert counts == [counts[0]] * len(MOVEMENTS)
