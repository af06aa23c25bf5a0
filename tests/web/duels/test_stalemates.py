"""A stalemate by years, on the pages: everybody sees its count while it runs."""

import pytest

from tests.builders import lonely
from tests.fixtures_duels import FIRST, SECOND
from tests.web.reading import text

CENTRES = {"AUSTRIA": ["VIE", "BUD"], "FRANCE": ["PAR"]}
HELD = {"units": {"AUSTRIA": ["A VIE", "A BUD"], "FRANCE": ["A PAR"]}, "centers": CENTRES}
QUIET = "No supply centre has changed owner for 1 autumn."


def a_year(duel, *march):
    """Play a year in which all units hold except those that march in spring."""
    duel.contest.resolve({"orders": {"AUSTRIA": list(march)}} if march else None, None)
    duel.contest.resolve(None, None)


def test_both_and_spectators_see_the_count_while_a_claim_stands(pages):
    """§8"""
    duel = pages(lonely("S1908M", **HELD))
    duel.post("anna", "acts/stalemate_claimed")
    for reader in ("anna", "visitor"):
        page = text(duel.get(reader))
        assert "anna claims a stalemate. No autumn counts yet" in page
        assert "If that stays so through autumn 1909, the duel ends then." in page
        assert "As it stands (Austria 2 centres · France 1 centre), anna would win." in page
        assert "0 of 2 autumns" in page
        assert "It touches no deadline." in page
    a_year(duel)
    assert QUIET in text(duel.get("visitor"))
    assert "1 of 2 autumns" in text(duel.get("visitor"))
    assert "Si cela dure jusqu’à l’automne 1909 inclus" in text(duel.get("boris"))
    a_year(duel)
    assert duel.contest.stored().reason == "stalemate"
    last = len(duel.contest.chapters()) - 1
    said = text(duel.get("visitor", f"/chapters/{last}"))
    assert "for 2 autumns: the stalemate that was claimed is granted." in said


def test_the_stalemate_count_is_shown_without_a_claim_too(pages):
    """§8: autumns count with or without a claim."""
    duel = pages(lonely("S1908M", **HELD))
    a_year(duel)
    for reader in ("anna", "visitor"):
        page = text(duel.get(reader))
        assert "All mercenaries are gone: a stalemate can be claimed." in page
        assert QUIET in page
        assert "through autumn 1909, a claim is granted then by itself." in page
        assert "of 2 autumns" not in page


def test_a_claim_that_ends_the_duel_at_once_is_asked_about_and_says_who_would_win(pages):
    """§8: it is tested at once."""
    duel = pages(lonely("S1908M", **HELD))
    a_year(duel)
    a_year(duel)
    asked = duel.post("boris", "acts/stalemate_claimed")
    assert asked.status_code == 422
    assert "anna l’emporterait." in text(asked)
    assert duel.contest.phase == "S1910M"
    assert duel.post("boris", "acts/stalemate_claimed", sure="yes").status_code == 303
    assert "Le duel s’est terminé par une impasse." in text(duel.get("boris"))
    assert (duel.contest.stored().winner, duel.contest.stored().reason) == ("first", "stalemate")


def test_a_centre_that_changes_owner_ends_the_count_and_the_chapter_says_so(pages):
    """§8: a claim lapses when a centre changes owner."""
    duel = pages(lonely("S1908M", **HELD))
    duel.post("anna", "acts/stalemate_claimed")
    a_year(duel, "A BUD - SER")
    page = text(duel.get("visitor"))
    assert "claims a stalemate" not in page
    last = len(duel.contest.chapters()) - 1
    said = text(duel.get("visitor", f"/chapters/{last}"))
    assert "A supply centre has changed owner: the claim of a stalemate has lapsed." in said


def test_the_chapter_of_a_claim_says_how_the_count_stood(pages):
    duel = pages(lonely("S1908M", **HELD))
    duel.contest.happen(FIRST, "stalemate_claimed")
    duel.contest.happen(SECOND, "stalemate_claimed")
    duel.contest.happen(FIRST, "stalemate_withdrawn")
    assert "anna claims a stalemate. No autumn counts yet" in text(duel.get("visitor", "/chapters/0"))
    assert "Both players claim a stalemate." in text(duel.get("visitor", "/chapters/1"))
    assert "This claim stands no more." in text(duel.get("visitor", "/chapters/2"))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"stalemate_years": 0}, "A claim ends the duel at once."),
        (
            {"year_limit": 1908},
            "It would take until autumn 1909, but the duel ends with 1908. More centres win then.",
        ),
        (
            {"year_limit": 1908, "limit_counts": "units"},
            "It would take until autumn 1909, but the duel ends with 1908. More units win then.",
        ),
        ({"stalemate_years": 10_000}, "If that stays so through autumn 11907"),
    ],
)
def test_settings_that_change_the_count_are_explained(pages, settings, words):
    """§8, `stalemate_years`, `year_limit`."""
    duel = pages(lonely("S1908M", **HELD), **settings)
    assert words in text(duel.get("anna"))


def test_with_equal_centres_a_draw_or_the_larger_reserve_is_announced(pages):
    """§8, `stalemate_tie`."""
    even = {**HELD, "centers": {"AUSTRIA": ["VIE"], "FRANCE": ["PAR"]}, "credits": {"first": 3, "second": 4}}
    assert "it would be a draw." in text(pages(lonely("S1908M", **even)).get("anna"))
    by_reserve = pages(lonely("S1908M", **even), stalemate_tie="credits")
    assert "boris would win by the larger reserve." in text(by_reserve.get("anna"))
    by_reserve.contest.happen(SECOND, "stalemate_claimed")
    assert "boris would win by the larger reserve." in text(by_reserve.post("anna", "acts/stalemate_agreed"))
