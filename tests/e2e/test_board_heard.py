"""The board for screen readers and keys: each unit once, with its order; keys are described."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.board import BUILDS, MOVES, RETREATS, Board, set_up
from tests.e2e.inspection import WHOLE, axe, barriers_in
from tests.e2e.people import DESK
from tests.e2e.playing import enter
from tests.e2e.test_board_focus import CHANGED, picture
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
FOCUSED = "() => document.activeElement.dataset.unit || document.activeElement.localName"


def figure(board):
    return board.page.get_by_role("figure", name="Spring 1902, movement")


def names(board, group):
    """List the accessible names in a group of the board."""
    parts = figure(board).get_by_role("group", name=group, exact=True)
    return [
        line.strip(' -:"').split(' "')[1] for line in parts.aria_snapshot().splitlines()[1:] if '"' in line
    ]


def test_each_unit_is_heard_once_and_no_place(at):
    board = at(MOVES)
    heard = figure(board).aria_snapshot()
    units = [unit for units in MOVES["units"].values() for unit in units]
    assert heard.count('img "') + heard.count('button "army') + heard.count('button "fleet') == len(units)
    for place in ("Sweden", "Moscow", "Bulgaria"):
        assert place not in heard
    for unit in ("army, Burgundy", "fleet, North Sea", "army, Munich"):
        assert heard.count(unit) == 1


def test_a_unit_is_heard_with_the_order_that_it_has_now(at):
    board = at(MOVES)
    unit = board.page.get_by_role("button", name="army, Burgundy (France)")
    expect(unit).to_have_accessible_name("army, Burgundy (France), no order")
    orders = {
        "A BUR - BEL": "moves to Belgium",
        "A BUR H": "holds",
        "A BUR S A PAR": "supports the unit in Paris",
        "A BUR S A MUN - RUH": "supports the unit in Munich on its way to the Ruhr",
    }
    for order, words in orders.items():
        board.page.locator("#order_BUR").select_option(order)
        expect(unit).to_have_accessible_name(f"army, Burgundy (France), {words}")
    board.page.locator("#order_LON").select_option("A LON - NWY VIA")
    board.page.locator("#order_NTH").select_option("F NTH C A LON - NWY")
    board.page.locator("#order_MAO").select_option("F MAO - SPA/NC")
    for name, words in {
        "army, London (England)": "moves to Norway by convoy",
        "fleet, North Sea (England)": "convoys the army in London on its way to Norway",
        "fleet, Mid-Atlantic Ocean (France)": "moves to Spain (north coast)",
    }.items():
        expect(board.page.get_by_role("button", name=name)).to_have_accessible_name(f"{name}, {words}")


def test_in_winter_places_and_units_are_heard_with_what_is_done_there(at):
    board = at(BUILDS)
    board.tap("PAR", "ION")
    expect(board.page.get_by_role("button", name="Paris, an army is built", exact=True)).to_have_count(1)
    expect(board.page.get_by_role("button", name="fleet, Ionian Sea (Italy), is removed")).to_have_count(1)
    expect(board.page.get_by_role("button", name="army, Rome (Italy)", exact=True)).to_have_count(1)


def test_screen_readers_hear_the_dislodging_unit_as_the_enemy_s(at):
    """Two armies are in Belgium: the board tells them apart only by their outlines."""
    armies = {
        **RETREATS,
        "dislodged": {"FRANCE": {"A BEL": ["PIC", "HOL"]}},
    }
    board = at(armies)
    board.page.locator("#order_BEL").select_option("A BEL R PIC")
    expect(board.page.get_by_role("img", name="army, Belgium (Germany)", exact=True)).to_have_count(1)
    own = board.page.get_by_role("button", name="army, Belgium (France)")
    expect(own).to_have_count(1)
    expect(own).to_have_accessible_name(re.compile("retreats to Picardy$"))


def test_a_focused_unit_is_not_announced_a_second_time(at):
    board = at(MOVES)
    said = board.page.locator("[data-heard]")
    before = said.inner_text()
    board.page.locator("[data-unit='A VEN']").focus()
    expect(board.description).to_contain_text("army, Venice")
    assert said.inner_text() == before
    board.page.keyboard.press("Enter")
    expect(said).to_contain_text("Venice: choose its destination")


@pytest.mark.parametrize(("language", "hold"), soak_all_but([("en", "H"), ("fr", "H ou T")], 1))
def test_a_question_mark_shows_the_keys_and_the_focus_comes_back(at, language, hold):
    board = at(MOVES, language=language)
    board.page.locator("[data-unit='A VEN']").focus()
    board.page.keyboard.press("?")
    keys = board.page.get_by_role("dialog")
    expect(keys).to_be_visible()
    assert hold in [said.strip() for said in keys.locator("dt").all_inner_texts()]
    board.page.evaluate(axe())
    assert barriers_in(board.page, "light", 360, WHOLE) == []
    board.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    assert board.page.evaluate(FOCUSED) == "A VEN"
    opener = board.page.locator("[data-keys]")
    opener.click()
    expect(keys).to_be_visible()
    keys.get_by_role("button").last.click()
    expect(opener).to_be_focused()


def test_in_french_t_lets_a_unit_hold(at):
    board = at(MOVES, language="fr")
    board.page.locator("[data-unit='A VEN']").focus()
    board.page.keyboard.press("t")
    board.has_stored("A VEN H")
    assert board.page.evaluate(FOCUSED) == "A VEN"


def test_letters_written_elsewhere_are_no_keys_of_the_board(at):
    board = at(MOVES)
    board.page.locator("details.typed summary").click()
    board.page.locator("#typed").press_sequentially("h?")
    expect(board.page.get_by_role("dialog")).to_be_hidden()
    assert board.page.locator(".arrow").count() == 0


def test_one_press_steps_over_the_board(at):
    board = at(MOVES)
    past = board.page.get_by_role("link", name="Skip the board")
    past.focus()
    expect(past).to_be_in_viewport()
    address = board.page.url
    board.page.keyboard.press("Enter")
    assert board.page.url == address
    board.page.keyboard.press("Tab")
    inside = "() => Boolean(document.activeElement.closest('figure.board'))"
    assert not board.page.evaluate(inside)
    assert board.page.evaluate("document.activeElement !== document.body")


def test_the_focus_is_never_lost_to_the_page(at):
    board = at(MOVES)
    lost = "() => document.activeElement === document.body"
    board.page.locator(".piece[data-unit='A BUR']").focus()
    for keys in (
        ("Enter", "Enter"),
        ("u",),
        ("h",),
        ("Control+z",),
        ("Enter", "s", "Escape"),
        ("Enter", "u"),
    ):
        for key in keys:
            board.page.keyboard.press(key)
            assert not board.page.evaluate(lost), keys
    board.page.locator(".piece[data-unit='A BUR']").focus()
    board.page.keyboard.press("Escape")
    board.tap("BUR", "PAR").pick("Support this unit").tap("PAR")
    assert not board.page.evaluate(lost)


def test_the_focus_is_not_lost_when_the_phase_moves_on(people, served_database):
    anna, (rival, _) = people.member("anna"), people.account("boris")
    path = set_up(served_database, anna.number, rival, MOVES)
    board = Board(anna, path, served_database).open()
    board.page.locator(".piece[data-unit='A BUR']").focus()
    for user in (anna.number, rival):
        enter(served_database, path, user, "S1902M", {"orders": {}})
    expect(board.page.get_by_role("group", name="What has just happened")).to_have_count(1)
    assert board.page.evaluate("document.activeElement !== document.body")
    board.page.keyboard.press("Escape")
    expect(board.page.get_by_role("figure", name="Autumn 1902, movement")).to_have_count(1)
    assert board.page.evaluate("document.activeElement !== document.body")


def changed(board, box, act):
    """Return the share of the pixels around a box that an act changes by 3 to 1 or more."""
    before = picture(board.page, box)
    act()
    after = picture(board.page, box)
    blank = board.page.context.new_page()
    pixels = blank.evaluate(CHANGED, [before, after])
    blank.close()
    return pixels / (2 * (box["width"] + box["height"]))


@pytest.mark.parametrize("scheme", soak_all_but(["light", "dark"], 1))
def test_possible_choices_stand_out_with_forced_colours(at, scheme):
    board = at(MOVES, DESK)
    board.page.emulate_media(forced_colors="active", color_scheme=scheme)
    board.tap("BUR")
    boxes = {
        name: board.page.locator(place).bounding_box()
        for name, place in {
            "a place": ".glow [data-province='GAS']",
            "the chosen unit": ".glow .chosen",
            "a mark": ".badge[data-badge='MUN']",
        }.items()
    }
    board.page.keyboard.press("Escape")
    board.page.mouse.move(1, 1)
    found = {}
    for name, box in boxes.items():
        found[name] = changed(board, box, lambda: board.tap("BUR"))
        board.page.keyboard.press("Escape")
    assert {name: share for name, share in found.items() if share < 1} == {}
