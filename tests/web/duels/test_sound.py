"""The sound switch: on the pages of running duels, and visible only with scripts."""

import re

import pytest

from tests.builders import start
from tests.fixtures_duels import FIRST


def switch(answer):
    """Return the attributes of the switch and of its paragraph; None if there is none."""
    found = re.search(r"<p class=\"sound\"([^>]*)>.*?<input ([^>]*)>", answer.text)
    return found and found.groups()


@pytest.mark.parametrize("place", ["", "/chapters/0"])
def test_a_running_duel_has_a_switch_that_is_off_and_hidden_until_scripts_run(pages, place):
    duel = pages(start("S1902M"))
    duel.contest.happen(FIRST, "draw_offered")
    for reader in duel.readers:
        paragraph, box = switch(duel.get(reader, place))
        assert "hidden" in paragraph
        assert 'role="switch"' in box
        assert "checked" not in box


def test_scripts_get_the_viewing_player_and_none_for_visitors(pages):
    duel = pages(start("S1902M"))
    parts = {
        reader: re.search(r'id="live"[^>]* data-player="(\w*)"', duel.get(reader).text)[1]
        for reader in duel.readers
    }
    assert parts == {"anna": "first", "boris": "second", "visitor": ""}


def test_a_duel_that_is_over_has_no_switch(pages):
    duel = pages(start("S1902M"))
    duel.contest.happen(FIRST, "conceded")
    assert switch(duel.get("anna")) is None
    assert "js/sound.js" not in duel.get("anna").text
