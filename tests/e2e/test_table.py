"""The page of a duel fits on one screen: the whole board, the question and the bar, without scrolling."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.e2e.board import BUILDS, MOVES, RETREATS, set_up
from tests.e2e.campaign import entered
from tests.e2e.playing import enter, phase_named, play_until
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1280, 720),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
]
MEASURE = """() => {
  const box = (selector) => {
    const found = document.querySelector(selector)?.getBoundingClientRect();
    return found && [found.left, found.top, found.right, found.bottom].map(Math.round);
  };
  const drawing = document.querySelector("figure.board .sea-frame > svg");
  const { a } = drawing.getScreenCTM(), { width, height } = drawing.viewBox.baseVal;
  return {
    window: [innerWidth, innerHeight],
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
    bar: box(".table-bar"), board: box("figure.board .sea-frame > svg"), ready: box(".ready-bar button"),
    column: box(".column"), drawn: [a * width, a * height],
  };
}"""


@pytest.fixture
def player(people):
    """Return a function that makes a member with a window of a given size."""

    def at(width, height, language="en"):
        phone = {"is_mobile": True, "has_touch": True} if min(width, height) < 600 else {}
        return people.member("anna", language, {"viewport": {"width": width, "height": height}, **phone})

    return at


def opponent(people):
    return people.account("boris")[0]


@pytest.mark.parametrize(("width", "height"), soak_all_but(SIZES, 0, 3, 5, 8))
def test_bar_board_and_the_button_to_hand_in_are_in_the_window_at_any_size(
    people, player, served_database, width, height
):
    person = player(width, height)
    person.go(set_up(served_database, person.number, opponent(people), MOVES))
    seen = person.page.evaluate(MEASURE)
    assert seen["page"] == [width, height]
    assert seen["bar"][3] <= 56 * (18 / 16 if width >= 1800 else 1)
    left, top, right, bottom = seen["board"]
    assert 0 <= left < right <= width
    assert seen["bar"][3] <= top < bottom <= height
    # The whole drawing fits its box, and fills its width or its height.
    assert seen["drawn"][0] <= right - left + 1
    assert seen["drawn"][1] <= bottom - top + 1
    assert seen["drawn"][0] >= right - left - 1 or seen["drawn"][1] >= bottom - top - 1
    assert seen["ready"][3] <= height
    assert seen["ready"][3] - seen["ready"][1] >= 44


@pytest.mark.parametrize(
    "position", soak_all_but([MOVES, RETREATS, BUILDS], 0), ids=["moves", "retreats", "builds"]
)
def test_on_a_phone_the_column_is_pulled_up_over_the_board_and_down_again(
    people, player, served_database, position
):
    person = player(360, 740)
    person.go(set_up(served_database, person.number, opponent(people), position))
    page = person.page
    expect(page.locator("figure.board")).to_have_class("board begun alive")
    grip = page.locator("[data-grip]")
    grip.tap()
    expect(grip).to_have_attribute("aria-expanded", "true")
    assert page.evaluate(MEASURE)["column"][1] == 56
    expect(page.locator("form.entry select").first).to_be_in_viewport()
    expect(page.locator(".ready-bar button").first).to_be_in_viewport()
    grip.tap()
    expect(page.locator("figure.board .sea-frame > svg")).to_be_in_viewport(ratio=1)


def test_the_parts_are_tabs_by_pointer_and_by_arrow_keys(people, player, served_database):
    person = player(1280, 800)
    person.go(set_up(served_database, person.number, opponent(people), MOVES))
    page = person.page
    tabs = page.get_by_role("tab")
    assert tabs.all_inner_texts() == ["Your move", "Last moves", "Position", "Graphs", "Talk", "Terms"]
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    page.get_by_role("tab", name="Position").click()
    expect(page.get_by_role("tabpanel", name="Position")).to_contain_text("Army Paris")
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Last moves")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Last moves")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("tabpanel", name="Terms")).to_contain_text("Clock")


def test_where_scripts_do_not_run_the_page_is_one_part_after_the_other(people, served_database):
    number, name = people.account("anna")
    person = people.visitor(java_script_enabled=False)
    person.log_in(name)
    person.go(set_up(served_database, number, opponent(people), MOVES))
    tops = [
        person.page.locator(part).bounding_box()["y"]
        for part in (".table-bar", "figure.board", "#task", "#live-position", "#terms")
    ]
    assert tops == sorted(tops)
    assert person.page.get_by_role("tab").count() == 0


def test_a_clock_ticks_without_a_request_and_shows_the_time_in_the_viewers_zone(people, served_database):
    number, name = people.account("anna")
    person = people.visitor(timezone_id="America/New_York")
    person.log_in(name)
    person.go(set_up(served_database, number, opponent(people), MOVES))
    clock = person.page.locator("#live-standing time").first
    due = datetime.fromisoformat(clock.get_attribute("datetime")).astimezone(ZoneInfo("America/New_York"))
    expect(clock).to_have_attribute("title", re.compile(f"{due:%Y, %H:%M}"))
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)


def played(database, path, sides, name):
    """Let both players hand in a phase, in a process without pages."""
    phase = phase_named(name)
    for player, number in sides.items():
        if player in phase:
            enter(database, path, number, name, entered(phase, player))


def test_an_open_page_shows_the_orders_then_their_outcomes_then_the_present(people, player, served_database):
    person = player(1280, 800)
    sides = {"first": person.number, "second": opponent(people)}
    path = play_until(served_database, *sides.values(), "F1902M")
    person.go(path)
    page = person.page
    expect(page.locator(".replay")).to_have_count(0)
    played(served_database, path, sides, "F1902M")
    page.request.get(path)  # opening the page resolves what is due
    replay = page.locator(".replay")
    expect(replay).to_contain_text("Autumn 1902, movement")
    expect(replay.locator("[value='orders']")).to_be_checked()
    expect(replay.locator(".cross").first).to_be_hidden()
    page.get_by_role("button", name="Go on").click()
    expect(replay.locator("[value='outcomes']")).to_be_checked()
    expect(replay.locator(".cross").first).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(replay.locator("[value='after']")).to_be_checked()
    page.get_by_role("button", name="Go on").click()
    expect(replay).to_have_count(0)
    expect(page.locator("#live-board > figure.board")).to_be_visible()


def test_a_returning_player_sees_the_replay_of_what_happened_once(people, player, served_database):
    person = player(390, 844)
    sides = {"first": person.number, "second": opponent(people)}
    path = play_until(served_database, *sides.values(), "S1902B")
    person.go(path)
    expect(person.page.locator(".replay")).to_have_count(0)
    person.go("/rules")
    played(served_database, path, sides, "S1902B")
    person.control_clock()
    person.go(path)
    replay = person.page.locator(".replay")
    expect(replay).to_contain_text("Auction of 1902")
    person.waits_until(replay.get_by_role("row", name="Reserve after").is_visible)
    person.page.keyboard.press("Tab")
    person.page.get_by_role("button", name="Go on").press("Escape")
    expect(replay).to_have_count(0)
    person.go(path)
    expect(person.page.locator("#live-board > figure.board")).to_be_visible()
    expect(replay).to_have_count(0)


def test_the_end_names_the_winner_and_the_unit_that_won_on_the_board_and_in_the_bar(
    people, player, served_database
):
    person = player(1280, 800)
    person.go(play_until(served_database, person.number, opponent(people)))
    page = person.page
    expect(page.locator("#live-standing .won")).to_contain_text("anna")
    end = page.get_by_role("region", name="You won.")
    expect(end).to_contain_text("Your army stands in Marseilles, a home centre of your opponent.")
    expect(page.locator("figure.board .marked circle")).to_have_count(1)
    end.get_by_role("link", name="Review the duel").click()
    expect(page).to_have_url(re.compile("/chapters/0$"))
