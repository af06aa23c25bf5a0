"""The board in French: articles of places, names of units, wording of orders."""

import pytest
from playwright.sync_api import expect

from tests.e2e.board import BUILDS, MOVES
from tests.e2e.people import DESK, PHONE
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
LABELS = "all => all.map(one => one.getAttribute('aria-label'))"


@pytest.fixture
def board(at):
    return at(MOVES, language="fr")


def labels(board, selector):
    """List the accessible names of some parts of the board."""
    return set(board.page.locator(selector).evaluate_all(LABELS))


@pytest.mark.parametrize("device", soak_all_but([DESK, PHONE], 1), ids=["desk", "phone"])
def test_a_tap_on_an_own_unit_asks_with_the_article_of_the_place(at, device):
    board = at(MOVES, device, "fr")
    board.tap("ENG", "NTH")
    assert board.menu.all_inner_texts() == ["Aller vers la mer du Nord", "Soutenir cette unité…"]


def test_marks_say_whose_unit_is_helped(board):
    board.tap("BUR")
    assert {"Soutenir l’unité de Munich", "Soutenir l’unité de la Ruhr"} <= labels(board, ".badge")
    places = {said.partition(",")[0] for said in labels(board, ".glow .target")}
    assert {"Belgique", "Gascogne"} <= places
    board.tap("BUR", "NTH")
    board.page.keyboard.press("c")
    assert labels(board, ".badge") == {"Convoyer l’armée de Londres"}


def test_in_french_the_board_asks_for_a_destination(board):
    expect(board.description).to_have_text("Choisissez une de vos unités, puis sa destination.")
    board.tap("BUR")
    expect(board.description).to_contain_text("Bourgogne : choisissez sa destination", use_inner_text=True)
    board.tap_mark("MUN")
    expect(board.description).to_have_text(
        "Choisissez la destination à soutenir, ou l’unité pour qu’elle tienne."
    )
    board.page.keyboard.press("Escape")
    board.tap("NTH")
    board.page.keyboard.press("c")
    board.tap_mark("LON")
    expect(board.description).to_have_text("Choisissez la destination de l’armée.")


def test_units_are_heard_with_their_kind_in_full(board):
    expect(
        board.page.get_by_role("button", name="armée, Bourgogne (France), pas d’ordre", exact=True)
    ).to_have_count(1)
    board.tap("BUR", "BEL")
    expect(
        board.page.get_by_role("button", name="armée, Bourgogne (France), va vers la Belgique", exact=True)
    ).to_have_count(1)
    expect(board.page.get_by_role("combobox", name="Armée Bourgogne", exact=True)).to_have_count(1)
    board.page.mouse.move(*board.spot("MUN"))
    expect(board.description).to_have_text("armée, Munich (Allemagne)")


def test_in_winter_orders_are_what_is_to_be_done(at):
    board = at(BUILDS, language="fr")
    board.tap("PAR")
    board.has_stored("A PAR B")
    expect(board.description).to_have_text("Construire une armée à Paris")
    board.tap("BRE")
    assert board.menu.all_inner_texts() == ["Construire une armée à Brest", "Construire une flotte à Brest"]
    board.page.keyboard.press("Escape")
    board.tap("ION")
    expect(board.description).to_have_text("Retirer la flotte de la mer Ionienne")
    board.has_stored("A PAR B", "F ION D")
