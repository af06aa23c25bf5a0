"""Limits of the board besides orders: menus stay in view, the page stays small."""

import gzip
from urllib.parse import urlsplit

import pytest

from tests.e2e.board import MOVES
from tests.e2e.people import DESK, PHONE
from tests.e2e.variants import soak_all_but

pytestmark = [pytest.mark.e2e, pytest.mark.whole_browser]
MOST_BYTES = 140_000
MOST_REQUESTS = 40
ICON = "/icon.svg"
"""A browser with a window may request this at any time; a headless one never does."""
ALIVE = "() => performance.getEntriesByName('board:alive')[0]?.startTime"


@pytest.mark.parametrize("device", soak_all_but([DESK, PHONE], 1), ids=["desk", "phone"])
def test_the_menu_stands_whole_within_the_window_wherever_it_is_asked(at, device):
    board = at(MOVES, device)
    for supporter, mover in (("BUR", "PAR"), ("PAR", "BUR"), ("ROM", "VEN"), ("POR", "MAO")):
        board.tap(supporter, mover)
        box = board.page.locator(".choices").bounding_box()
        width, height = device["viewport"].values()
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        board.page.keyboard.press("Escape")


def test_the_first_load_of_the_page_is_small(at, people):
    board = at(MOVES)
    page = people.visitor(storage_state=board.page.context.storage_state()).page
    bodies = {}
    page.on("response", lambda answer: bodies.setdefault(answer.url, answer))
    page.goto(board.path)
    page.wait_for_function(ALIVE)
    loaded = {
        url: len(gzip.compress(answer.body(), 6))
        for url, answer in dict(bodies).items()
        if not urlsplit(url).path.endswith(("/events", ICON))
    }
    assert any("standard.svg" in url for url in loaded)
    print(sum(loaded.values()), loaded)  # noqa: T201 -- the figures of a run that failed
    assert sum(loaded.values()) < MOST_BYTES


def test_loading_the_board_takes_few_requests_and_none_twice(at, people):
    board = at(MOVES)
    page = people.visitor(storage_state=board.page.context.storage_state()).page
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(board.path)
    page.wait_for_function(ALIVE)
    asked = [url for url in asked if not urlsplit(url).path.endswith(ICON)]
    assert len(asked) == len(set(asked)), sorted(asked)
    assert len(asked) <= MOST_REQUESTS, sorted(asked)
