"""French needs more room than English: its pages must not become wider than the screen."""

import pytest

from tests.e2e.duel_page import DuelPage
from tests.e2e.inspection import too_wide
from tests.e2e.playing import begin_duel, play_until

pytestmark = pytest.mark.e2e
WIDTHS = (360, 1280)
OF_VISITORS = (
    "/",
    "/rules",
    "/learn",
    "/learn/rules",
    "/learn/rules/moves",
    "/learn/rules/examples",
    "/learn/beleaguered",
    "/learn/heir",
    "/help/time",
    "/register",
    "/login",
    "/challenges/",
    "/play",
    "/duels/watch",
)
OF_MEMBERS = ("/account", "/account/security", "/duels/", "/challenges/new", "/practise")
PHASES = ("HOMES", "S1902B", "S1902M", "F1901R", "W1901A")
CHAPTERS = (1, 3, 6)


def wide(person, *paths):
    """List what sticks out of pages at each width."""
    found = []
    for path in paths:
        assert person.go(path).ok
        assert person.page.locator("html").get_attribute("lang") == "fr"
        for width in WIDTHS:
            person.page.set_viewport_size({"width": width, "height": 800})
            found += [f"{path} at {width}: {words}" for words in too_wide(person.page, width)]
    return found


def test_no_page_around_the_duels_is_wider_than_its_screen(people, served_database):
    person, (other, _) = people.member("anna", "fr"), people.account("boris")
    begin_duel(served_database, person.number, other)
    over = play_until(served_database, person.number, other)
    chapters = [f"{over}/chapters/{ordinal}" for ordinal in CHAPTERS]
    assert wide(people.visitor("fr"), *OF_VISITORS) + wide(person, *OF_MEMBERS, over, *chapters) == []


@pytest.mark.parametrize("phase", PHASES)
def test_no_page_of_a_phase_is_wider_than_its_screen(people, served_database, phase):
    person, (other, _) = people.member("benoit", "fr"), people.account("anna")
    duel = DuelPage(person, play_until(served_database, other, person.number, phase))
    assert wide(person, duel.path) == []
