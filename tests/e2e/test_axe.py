"""Accessibility of the board in use; whole pages are in test_barriers.py."""

import pytest

from tests.e2e.board import BUILDS, MOVES, RETREATS
from tests.e2e.inspection import ROOM, SEEN, WHOLE, barriers_in, in_both_languages
from tests.e2e.variants import soak_all_but

pytestmark = pytest.mark.e2e
DESK_WIDTH = 1280
LOOKS = {
    "en": (("light", DESK_WIDTH, WHOLE),),
    "fr": (("light", 320, ROOM), ("dark", 320, SEEN)),
}
STATES = {
    "moves": {
        "a unit chosen": lambda board: board.tap("BUR"),
        "a support begun": lambda board: board.tap("BUR").tap_mark("MUN"),
        "one's own unit asked about": lambda board: board.tap("BUR", "PAR"),
        "what cannot be reached": lambda board: board.tap("PAR", "MOS"),
        "the keys": lambda board: board.page.locator("[data-keys]").click(),
        "a unit that holds": lambda board: board.tap("BUR", "BUR"),
    },
    "retreats": {"a retreat begun": lambda board: board.touch_at(*board.spot("BEL", "dislodged"))},
    "builds": {
        "a choice of builds": lambda board: board.tap("BRE"),
        "a build and a removal": lambda board: board.tap("PAR", "ION"),
    },
}
POSITIONS = {"moves": MOVES, "retreats": RETREATS, "builds": BUILDS}


@in_both_languages
@pytest.mark.parametrize("kind", soak_all_but(STATES, 0))
def test_no_state_of_the_board_has_barriers(at, kind, language):
    board = at(POSITIONS[kind], language=language)
    found = []
    for state, act in STATES[kind].items():
        board.page.set_viewport_size({"width": DESK_WIDTH, "height": 800})
        act(board)
        for look in LOOKS[language]:
            found += [(state, barrier) for barrier in barriers_in(board.page, *look, "figure.board")]
        board.page.keyboard.press("Escape")
    assert found == []
