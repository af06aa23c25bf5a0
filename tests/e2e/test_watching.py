"""An open page follows its duel by itself and loses nothing that a player is entering."""

import re

import pytest
from playwright.sync_api import expect

from tests.builders import start
from tests.e2e.board import HOMES, set_up
from tests.e2e.campaign import entered
from tests.e2e.duel_page import DuelPage
from tests.e2e.inspection import barriers
from tests.e2e.people import PHONE
from tests.e2e.playing import begin_duel, enter, phase_named, play_until, store_player_event

pytestmark = pytest.mark.e2e
PHASE = "S1901M"
DISLODGING = start("S1902M", homes=HOMES, units={"FRANCE": ["A PAR", "A PIC"], "GERMANY": ["A BUR"]})
TYPED = "A Mar - Spa\nF Bre - Mao"
MARK = "() => { window.sameDocument = true; }"


class Watched(DuelPage):
    """A page that is opened once and never reloaded."""

    def open(self):
        super().open()
        self.page.evaluate(MARK)
        return self

    def shows(self, selector, text):
        expect(self.page.locator(selector).first).to_contain_text(text)

    def was_never_reloaded(self):
        return self.page.evaluate("window.sameDocument === true")


@pytest.fixture
def sides(people, served_database):
    """Return the open pages of both players, in spring 1901."""
    anna, boris = people.member("anna"), people.member("boris")
    path = play_until(served_database, anna.number, boris.number, PHASE)
    return {"first": Watched(anna, path).open(), "second": Watched(boris, path).open()}


@pytest.fixture
def say_ready(sides, served_database):
    """Return a function that hands in for a player, in a process without pages."""

    def ready(player):
        content = entered(phase_named(PHASE), player)
        enter(served_database, sides[player].path, sides[player].person.number, PHASE, content)

    return ready


def begin_to_enter(page):
    """Choose one order and type some, without saving; return the choice."""
    page.type(TYPED)
    choice = page.page.locator("form.entry select").first
    choice.select_option(index=2)
    page.page.locator("textarea[name='orders']").focus()
    return choice.input_value()


def test_readiness_arrives_while_something_is_being_entered_and_that_stays(sides):
    boris = sides["second"]
    chosen = begin_to_enter(boris)
    sides["first"].say_ready()
    boris.shows("#live-standing .tag.good", "done")
    boris.shows("[data-says]", "Your opponent is ready.")
    assert boris.page.locator("form.entry select").first.input_value() == chosen
    assert boris.typed() == TYPED
    assert boris.page.evaluate("document.activeElement.id") == "typed"
    sides["first"].take_ready_back()
    boris.shows("[data-says]", "Your opponent is no longer ready.")
    expect(boris.page.locator("#live-standing .tag.good")).to_have_count(0)
    assert boris.was_never_reloaded()


def test_a_spectator_sees_readiness_and_the_result_without_reloading(people, sides, say_ready):
    spectator = Watched(people.visitor("fr"), sides["first"].path).open()
    say_ready("second")
    spectator.shows("#live-standing .bar-side.second .tag.good", "ordres validés")
    before = spectator.page.locator("#live-position").inner_text()
    say_ready("first")
    expect(spectator.page.locator("#live-history .years a")).to_have_count(3)
    assert spectator.page.locator("#scrubber a.mark").count() == 3
    assert spectator.page.locator("#live-position").inner_text() != before
    assert spectator.page.locator("#live-task form").count() == 0
    assert spectator.was_never_reloaded()


def test_the_next_phase_arrives_and_can_be_entered_at_once(sides):
    boris = sides["second"]
    boris.say_ready()
    boris.page.evaluate(MARK)
    sides["first"].say_ready()
    boris.shows("[data-says]", "Spring 1901, movement: phase over. Now: ")
    boris.shows("#live-standing", "Autumn 1901, movement")
    assert boris.phase == "F1901M"
    assert boris.was_never_reloaded()
    assert boris.page.locator(".kept").count() == 0
    boris.page.locator("form.entry select").first.select_option(index=1)
    boris.shows("[data-stored]", "Saved")
    assert boris.store_and_say_ready().ok


def test_the_own_outcomes_are_not_repeated_after_a_phase_of_the_opponent_alone(people, served_database):
    anna, boris = people.member("anna"), people.member("boris")
    path = set_up(served_database, anna.number, boris.number, DISLODGING)
    page = Watched(anna, path).open()
    enter(
        served_database,
        path,
        anna.number,
        "S1902M",
        {"orders": {"FRANCE": ["A PAR - BUR", "A PIC S A PAR - BUR"]}},
    )
    enter(served_database, path, boris.number, "S1902M", {"orders": {}})
    page.shows("[data-says]", "Now: Spring 1902, retreats. Your orders: 2 succeeded.")
    enter(served_database, path, boris.number, "S1902R", {"orders": {"GERMANY": ["A BUR R MUN"]}})
    page.shows("[data-says]", "Now: Autumn 1902, movement")
    assert "Your orders" not in page.page.locator("[data-says]").inner_text()


def test_unstored_orders_stay_readable_after_the_phase_ends(sides, say_ready):
    boris = sides["second"]
    boris.page.route("**/store", lambda route: route.fulfill(status=422, json={"problem": "Not now."}))
    begin_to_enter(boris)
    chosen = boris.page.locator("form.entry select").first.evaluate(
        "s => s.selectedOptions[0].textContent.trim()"
    )
    say_ready("second")
    say_ready("first")
    boris.shows(".kept", "did not count")
    boris.shows(".kept h2", "Spring 1901, movement")
    boris.shows(".kept [data-choices]", chosen)
    assert boris.page.locator(".kept textarea").input_value() == TYPED
    assert boris.page.evaluate("document.activeElement.className") == "panel kept"
    assert boris.phase == "F1901M"
    assert boris.typed() != TYPED
    assert barriers(boris.page) == []
    boris.page.locator(".kept [data-away]").click()
    assert boris.page.locator(".kept").count() == 0
    assert boris.was_never_reloaded()


def test_on_a_narrow_screen_the_strip_shows_the_newest_chapter(people, served_database):
    players = {"first": people.account("anna")[0], "second": people.account("boris")[0]}
    path = play_until(served_database, *players.values(), "S1902M")
    visitor = people.visitor(device=PHONE)
    visitor.go(path)
    marks = visitor.page.locator("#scrubber a.mark")
    expect(marks.last).to_be_in_viewport(ratio=1)
    before = marks.count()
    phase = phase_named("S1902M")
    for player, number in players.items():
        enter(served_database, path, number, "S1902M", entered(phase, player))
    expect(marks).to_have_count(before + 1)
    expect(marks.last).to_be_in_viewport(ratio=1)


def test_an_offer_of_a_draw_and_the_end_arrive_and_then_the_page_asks_no_more(sides, served_database):
    anna, boris = sides["first"], sides["second"]
    chosen = begin_to_enter(boris)
    anna.act("draw_offered")
    boris.shows("#live-standing", "offers a draw")
    boris.shows("#live-offers", "Agree to a draw")
    assert boris.page.locator("form.entry select").first.input_value() == chosen
    anna.page.evaluate(MARK)
    store_player_event(served_database, boris.path, boris.person.number, "draw_agreed", PHASE)
    anna.shows("#live-standing", "A draw.")
    expect(anna.page.locator("#tab-task")).to_have_count(0)
    expect(anna.page.locator("#part-results")).to_be_visible()
    expect(anna.page.locator("[data-share]")).to_be_visible()
    assert anna.page.locator("#live").get_attribute("data-events") is None
    assert anna.was_never_reloaded()


def test_where_streams_are_refused_the_page_asks_instead(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    asked = []
    anna.control_clock()
    anna.page.route("**/events", lambda route: route.fulfill(status=204))
    stamp = re.compile("/duels/[a-z0-9]+/stamp$")
    anna.page.on("response", lambda answer: stamp.search(answer.url) and asked.append(answer.status))
    page = Watched(anna, play_until(served_database, anna.number, rival, PHASE)).open()
    anna.waits_until(lambda: asked[:2] == [200, 304])
    enter(served_database, page.path, rival, PHASE, entered(phase_named(PHASE), "second"))
    anna.waits_until(anna.page.locator("[data-says]", has_text="Your opponent is ready.").is_visible)
    assert page.was_never_reloaded()


def test_a_lost_connection_is_reported_after_a_while_until_it_is_back(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    anna.control_clock()
    page = Watched(anna, begin_duel(served_database, anna.number, rival))
    with anna.page.expect_response("**/events"):
        page.open()
    lost = anna.page.locator("[data-offline]")
    anna.page.context.set_offline(True)
    expect(lost).to_be_hidden()
    anna.waits_until(lost.is_visible)
    anna.page.context.set_offline(False)
    expect(lost).to_be_hidden()
    people.complaints[:] = [said for said in people.complaints if "ERR_INTERNET_DISCONNECTED" not in said]
    assert page.was_never_reloaded()


def test_a_page_loses_nothing_after_a_log_out_in_another_tab(sides, say_ready):
    boris = sides["second"]
    chosen = begin_to_enter(boris)
    other = boris.page.context.new_page()
    other.goto("/rules")
    other.locator(".who form button").click()
    other.wait_for_url("**/")
    other.close()
    say_ready("first")
    expect(boris.page.locator("[data-old]")).to_be_visible()
    assert (boris.page.locator("form.entry select").first.input_value(), boris.typed()) == (chosen, TYPED)


def test_orders_stored_without_a_reload_do_not_count_as_unstored(sides, say_ready):
    boris = sides["second"]
    boris.page.locator("form.entry select").first.select_option(index=2)
    boris.page.evaluate("document.dispatchEvent(new CustomEvent('entry:stored'))")
    say_ready("second")
    say_ready("first")
    boris.shows("#live-standing", "Autumn 1901, movement")
    assert boris.page.locator(".kept").count() == 0
    assert boris.was_never_reloaded()
