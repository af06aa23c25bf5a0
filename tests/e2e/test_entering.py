"""Lists and bids are saved while they are entered, by every means of entry."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.builders import POWERS, start
from tests.e2e.duel_page import HAND_IN, DuelPage
from tests.e2e.entering import AUCTION
from tests.e2e.people import DESK, PHONE
from tests.e2e.playing import enter, play_until
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("device", soak_all_but([DESK, PHONE], 1), ids=["desk", "phone"])
def test_powers_are_ranked_by_taps_and_the_list_is_stored_once_it_is_whole(entering, device):
    duel = entering(device=device)
    for power in reversed(POWERS[1:]):
        duel.page.locator(f"[data-chip='{power}']").click()
    expect(duel.state).to_have_text("6 of 7 chosen: stored once all seven are.")
    assert duel.content() is None
    assert duel.page.locator("#ready-section button").count() == 0
    duel.page.locator("[data-chip='AUSTRIA']").click()
    duel.is_stored()
    assert duel.content() == {"homes": [*reversed(POWERS)]}
    share = duel.share()
    assert len(share) == 32
    duel.open()
    expect(duel.page.locator("[data-ranked] > li")).to_have_count(len(POWERS))
    assert duel.listed() == [*reversed(POWERS)]
    assert duel.say_ready().ok
    assert duel.is_ready()
    assert duel.share() == share


def test_ranked_powers_are_moved_and_removed_by_keyboard(entering):
    duel = entering()
    duel.rank(POWERS)
    duel.is_stored()
    duel.in_list("AUSTRIA", "[data-move='1']").focus()
    duel.page.keyboard.press("Enter")
    duel.page.keyboard.press("Enter")
    expect(duel.page.locator("[data-says-rank]")).to_have_text("Austria: choice 3")
    moved = ["ENGLAND", "FRANCE", "AUSTRIA", *POWERS[3:]]
    duel.is_stored()
    assert duel.listed() == moved
    assert duel.content() == {"homes": moved}
    duel.in_list("AUSTRIA", "[data-out]").focus()
    duel.page.keyboard.press("Enter")
    expect(duel.state).to_contain_text("6 of 7 chosen")
    expect(duel.state).to_contain_text("Until then your saved list counts.")
    assert duel.content() == {"homes": moved}
    expect(duel.page.locator("[data-chip='AUSTRIA']")).to_be_focused()
    duel.page.keyboard.press("Enter")
    duel.is_stored()
    assert duel.content() == {"homes": [power for power in moved if power != "AUSTRIA"] + ["AUSTRIA"]}


def test_a_bid_can_be_stepped_from_the_moment_that_its_buttons_are_shown(entering):
    duel, held = entering(AUCTION), []

    def hold(route):
        held.append(route)

    duel.page.route("**/entry/bids*.js*", hold)
    with duel.page.expect_request("**/entry/bids*.js*"):
        duel.page.goto(duel.path, wait_until="commit")
    more = duel.more("ITALY")
    more.wait_for(state="attached")
    assert not more.is_visible()
    held[0].continue_()
    more.click()
    duel.is_stored()
    assert duel.content() == {"bids": {"ITALY": 1}}


def dragged(duel, power, onto):
    """Drag a power by its handle to the place of another one."""
    handle, end = (duel.in_list(each, "[data-handle]").bounding_box() for each in (power, onto))
    mouse = duel.page.mouse
    mouse.move(handle["x"] + 8, handle["y"] + handle["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + 8, end["y"] + end["height"] / 2, steps=12)
    mouse.up()


def test_ranked_powers_are_dragged_to_another_place(entering):
    duel = entering()
    duel.rank(POWERS)
    duel.is_stored()
    duel.in_list("AUSTRIA", "[data-handle]").scroll_into_view_if_needed()
    dragged(duel, "AUSTRIA", "GERMANY")
    moved = ["ENGLAND", "FRANCE", "GERMANY", "AUSTRIA", *POWERS[4:]]
    assert duel.listed() == moved
    duel.is_stored()
    dragged(duel, "AUSTRIA", "ENGLAND")
    duel.is_stored()
    assert duel.content() == {"homes": POWERS}


def test_a_finger_drags_by_the_handle(entering):
    duel = entering(device=PHONE)
    duel.rank(POWERS)
    duel.is_stored()
    start_at = duel.in_list("ENGLAND", "[data-handle]")
    start_at.scroll_into_view_if_needed()
    box, end = start_at.bounding_box(), duel.in_list("AUSTRIA", "[data-handle]").bounding_box()
    client = duel.page.context.new_cdp_session(duel.page)
    x, y, to = box["x"] + 8, box["y"] + box["height"] / 2, end["y"] + 4
    touches = [("touchStart", y), *(("touchMove", y + (to - y) * step / 6) for step in range(1, 7))]
    for kind, at in touches:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(duel.page.locator(".ranking > li").first).to_have_attribute("data-power", "ENGLAND")
    duel.is_stored()
    assert duel.content() == {"homes": ["ENGLAND", "AUSTRIA", *POWERS[2:]]}


def test_the_rest_of_a_list_is_filled_at_random_and_can_be_changed(entering):
    duel = entering()
    duel.rank(["TURKEY", "ITALY"])
    duel.page.locator("[data-by-lot]").click()
    duel.is_stored()
    drawn = duel.listed()
    assert (drawn[:2], sorted(drawn)) == (["TURKEY", "ITALY"], POWERS)
    assert duel.content() == {"homes": drawn}
    duel.in_list("ITALY", "[data-move='-1']").click()
    duel.is_stored()
    assert duel.content() == {"homes": ["ITALY", "TURKEY", *drawn[2:]]}


def test_a_tap_on_the_board_chooses_the_power_that_owns_what_was_tapped(entering):
    duel = entering()
    duel.page.locator("[data-chip='FRANCE']").wait_for()
    duel.page.locator("figure.board .piece[data-unit='A PAR']").click()
    duel.page.locator("figure.board .piece[data-unit='F LON']").click()
    duel.page.locator("figure.board .piece[data-unit='A MAR']").click()
    assert duel.listed() == ["FRANCE", "ENGLAND"]
    duel.page.evaluate("document.dispatchEvent(new CustomEvent('board:power', {detail: {power: 'RUSSIA'}}))")
    assert duel.listed() == ["FRANCE", "ENGLAND", "RUSSIA"]


def test_bids_are_stored_by_steps_and_by_typing_and_are_there_after_a_reload(entering):
    duel = entering(AUCTION)
    for _ in range(3):
        duel.more("ITALY").click()
    duel.less("ITALY").click()
    duel.page.locator("#bid_RUSSIA").click()
    duel.page.keyboard.type("1")
    duel.page.locator("#bid_RUSSIA").press("ArrowUp")
    expect(duel.page.locator("#sheet-total")).to_have_text("4")
    duel.is_stored()
    assert duel.content() == {"bids": {"ITALY": 2, "RUSSIA": 2}}
    assert "Your reserve: 20. Your opponent’s: 17." in duel.page.locator("#sheet-sum").inner_text()
    duel.open()
    assert [duel.chosen(f"bid_{power}") for power in ("ITALY", "RUSSIA", "TURKEY")] == ["2", "2", "0"]
    assert duel.less("TURKEY").get_attribute("aria-label") == "One credit less for Turkey"
    duel.less("TURKEY").click()
    assert duel.chosen("bid_TURKEY") == "0"


def test_a_reserve_of_a_million_fits_on_the_narrowest_phone(entering):
    rich = start("S1902B", credits={"first": 1_000_000, "second": 1_000_000})
    duel = entering(rich, {**PHONE, "viewport": {"width": 320, "height": 640}})
    duel.enter({"bids": {"ITALY": 1_000_000}})
    duel.is_stored()
    box = duel.page.locator("#bid_ITALY")
    assert box.evaluate("it => it.scrollWidth <= it.clientWidth")
    assert duel.page.evaluate("document.documentElement.scrollWidth") == 320
    duel.more("ITALY").click()
    assert duel.chosen("bid_ITALY") == "1000000"


def test_a_wrong_bid_is_said_at_its_field_and_ready_leads_to_it(entering):
    duel = entering(AUCTION)
    title = duel.page.title()
    duel.enter({"bids": {"TURKEY": 4}})
    duel.is_stored()
    duel.enter({"bids": {"ITALY": "-3"}})
    words = "A bid is a whole number of credits, 0 or more."
    expect(duel.state).to_have_text(f"Not saved: {words}")
    bid = duel.page.locator("#bid_ITALY")
    expect(bid).to_have_attribute("aria-invalid", "true")
    expect(bid).to_have_accessible_description(f"3 units, 3 centres {words}")
    duel.page.locator("#ready-section button").click()
    expect(bid).to_be_focused()
    assert duel.page.title() == f"Error: {title}"
    assert not duel.is_ready()
    bid.fill("3")
    duel.is_stored()
    expect(bid).not_to_have_attribute("aria-invalid", "true")
    assert duel.page.title() == title
    assert duel.content() == {"bids": {"ITALY": 3, "TURKEY": 4}}
    assert duel.say_ready().ok


def test_ready_pressed_at_once_hands_in_what_was_typed_last(entering):
    duel = entering(AUCTION)
    duel.page.locator("#bid_ITALY").click()
    duel.page.keyboard.type("7")
    assert duel.say_ready().ok
    assert duel.is_ready()
    assert duel.content() == {"bids": {"ITALY": 7}}


def test_a_second_press_on_ready_hands_in_nothing_of_the_phase_that_has_come_meanwhile(
    people, served_database
):
    person, (other, _) = people.member("anna"), people.account("boris")
    path = play_until(served_database, person.number, other, "S1901B")
    enter(served_database, path, other, "S1901B", {"bids": {}})
    handed_in, noon = [], datetime(2026, 11, 25, 12, tzinfo=UTC)
    person.page.on(
        "request", lambda asked: asked.url.endswith("/ready") and handed_in.append(asked.post_data)
    )
    person.stop_clock(noon)
    DuelPage(person, path).open()
    form = person.page.locator(HAND_IN)
    with person.page.expect_navigation():
        form.get_by_role("button").click()
    expect(form.locator("[name='phase']")).to_have_value("S1901M")
    form.get_by_role("button").click()
    person.stop_clock(noon + timedelta(seconds=2))
    form.get_by_role("button").click()
    expect(person.page.locator("#ready-line.good")).to_be_visible()
    assert [sent.partition("phase=")[2][:6] for sent in handed_in] == ["S1901B", "S1901M"]


def test_enter_in_a_bid_stores_and_stays(entering):
    duel = entering(AUCTION)
    duel.page.locator("#bid_ITALY").fill("6")
    duel.page.locator("#bid_ITALY").press("Enter")
    duel.is_stored()
    expect(duel.page.locator("#bid_ITALY")).to_be_focused()
    assert duel.content() == {"bids": {"ITALY": 6}}


@pytest.mark.usefixtures("cut_off")
def test_without_network_nothing_is_lost_and_the_page_offers_to_try_again(entering):
    duel = entering(AUCTION)
    duel.page.context.set_offline(True)
    duel.more("ITALY").click()
    expect(duel.state).to_contain_text("Not saved: no connection.")
    expect(duel.page.locator("[data-unstored-beside]")).to_contain_text("Not saved: no connection.")
    expect(duel.page.locator("#ready-line")).to_be_hidden()
    duel.page.locator("#ready-section button").click()
    expect(duel.page.locator("[data-unsent]")).to_be_visible()
    assert not duel.is_ready()
    again = duel.page.locator("[data-retry]")
    expect(again).to_be_visible()
    duel.more("ITALY").click()
    duel.page.context.set_offline(False)
    duel.is_stored()
    expect(again).to_be_hidden()
    expect(duel.page.locator("#ready-line")).to_be_visible()
    expect(duel.page.locator("[data-unsent]")).to_be_hidden()
    expect(duel.page.locator("[data-send-again]")).to_be_visible()
    assert duel.content() == {"bids": {"ITALY": 2}}


@pytest.mark.usefixtures("cut_off")
def test_leaving_with_something_unsent_is_warned_of(entering):
    duel = entering(AUCTION)
    duel.page.context.set_offline(True)
    duel.more("ITALY").click()
    expect(duel.state).to_contain_text("Not saved")
    asked = []
    duel.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    duel.page.close(run_before_unload=True)
    duel.page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
