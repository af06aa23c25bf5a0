"""Other ways to use the board than taps: keys, zoom, the words below it."""

import pytest
from playwright.sync_api import expect

from tests.e2e.board import BUILDS, MOVES
from tests.e2e.people import PHONE
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
VIEW = "() => document.querySelector('figure.board .sea-frame > svg').viewBox.baseVal.width"


def unit(board, name):
    return board.page.locator(f".pieces.before [data-unit='{name}']")


def press(board, *keys):
    for key in keys:
        board.page.keyboard.press(key)


def focused(board):
    """Return what has the focus: a province, a mark or a unit."""
    return board.page.evaluate("""() => {
      const {dataset, localName} = document.activeElement;
      return dataset.province || dataset.badge || dataset.unit || localName;
    }""")


def test_a_move_is_given_by_enter_arrow_keys_and_enter_and_the_focus_comes_back(at):
    board = at(MOVES)
    unit(board, "A BUR").focus()
    expect(board.description).to_contain_text("army, Burgundy")
    press(board, "Enter")
    assert focused(board) in board.glowing()
    for _ in range(12):
        if focused(board) == "BEL":
            break
        press(board, "ArrowUp" if focused(board) in {"GAS", "MAR", "PAR", "PIC"} else "ArrowLeft")
    assert focused(board) == "BEL"
    press(board, "Enter")
    board.has_stored("A BUR - BEL")
    assert focused(board) == "A BUR"
    expect(board.description).to_have_text("Army Burgundy → Belgium")


def test_s_shows_what_can_be_supported_and_escape_forgets_it(at):
    board = at(MOVES)
    unit(board, "A BUR").focus()
    press(board, "Enter", "s")
    assert board.glowing() == []
    assert "MUN" in board.marked()
    press(board, "Escape")
    assert board.marked() == []
    assert focused(board) == "A BUR"


def test_a_support_is_given_by_keys_alone(at):
    board = at(MOVES)
    unit(board, "A BUR").focus()
    press(board, "Enter", "s")
    board.page.locator(".badge[data-badge='MUN']").focus()
    press(board, "Enter")
    board.page.locator(".glow .target[data-province='RUH']").focus()
    press(board, "Enter")
    board.has_stored("A BUR S A MUN - RUH")


def test_c_shows_the_armies_that_a_fleet_can_convoy_and_h_orders_it_to_hold(at):
    board = at(MOVES)
    unit(board, "F NTH").focus()
    press(board, "Enter", "c")
    assert board.marked() == ["LON"]
    press(board, "Enter")
    board.page.locator(".glow .target[data-province='NWY']").focus()
    press(board, "Enter")
    board.has_stored("F NTH C A LON - NWY")
    unit(board, "F NTH").focus()
    press(board, "Enter", "h")
    board.has_stored("F NTH H")
    unit(board, "A BUR").focus()
    press(board, "h")
    board.has_stored("A BUR H", "F NTH H")
    assert focused(board) == "A BUR"


def test_by_keys_a_coast_is_asked_for(at):
    board = at(MOVES)
    unit(board, "F MAO").focus()
    press(board, "Enter")
    board.page.locator(".glow .target[data-province='SPA']").focus()
    press(board, "Enter")
    assert sorted(words[-13:] for words in board.menu.all_inner_texts()) == ["(north coast)", "(south coast)"]
    press(board, "ArrowDown", "Enter")
    board.has_stored("F MAO - SPA/SC")
    assert focused(board) == "F MAO"


def test_keys_work_after_a_tap_and_control_z_and_u_undo(at):
    board = at(MOVES)
    board.tap("BUR", "BEL")
    board.has_stored("A BUR - BEL")
    board.tap("PAR", "GAS")
    board.has_stored("A BUR - BEL", "A PAR - GAS")
    press(board, "Control+z")
    board.has_stored("A BUR - BEL")
    press(board, "u")
    board.has_stored()
    board.tap("BUR")
    press(board, "Escape")
    assert board.glowing() == []


def test_home_centres_that_can_be_built_in_are_reached_by_keys(at):
    board = at(BUILDS)
    assert board.glowing() == ["BRE", "ION", "MAR", "PAR", "ROM"]
    board.page.locator(".glow .target[data-province='BRE']").focus()
    press(board, "Enter", "Enter")
    board.has_stored("F BRE B")
    assert focused(board) == "BRE"
    press(board, "Enter")
    board.has_stored()


def test_buttons_and_keys_bring_the_board_nearer_and_back(at):
    board = at(MOVES)
    whole = board.page.evaluate(VIEW)
    board.page.locator("[data-zoom='1.6']").click()
    assert board.page.evaluate(VIEW) == pytest.approx(whole / 1.6)
    board.page.locator("[data-zoom='0.625']").click()
    assert board.page.evaluate(VIEW) == pytest.approx(whole)
    press(board, "+", "+")
    assert board.page.evaluate(VIEW) == pytest.approx(whole / 2.56)
    press(board, "0")
    assert board.page.evaluate(VIEW) == whole


def test_a_double_tap_brings_the_place_nearer_and_another_all_back(at):
    board = at(MOVES)
    whole = board.page.evaluate(VIEW)
    board.page.mouse.dblclick(*board.spot("SWE"))
    assert board.page.evaluate(VIEW) == pytest.approx(whole / 2.5)
    board.page.mouse.dblclick(*board.spot("SWE"))
    assert board.page.evaluate(VIEW) == whole


def test_orders_are_given_as_well_when_the_board_is_near(at):
    board = at(MOVES, PHONE)
    board.page.locator("figure.board .sea-frame > svg").press("+")
    board.tap("BUR").tap_mark("MUN").tap("RUH")
    board.has_stored("A BUR S A MUN - RUH")


@pytest.mark.parametrize("near", soak_all_but([False, True], 1))
def test_a_drag_is_no_tap(at, near):
    board = at(MOVES)
    if near:
        board.page.locator("[data-zoom='1.6']").click()
    x, y = board.spot("BUR")
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    for step in range(1, 9):
        board.page.mouse.move(x + step, y)
    board.page.mouse.up()
    assert board.glowing() == []
    board.tap("BUR")
    assert board.glowing() != []


def test_two_fingers_bring_the_board_nearer_and_not_the_page(at):
    board = at(MOVES, PHONE)
    whole, (x, y) = board.page.evaluate(VIEW), board.spot("MUN")
    session = board.page.context.new_cdp_session(board.page)
    send = lambda kind, *points: session.send(  # noqa: E731 -- one line of a gesture
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": at, "y": y, "id": number} for number, at in enumerate(points)]},
    )
    send("touchStart", x - 10, x + 10)
    for spread in range(15, 55, 5):
        send("touchMove", x - spread, x + spread)
    send("touchEnd")
    assert board.page.evaluate(VIEW) < whole / 2
    assert board.page.evaluate("visualViewport.scale") == 1
    assert board.glowing() == []


def test_the_place_pointed_at_focused_or_tapped_is_described_below_the_board(at):
    board = at(MOVES)
    expect(board.description).to_contain_text("Choose a unit of yours")
    board.page.mouse.move(*board.spot("MUN"))
    expect(board.description).to_have_text("army, Munich (Germany)")
    board.page.mouse.move(*board.spot("SWE"))
    expect(board.description).to_contain_text("Sweden (SWE)")
    board.tap("MUN")
    expect(board.description).to_have_text("army, Munich (Germany)")
    board.tap("BUR")
    expect(board.description).to_contain_text("Burgundy: choose its destination")


def test_on_a_phone_a_tap_on_another_unit_says_what_it_is(at):
    board = at(MOVES, PHONE, "fr")
    board.tap("MUN")
    expect(board.description).to_have_text("armée, Munich (Allemagne)")


def test_the_reason_of_a_failed_order_is_said_on_a_chapter(chapter):
    failed = chapter.page.locator(".arrow.failed[data-unit='A BUR']")
    failed.focus()
    expect(chapter.description).to_contain_text("A Burgundy - Munich: ")
    said = chapter.description.inner_text()
    chapter.page.mouse.move(*chapter.spot("SWE"))
    expect(chapter.description).not_to_have_text(said)
    chapter.page.locator(".cross[data-unit='A BUR']").click()
    expect(chapter.description).to_have_text(said)


def test_a_chapter_shows_the_orders_or_the_units_afterwards(chapter):
    before, after = chapter.page.locator(".pieces.before"), chapter.page.locator(".pieces.after")
    assert before.is_visible()
    assert not after.is_visible()
    chapter.page.get_by_label("Afterwards", exact=True).check()
    assert after.is_visible()
    assert not before.is_visible()
    assert not chapter.page.locator(".arrows").is_visible()
    assert chapter.page.locator(".pieces.after [data-unit='A PIC']").count() == 1
