"""No barriers in what the board shows while something is done on it; test_barriers.py has whole pages."""

import pytest

from tests.e2e.board import BUILDS, MOVES, RETREATS
from tests.e2e.inspection import WHOLE, axe, barriers_in

pytestmark = pytest.mark.e2e
STATES = {
    "a unit chosen": (MOVES, lambda board: board.tap("BUR")),
    "a support begun": (MOVES, lambda board: board.tap("BUR").tap_mark("MUN")),
    "one's own unit asked about": (MOVES, lambda board: board.tap("BUR", "PAR")),
    "what cannot be reached": (MOVES, lambda board: board.tap("PAR", "MOS")),
    "a unit that holds": (MOVES, lambda board: board.tap("BUR", "BUR")),
    "a retreat begun": (RETREATS, lambda board: board.touch_at(*board.spot("BEL", "dislodged"))),
    "a build and a removal": (BUILDS, lambda board: board.tap("PAR", "ION")),
    "a choice of builds": (BUILDS, lambda board: board.tap("BRE")),
    "the keys": (MOVES, lambda board: board.page.locator("[data-keys]").click()),
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("state", STATES)
def test_no_state_of_the_board_has_barriers(at, state, language):
    position, act = STATES[state]
    board = at(position, language=language)
    act(board)
    board.page.evaluate(axe())
    looks = (("light", 1280), ("dark", 320))
    assert [barrier for look in looks for barrier in barriers_in(board.page, *look, WHOLE)] == []
