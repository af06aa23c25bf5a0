"""The page of the rules promises no more than the rules of the duel say and the site does."""

import re


def text(page):
    """Return the words of a page, one space between each two."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


def test_only_a_whole_year_that_awaits_nobody_and_changes_nothing_is_a_draw(visit):
    """§7.6."""
    page = text(visit().get("/rules").text)
    assert "so it is after a whole year that asked nothing of either player and changed nothing" in page
    assert "if a whole year changes nothing" not in page


def test_a_stalemate_is_granted_by_the_other_player_or_by_itself_and_by_nobody_else(visit):
    """§8.2: this site has no arbiter."""
    page = text(visit().get("/rules").text)
    assert "It is granted when the other agrees, or by itself when two autumns have passed" in page
    assert "arbiter" not in page
