"""The page of the rules agrees with the rules and with the site."""

import re


def text(page):
    """Return the text of a page with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


def test_only_a_whole_year_that_awaits_nobody_and_changes_nothing_is_a_draw(visit):
    """§7.6."""
    page = text(visit().get("/rules").text)
    assert "A whole year without any decision or change is a draw too" in page
    assert "if a whole year changes nothing" not in page


def test_a_stalemate_is_granted_by_the_other_player_an_arbiter_or_by_itself(visit):
    """§8.2; for arbiters see services/arbiters/rulings.py."""
    page = text(visit().get("/rules").text)
    assert (
        "It succeeds when the other agrees, when an arbiter grants it, or by itself after two autumns"
    ) in page
