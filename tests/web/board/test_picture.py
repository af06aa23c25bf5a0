"""Positions as pictures: who stands where, whose it is, and what is said of it, in both languages."""

import re

import pytest

from adjudicator import standard
from services.telling import state
from tests.builders import CENTRES, UNITS, duel_at, start
from tests.fixtures_duels import FIRST, SECOND
from tests.web.duels.conftest import *  # noqa: F403 -- duels as they are played on the pages
from web.board.picture import pending, picture_of

HOMES = {"first": "FRANCE", "second": "GERMANY"}
ARROW = re.compile(r'<g class="arrow ([^"]*)" data-unit="([^"]*)"([^>]*)><title>([^<]*)</title>')
PIECE = re.compile(r'<g class="piece ([^"]*)" data-unit="([^"]*)"')
SCENE = {
    "units": {
        "AUSTRIA": ["A VIE", "A BUD", "F TRI"],
        "FRANCE": ["A BUR", "A PAR", "F ENG", "A BRE"],
        "GERMANY": ["A MUN", "A RUH", "F BEL"],
        "TURKEY": ["A CON"],
    }
}


@pytest.fixture
def drawn(site):
    """Return a function that draws a position as a reader of a language sees it."""

    def draw(begin, language="en", **altered):
        with site.test_request_context(headers={"Accept-Language": language}):
            return picture_of({**state(duel_at(begin)), **altered})

    return draw


def by_unit(pieces):
    return {piece.unit: piece for piece in pieces}


def test_every_space_is_drawn_and_named_with_its_owner_and_unit(drawn):
    for language, words in (
        ("en", "Vienna (VIE), centre of Austria, A Vienna (Austria)"),
        ("fr", "Vienne (VIE), centre de Autriche, A Vienne (Autriche)"),
    ):
        spaces = {space.code: space for space in drawn(start("S1902M"), language).spaces}
        assert len(spaces) == 75
        assert spaces["VIE"].words.startswith(words.split(",")[0])
        assert spaces["VIE"].words.endswith(words.rpartition(", ")[2])
        assert spaces["VIE"].owner == "AUSTRIA"
    assert "centre" not in spaces["BUR"].words


def test_the_home_centres_of_both_players_are_marked_and_no_others(drawn):
    spaces = drawn(start("S1902M", homes=HOMES)).spaces
    marked = {space.code: space.home for space in spaces if space.home}
    assert marked == {code: power for power in ("FRANCE", "GERMANY") for code in CENTRES[power]} or set(
        marked
    ) == {code for power in ("FRANCE", "GERMANY") for code in CENTRES[power]}
    assert all(space.centre for space in spaces if space.home)


def test_a_unit_stands_at_its_coast_and_says_what_it_is(drawn):
    piece = by_unit(drawn(start("S1902M"), "fr").pieces)["F STP/SC"]
    assert (piece.kind, piece.letter, piece.province, piece.power) == ("F", "R", "STP", "RUSSIA")
    assert "Saint-Pétersbourg" in piece.words
    assert "Russie" in piece.words


def test_mercenaries_bear_the_colour_of_whoever_hired_them_and_those_of_nobody_are_lawless(drawn):
    pieces = by_unit(drawn(start("S1902M", control={"ITALY": "first"})).pieces)
    assert (pieces["A ROM"].chief, pieces["A ROM"].lawless) == ("AUSTRIA", False)
    assert (pieces["A MOS"].chief, pieces["A MOS"].lawless) == ("", True)
    assert (pieces["A VIE"].chief, pieces["A VIE"].lawless) == ("", False)


def test_before_an_auction_nobody_is_lawless_yet(drawn):
    picture = drawn(start("S1902B"))
    assert not any(piece.lawless for piece in picture.pieces)
    assert not any(space.lawless for space in picture.spaces)


def test_the_land_of_a_power_in_anarchy_is_lawless_too(drawn):
    lawless = {
        space.code for space in drawn(start("S1902M", control={"ITALY": "first"})).spaces if space.lawless
    }
    assert lawless == {
        code for power in ("ENGLAND", "GERMANY", "RUSSIA", "TURKEY") for code in CENTRES[power]
    }


def test_a_dislodged_unit_stands_beside_the_one_that_drove_it_out(drawn):
    begin = start("S1902R", dislodged={"FRANCE": {"A BUD": ["SER"]}})
    pieces = [piece for piece in drawn(begin).pieces if piece.province == "BUD"]
    assert {(piece.power, piece.state) for piece in pieces} == {("AUSTRIA", ""), ("FRANCE", "dislodged")}
    assert pieces[0].at.far(pieces[1].at) >= 20
    assert "dislodged" in next(piece.words for piece in pieces if piece.state)


def crowded():
    """Return 34 units, most of them on land."""
    spaces = standard().spaces
    seas = [code for code in sorted(spaces) if str(spaces[code].terrain).lower().endswith("sea")][:6]
    lands = [code for code in sorted(spaces) if not str(spaces[code].terrain).lower().endswith("sea")][:28]
    return [f"A {code}" for code in lands] + [f"F {code}" for code in seas]


def test_thirty_four_units_and_all_that_they_drove_out_are_drawn_and_none_hides_another(drawn):
    units = crowded()
    assert len(units) == 34
    begin = start("S1902R", units={"AUSTRIA": units[:17], "FRANCE": units[17:]})
    pieces = drawn(begin, dislodged={"RUSSIA": units}).pieces
    assert len(pieces) == 68
    near = [
        (one.unit, one.state, other.unit, other.state)
        for number, one in enumerate(pieces)
        for other in pieces[:number]
        if one.at.far(other.at) < 19
    ]
    assert near == []


def test_a_power_without_any_unit_is_drawn_by_its_centres_alone(drawn):
    units = {power: listed for power, listed in UNITS.items() if power != "TURKEY"}
    picture = drawn(start("S1902M", units=units))
    assert not any(piece.power == "TURKEY" for piece in picture.pieces)
    assert {space.code for space in picture.spaces if space.owner == "TURKEY"} == set(CENTRES["TURKEY"])


def test_orders_that_are_only_stored_are_drawn_without_an_outcome(site):
    with site.test_request_context(headers={"Accept-Language": "fr"}):
        line = state(duel_at(start("S1902M")))
        arrows = pending(line, {"AUSTRIA": ["A VIE - GAL", "A BUD H"], "FRANCE": ["A PAR S A MAR - BUR"]})
    assert [(arrow.words, arrow.failed) for arrow in arrows] == [
        ("A Vienne – Galicie", False),
        ("A Paris soutient A Marseille – Bourgogne", False),
    ]


@pytest.fixture
def chapter(pages):
    """Return the pages of a duel whose last chapter has orders that failed."""
    duel = pages(start("S1902M", homes=HOMES, control={"AUSTRIA": "first"}, **SCENE))
    first = {
        "FRANCE": ["A BUR - MUN", "A PAR S A BUR", "A BRE - BEL VIA", "F ENG C A BRE - BEL"],
        "AUSTRIA": ["A VIE - GAL", "F TRI H"],
    }
    second = {"GERMANY": ["A RUH - BUR", "A MUN S A RUH - BUR", "F BEL H"]}
    for entries in ({}, {}), (first, second):
        duel.contest.resolve(*({"orders": orders} for orders in entries))
    return duel


def arrows_on(duel, reader):
    """Return what the page of that chapter says of each arrow: its classes and its words, by unit."""
    found = ARROW.findall(duel.get(reader, "/chapters/1").text)
    return {
        unit: (classes.split(), more, words.replace("&#39;", "'")) for classes, unit, more, words in found
    }


@pytest.mark.parametrize(
    ("reader", "written", "because"),
    [("anna", "A Burgundy - Munich: ", "Munich"), ("boris", "A Bourgogne – Munich\u202f: ", "Munich")],
)
def test_a_failed_order_is_crossed_and_says_why_in_the_readers_language(chapter, reader, written, because):
    classes, more, words = arrows_on(chapter, reader)["A BUR"]
    assert "failed" in classes
    assert re.sub(r"\s", " ", words).startswith(re.sub(r"\s", " ", written))
    assert len(words) > len(written) + 5
    assert 'tabindex="0"' in more
    assert f'aria-label="{words}"' in more.replace("&#39;", "'")
    page = chapter.get(reader, "/chapters/1").text
    failed = [unit for unit, (classes, _, _) in arrows_on(chapter, reader).items() if "failed" in classes]
    assert page.count('class="cross"') == len(failed)
    assert because in words


def test_orders_that_succeed_are_neither_crossed_nor_stops_for_the_keyboard(chapter):
    classes, more, words = arrows_on(chapter, "anna")["A VIE"]
    assert classes == ["move", "of-austria"]
    assert more == ""
    assert words == "A Vienna - Galicia"


def test_armies_and_fleets_are_told_apart_by_their_shapes(chapter):
    page = chapter.get("anna", "/chapters/1").text
    shapes = dict(
        re.findall(r'data-unit="([AF] \w+)"[^>]*><title>[^<]*</title><(rect|path) class="body"', page)
    )
    assert {shape for unit, shape in shapes.items() if unit[0] == "A"} == {"rect"}
    assert {shape for unit, shape in shapes.items() if unit[0] == "F"} == {"path"}


def test_ones_own_stored_orders_are_drawn_for_oneself_alone(pages):
    duel = pages(start("S1902M"))
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    duel.contest.store(SECOND, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    seen = {
        reader: [unit for _, unit, _, _ in ARROW.findall(duel.get(reader).text)] for reader in duel.readers
    }
    assert seen == {"anna": ["A VIE"], "boris": ["A PAR"], "visitor": []}
