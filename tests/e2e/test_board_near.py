"""The board zoomed in, and in a frame of another shape."""

import pytest

from tests.e2e.board import MOVES
from tests.e2e.people import DESK, PHONE
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
BOTH = pytest.mark.parametrize(
    "device", [pytest.param(DESK, marks=pytest.mark.soak), PHONE], ids=["desk", "phone"]
)
VIEW = "() => document.querySelector('figure.board .sea-frame > svg').viewBox.baseVal.width"
NEARER = "width => document.querySelector('figure.board .sea-frame > svg').viewBox.baseVal.width < width"
IN_SIGHT = """() => {
  const box = document.activeElement.getBoundingClientRect();
  const frame = document.querySelector(".sea-frame").getBoundingClientRect();
  return box.left >= frame.left && box.right <= frame.right &&
    box.top >= frame.top && box.bottom <= frame.bottom;
}"""
FRAMES = {"wide": ("auto", "18rem"), "high": ("16rem", "40rem")}
SHAPE = """([width, height]) => {
  const frame = document.querySelector(".sea-frame");
  Object.assign(frame.style, {width, height});
  Object.assign(frame.querySelector("svg").style, {width: "100%", height: "100%"});
}"""


def test_the_focused_unit_is_brought_into_view_when_the_board_is_near(at):
    board = at(MOVES)
    board.page.locator("[data-unit='A BUR']").focus()
    for _ in range(3):
        board.page.keyboard.press("+")
    for unit in ("F NTH", "F WES", "A ROM", "F POR", "A LON"):
        board.page.locator(f".pieces.before [data-unit='{unit}']").focus()
        assert board.page.evaluate(IN_SIGHT), unit


def test_shift_and_an_arrow_key_move_the_board_when_it_is_near(at):
    board = at(MOVES)
    board.page.locator("[data-unit='A BUR']").focus()
    board.page.keyboard.press("+")
    x, y = board.spot("SWE")
    board.page.keyboard.press("Shift+ArrowLeft")
    assert board.spot("SWE")[0] > x + 20
    board.page.keyboard.press("Shift+ArrowUp")
    assert board.spot("SWE")[1] > y + 20


@pytest.mark.parametrize("frame", soak_all_but(FRAMES, 0))
@BOTH
def test_taps_and_menus_find_their_places_in_a_frame_of_another_shape(at, device, frame):
    board = at(MOVES, device)
    board.page.evaluate(SHAPE, FRAMES[frame])
    board.tap("BUR", "BEL")
    board.has_stored("A BUR - BEL")
    board.tap("MAO", "SPA/SC")
    board.has_stored("A BUR - BEL", "F MAO - SPA/SC")
    board.tap("VEN", "ROM")
    menu = board.page.locator(".choices").bounding_box()
    seen = board.page.locator(".sea-frame").bounding_box()
    assert seen["x"] <= menu["x"]
    assert menu["x"] + menu["width"] <= seen["x"] + seen["width"]


@pytest.mark.parametrize("frame", soak_all_but(FRAMES, 0))
def test_the_wheel_keeps_what_is_under_the_pointer_and_a_drag_follows_it(at, frame):
    board = at(MOVES)
    board.page.evaluate(SHAPE, FRAMES[frame])
    whole = board.page.evaluate(VIEW)
    x, y = board.spot("MUN")
    board.page.mouse.move(x, y)
    board.page.keyboard.down("Control")
    board.page.mouse.wheel(0, -300)
    board.page.keyboard.up("Control")
    board.page.wait_for_function(NEARER, arg=whole / 2)
    assert board.spot("MUN") == pytest.approx([x, y], abs=3)
    board.page.mouse.down()
    board.page.mouse.move(x + 20, y + 12, steps=5)
    board.page.mouse.up()
    assert board.spot("MUN") == pytest.approx([x + 20, y + 12], abs=3)


def test_a_double_tap_of_a_finger_brings_the_place_nearer_and_a_button_all_back(at):
    board = at(MOVES, PHONE)
    whole = board.page.evaluate(VIEW)
    spot = board.spot("SWE")
    board.touch_at(*spot)
    board.touch_at(*spot)
    assert board.page.evaluate(VIEW) == pytest.approx(whole / 2.5)
    board.page.get_by_role("button", name="Whole board").tap()
    assert board.page.evaluate(VIEW) == whole
