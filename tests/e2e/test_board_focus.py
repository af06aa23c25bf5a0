"""The focus on the board is visible, and everything that takes the focus does something."""

import base64

import pytest
from playwright.sync_api import expect

from tests.e2e.board import BUILDS, MOVES
from tests.e2e.people import DESK, PHONE
from tests.e2e.variants import in_soak

pytestmark = pytest.mark.e2e
THICKNESS = 2
"""The least thickness of the focus mark in pixels, all around (WCAG 2.2, 2.4.13)."""
MARGIN = 8
MOST_STOPS = 60
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
FOCUSED = """() => {
  const {dataset, localName} = document.activeElement;
  return document.activeElement.closest("figure.board .sea-frame > svg") &&
    (dataset.province || dataset.badge || dataset.unit || localName);
}"""
CHANGED = """async (pictures) => {
  const [before, after] = await Promise.all(pictures.map(async (picture) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height).data;
  }));
  const straight = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (data, at) => [0.2126, 0.7152, 0.0722]
    .reduce((sum, share, part) => sum + share * straight(data[at + part] / 255), 0.05);
  let changed = 0;
  for (let at = 0; at < before.length; at += 4) {
    const [one, other] = [light(before, at), light(after, at)];
    if (Math.max(one, other) / Math.min(one, other) >= 3) changed += 1;
  }
  return changed;
}"""


def picture(page, box):
    """Return the pixels around a box, one for each pixel of the page."""
    clip = {
        "x": box["x"] - MARGIN,
        "y": box["y"] - MARGIN,
        "width": box["width"] + 2 * MARGIN,
        "height": box["height"] + 2 * MARGIN,
    }
    return base64.b64encode(page.screenshot(clip=clip, scale="css")).decode()


def thickness(page, selector):
    """Return the thickness of a frame with as many pixels as the focus changes by 3 to 1 or more."""
    thing = page.locator(selector)
    page.locator("figure.board .sea-frame > svg").scroll_into_view_if_needed()
    page.evaluate("document.activeElement.blur()")
    box = thing.bounding_box()
    before = picture(page, box)
    thing.evaluate("thing => thing.focus({preventScroll: true})")
    pictures = [before, picture(page, box)]
    blank = page.context.pages[0]  # the site's policy forbids its own pages to read pictures
    changed = blank.evaluate(CHANGED, pictures)
    return changed / (2 * (box["width"] + box["height"]))


@pytest.mark.parametrize(
    ("device", "scheme", "forced"),
    [
        pytest.param(DESK, "light", "none", marks=pytest.mark.soak),
        (DESK, "dark", "none"),
        (DESK, "dark", "active"),
        in_soak(PHONE, "light", "none"),
        pytest.param(PHONE, "dark", "none", marks=pytest.mark.soak),
    ],
    ids=["desk light", "desk dark", "forced colours", "phone light", "phone dark"],
)
def test_the_focused_element_has_a_frame_with_contrast(at, device, scheme, forced):
    board = at(MOVES, device)
    board.page.emulate_media(color_scheme=scheme, forced_colors=forced)
    units = [f".pieces.before [data-unit='{unit}']" for unit in ("A BUR", "F NTH", "A VEN")]
    found = {unit: thickness(board.page, unit) for unit in units}
    board.page.locator(units[0]).focus()
    board.page.keyboard.press("Enter")
    for shown in (".glow [data-province='GAS']", ".glow [data-province='BEL']", ".badge[data-badge='MUN']"):
        found[shown] = thickness(board.page, shown)
    assert {thing: thick for thing, thick in found.items() if thick < THICKNESS} == {}


@pytest.mark.parametrize(
    ("scheme", "scripts"),
    [
        ("light", True),
        pytest.param("dark", False, marks=pytest.mark.soak),
        pytest.param("light", False, marks=pytest.mark.soak),
        pytest.param("dark", True, marks=pytest.mark.soak),
    ],
    ids=["scripts", "dark, no scripts", "no scripts", "dark, scripts"],
)
def test_a_failed_arrow_that_has_the_focus_is_framed_in_contrast(chapter, people, scheme, scripts):
    state = chapter.page.context.storage_state()
    person = people.visitor(storage_state=state, java_script_enabled=scripts, color_scheme=scheme)
    person.go(chapter.page.url)
    assert thickness(person.page, ".arrow.failed[data-unit='A BUR']") >= THICKNESS


def focused(page):
    """Return what has the focus on the board: a province, a mark, a unit, or the kind of another thing."""
    return page.evaluate(FOCUSED)


def stops(page):
    """List what Tab reaches on the board, from the top of the page to the end."""
    page.locator(".skip").last.focus()
    found = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        found.append(focused(page))
        if page.evaluate("document.activeElement === document.body"):
            break
    return [stop for stop in found if stop]


def walked(page, group):
    """List all that the arrow keys reach in a group, from the focus on."""
    seen, ahead = set(), [focused(page)]
    while ahead:
        here = ahead.pop()
        if here in seen:
            continue
        seen.add(here)
        for key in ARROWS:
            page.locator(f"{group} [tabindex]").evaluate_all(
                """(all, here) => all.find(({dataset: {province, badge, unit}}) =>
                  [province, badge, unit].includes(here)).focus()""",
                here,
            )
            page.keyboard.press(key)
            ahead.append(focused(page))
    return seen


def test_tab_stops_once_at_the_units_and_arrow_keys_reach_all_that_can_be_ordered(at):
    board = at(MOVES)
    mine = {unit for power in ("FRANCE", "ENGLAND", "ITALY") for unit in MOVES["units"][power]}
    (first,) = stops(board.page)
    assert first in mine
    board.page.locator(".piece[tabindex='0']").focus()
    everybody = {unit for units in MOVES["units"].values() for unit in units}
    assert walked(board.page, ".pieces.before") == everybody
    board.page.keyboard.press("End")
    last = focused(board.page)
    assert stops(board.page) == [last]
    board.page.locator(".piece[tabindex='0']").focus()
    board.page.keyboard.press("Home")
    assert focused(board.page) == first


def test_tab_goes_from_the_targets_to_the_units_to_the_marks_and_arrow_keys_reach_all_of_each(at):
    board = at(MOVES)
    board.page.locator("[data-unit='A BUR']").focus()
    board.page.keyboard.press("Enter")
    targets, marks = set(board.glowing()), set(board.marked())
    assert walked(board.page, ".glow") == targets
    board.page.keyboard.press("Tab")
    assert focused(board.page) == "A BUR"
    board.page.keyboard.press("Tab")
    assert walked(board.page, ".badges") == marks
    board.page.keyboard.press("Tab")
    assert focused(board.page) is None


def test_in_winter_arrow_keys_reach_places_to_build_in_and_units_to_remove(at):
    board = at(BUILDS)
    assert set(board.glowing()) == {"BRE", "MAR", "PAR", "ROM", "ION"}
    board.page.locator(".glow [tabindex='0']").focus()
    assert walked(board.page, ".glow") == {"BRE", "MAR", "PAR"}
    board.page.locator(".pieces [tabindex='0']").focus()
    assert walked(board.page, ".pieces.before") == {"A ROM", "F ION"}


def test_a_board_without_orders_to_give_has_tab_stops_only_for_failed_orders(chapter, people):
    assert stops(chapter.page) == ["A BUR"]
    visitor = people.visitor()
    visitor.go(chapter.page.url.rpartition("/chapters/")[0])
    assert stops(visitor.page) == []


def test_a_key_that_has_nothing_to_forget_leaves_the_focus_where_it_is(at):
    board = at(MOVES)
    board.page.locator("[data-unit='A VEN']").focus()
    board.page.keyboard.press("Escape")
    assert focused(board.page) == "A VEN"
    zoom = board.page.locator("[data-zoom='1.6']")
    zoom.focus()
    board.page.keyboard.press("Escape")
    expect(zoom).to_be_focused()


def test_a_tap_leaves_the_focus_where_keys_go_on_from_and_frames_nothing(at):
    board = at(MOVES)
    board.tap("BUR", "BEL")
    assert focused(board.page) == "A BUR"
    expect(board.description).to_have_text("Army Burgundy → Belgium")
    expect(board.page.locator(".ring")).to_have_count(0)
    board.page.keyboard.press("ArrowLeft")
    assert focused(board.page) == "A PAR"
    expect(board.page.locator(".piece[data-unit='A PAR'] .ring")).to_have_count(1)
    board.touch_at(*board.spot("SWE"))
    board.page.keyboard.press("ArrowLeft")
    assert focused(board.page) == "A PAR"


def test_units_keep_their_colours_and_letters_where_colours_are_forced(at):
    board = at(MOVES)
    board.page.emulate_media(forced_colors="active", color_scheme="dark")
    adjusted = "text => getComputedStyle(text).forcedColorAdjust"
    assert set(
        board.page.locator(".piece :is(.emblem, .body)").evaluate_all(f"all => all.map({adjusted})")
    ) == {"none"}


def test_with_reduced_motion_nothing_on_the_duel_s_page_moves_by_itself(at):
    board = at(MOVES)
    lasting = """() => Array.from(document.querySelectorAll("*")).filter((one) => {
      const {transitionDuration, animationDuration} = getComputedStyle(one);
      return [transitionDuration, animationDuration].join().split(",").some((time) => parseFloat(time) > 0);
    }).length"""
    assert board.page.evaluate(lasting) > 0
    board.page.emulate_media(reduced_motion="reduce")
    assert board.page.evaluate(lasting) == 0
