"""Acts with consequences ask for confirmation; offers are declined and withdrawn; all without scripts too."""

import pytest
from playwright.sync_api import expect

from tests.builders import POWERS, lonely
from tests.e2e.duel_page import DuelPage
from tests.e2e.entering import AUCTION, PLAYED_OUT, Entering
from tests.e2e.playing import state_of

pytestmark = pytest.mark.e2e


def test_a_sheet_that_may_be_overbid_is_handed_in_after_a_question_only(entering):
    duel = entering(AUCTION)
    duel.enter({"bids": {"ITALY": 15, "RUSSIA": 6}})
    duel.page.locator("#ready-section button").click()
    question = duel.page.locator("dialog[open]")
    expect(question).to_contain_text("Your bids add up to more than your reserve of 20.")
    expect(question).to_contain_text("you lose all of it and command no mercenary")
    expect(question.locator("[data-no]")).to_be_focused()
    duel.page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert not duel.is_ready()
    duel.page.locator("#ready-section button").click()
    assert duel.answer_yes().ok
    assert duel.is_ready()


def test_a_press_of_done_that_lasts_while_its_button_is_replaced_counts(entering):
    """Pressing leaves the field: the sheet is saved, and the button is replaced, with its confirmation."""
    duel = entering(AUCTION)
    button = duel.page.locator("#ready-section button")
    button.scroll_into_view_if_needed()
    old = button.element_handle()
    duel.page.get_by_label("Italy", exact=True).fill("21")
    button.hover()
    duel.page.mouse.down()
    duel.page.wait_for_function("button => !button.isConnected", arg=old)
    duel.page.mouse.up()
    expect(duel.page.locator("dialog[open]")).to_contain_text(
        "Your bids add up to more than your reserve of 20."
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_draw_is_agreed_to_after_a_question_only(entering, scripts):
    duel = entering(PLAYED_OUT, scripts=scripts)
    DuelPage(duel.rival, duel.path).open().act("draw_offered")
    duel.open()
    if scripts:
        duel.begin("draw_agreed")
        duel.page.locator("dialog[open] [data-no]").click()
        assert state_of(duel.database, duel.path)[0] == "S1902M"
        duel.begin("draw_agreed")
    else:
        assert duel.act("draw_agreed").status == 422
    assert duel.answer_yes().ok
    assert state_of(duel.database, duel.path)[0] == ""


def test_a_declined_draw_is_shown_to_the_other_player(entering):
    duel = entering(PLAYED_OUT)
    boris = DuelPage(duel.rival, duel.path).open()
    boris.act("draw_offered")
    assert not boris.can("draw_offered")
    expect(duel.page.locator("#live-offers")).to_contain_text("Your opponent offers a draw.")
    duel.act("draw_declined")
    expect(boris.page.locator("[data-says]")).to_contain_text("declined the draw.")
    expect(boris.page.locator("form[action$='/acts/draw_offered']")).to_have_count(1)


def test_an_offer_and_a_claim_are_withdrawn(entering):
    duel = entering(PLAYED_OUT)
    for made, withdrawn in (("draw_offered", "draw_withdrawn"), ("stalemate_claimed", "stalemate_withdrawn")):
        duel.act(made)
        assert (duel.can(made), duel.can(withdrawn)) == (False, True)
        duel.act(withdrawn)
        assert (duel.can(made), duel.can(withdrawn)) == (True, False)


def test_a_stalemate_that_cannot_be_claimed_yet_says_why(entering):
    duel = entering(lonely("S1902M", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"], "TURKEY": ["A CON"]}))
    assert not duel.can("stalemate_claimed")
    assert "Still with units or centres: Turkey." in duel.page.locator("#live-offers").inner_text()


def test_a_concession_is_asked_once_more_and_an_open_entry_is_stored_before(entering):
    duel = entering(AUCTION)
    duel.enter({"bids": {"ITALY": 5}})
    duel.begin("conceded")
    expect(duel.page.locator("dialog[open]")).to_contain_text("You give up this duel")
    assert duel.content() == {"bids": {"ITALY": 5}}
    assert duel.answer_yes().ok
    assert state_of(duel.database, duel.path)[0] == ""


def test_without_scripts_lists_and_bids_have_their_buttons_and_an_overbid_asks(entering):
    duel = entering(scripts=False)
    expect(duel.page.locator("[data-by-lot]")).to_be_hidden()
    duel.rank(POWERS)
    duel.store()
    assert duel.content() == {"homes": POWERS}
    sheet = entering(AUCTION, scripts=False)
    expect(sheet.more("ITALY")).to_be_hidden()
    sheet.enter({"bids": {"ITALY": 30}})
    assert sheet.store_and_say_ready().status == 422
    assert "Confirm these bids?" in sheet.page.locator("h1").inner_text()
    assert sheet.content() == {"bids": {"ITALY": 30}}
    assert sheet.answer_yes().ok
    assert sheet.is_ready()


def block_updates(route):
    """Block the requests by which the page follows the duel."""
    if "x-live" not in route.request.headers:
        route.continue_()


def test_a_tab_that_is_behind_hands_nothing_in_and_shows_what_is_stored(entering):
    duel = entering(AUCTION)
    duel.page.route(f"**{duel.path}", block_updates)
    other = Entering(duel.person, duel.path, duel.database, duel.rival)
    other.page = duel.page.context.new_page()
    other.page.goto(duel.path)
    other.more("ITALY").click()
    other.is_stored()
    assert duel.say_ready().status == 409
    assert "Another window has saved something" in " ".join(duel.problems())
    assert duel.chosen("bid_ITALY") == "1"
    assert not duel.is_ready()
