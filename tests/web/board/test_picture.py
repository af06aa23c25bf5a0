"""Positions as pictures: units, owners and descriptions, in both languages."""

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import Dislodged, Kind, Power, Unit, standard
from intimate.codec import read_stored_entry
from tests.builders import CENTRES, UNITS, duel_at, start
from tests.fixtures_duels import FIRST, SECOND
from web.board.picture import pending_arrows, picture_of
from web.board.points import unit_point, view_box
from web.board.signs import BODIES, EMBLEMS

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
    """Return a function that draws a position in a viewer's language."""

    def draw(begin, language="en", **altered):
        duel = duel_at(begin)
        with site.test_request_context(headers={"Accept-Language": language}):
            return picture_of(replace(duel, position=replace(duel.position, **altered)))

    return draw


def by_unit(pieces):
    return {str(piece.unit): piece for piece in pieces}


@pytest.mark.parametrize(
    ("language", "vienna", "spain", "burgundy"),
    [
        (
            "en",
            "Vienna (VIE), centre of Austria; army, Vienna (Austria)",
            "Spain (SPA), centre of nobody",
            "Burgundy (BUR)",
        ),
        (
            "fr",
            "Vienne (VIE), centre de l’Autriche\N{NARROW NO-BREAK SPACE}; armée, Vienne (Autriche)",
            "Espagne (ESP), centre libre",
            "Bourgogne (BOU)",
        ),
    ],
)
def test_every_space_is_drawn_and_named_with_its_owner_and_unit(drawn, language, vienna, spain, burgundy):
    spaces = {space.code: space for space in drawn(start("S1902M"), language).spaces}
    assert set(spaces) == set(standard().spaces)
    assert len(spaces) == 75
    assert (spaces["VIE"].words, spaces["VIE"].owner) == (vienna, "AUSTRIA")
    assert (spaces["SPA"].words, spaces["SPA"].owner) == (spain, None)
    assert spaces["BUR"].words == burgundy


def test_the_home_centres_of_both_players_are_marked_and_no_others(drawn):
    spaces = drawn(start("S1902M", homes=HOMES)).spaces
    assert {space.code: space.home for space in spaces if space.home} == {
        **dict.fromkeys(CENTRES["FRANCE"], FIRST),
        **dict.fromkeys(CENTRES["GERMANY"], SECOND),
    }
    assert all(space.centre for space in spaces if space.home)


def test_a_unit_stands_at_its_coast_and_says_what_it_is(drawn):
    piece = by_unit(drawn(start("S1902M"), "fr").pieces)["F STP/SC"]
    assert (piece.unit.kind, piece.emblem, piece.power) == (Kind.FLEET, EMBLEMS["RUSSIA"], "RUSSIA")
    assert (piece.at, piece.is_army) == (unit_point("STP/SC"), False)
    assert piece.at != unit_point("STP/NC")
    assert piece.words == "flotte, Saint-Pétersbourg (côte sud) (Russie)"


def test_units_bear_the_colour_of_the_player_who_commands_them_and_those_of_nobody_are_lawless(drawn):
    pieces = by_unit(drawn(start("S1902M", control={"ITALY": "first"})).pieces)
    told = {place: (each.side, each.hired, each.lawless) for place, each in pieces.items()}
    assert told["A ROM"] == (FIRST, True, False)
    assert told["A MOS"] == (None, False, True)
    assert told["A VIE"] == (FIRST, False, False)


def test_before_an_auction_no_power_is_shown_in_anarchy(drawn):
    picture = drawn(start("S1902B"))
    assert len(picture.pieces) == 22
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
    pieces = [piece for piece in drawn(begin).pieces if piece.unit.province == "BUD"]
    assert [(piece.power, piece.dislodged, piece.words) for piece in pieces] == [
        ("AUSTRIA", False, "army, Budapest (Austria)"),
        ("FRANCE", True, "army, Budapest (France), dislodged"),
    ]
    assert pieces[0].at.far(pieces[1].at) >= 20


def crowded():
    """Return a position of 34 units, most of them on land."""
    spaces = sorted(standard().spaces)
    seas = [code for code in spaces if code in standard().seas][:6]
    lands = [code for code in spaces if code not in standard().seas][:28]
    return [f"A {code}" for code in lands] + [f"F {code}" for code in seas]


def test_thirty_four_units_and_all_that_they_drove_out_are_drawn_and_none_hides_another(drawn):
    units = crowded()
    assert len(units) == 34
    begin = start("S1902R", units={"AUSTRIA": units[:17], "FRANCE": units[17:]})
    routed = {Unit.parse(unit): Dislodged(Power("RUSSIA"), ()) for unit in units}
    pieces = drawn(begin, dislodged=routed).pieces
    assert len(pieces) == 68
    near = [
        (str(one.unit), one.dislodged, str(other.unit), other.dislodged)
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
    orders = {"AUSTRIA": ["A VIE - GAL", "A BUD H"], "FRANCE": ["A PAR S A MAR - BUR", "nonsense"]}
    with site.test_request_context(headers={"Accept-Language": "fr"}):
        arrows = pending_arrows(duel_at(start("S1902M")), read_stored_entry({"orders": orders}))
    assert [(arrow.words, arrow.failed) for arrow in arrows] == [
        ("A Vienne – Galicie", False),
        ("A Budapest tient", False),
        ("A Paris soutient A Marseille – Bourgogne", False),
    ]


@pytest.fixture
def chapter(pages):
    """Return the pages of a duel whose last chapter has failed orders."""
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
    """Return the classes and the description of each arrow on that chapter's page, by unit."""
    found = ARROW.findall(duel.get(reader, "/chapters/1").text)
    return {unit: (classes.split(), more, html.unescape(words)) for classes, unit, more, words in found}


FAILED = {
    "anna": {
        "A BUR": "A Burgundy - Munich: bounced with A Munich; dislodged by A Ruhr",
        "A PAR": "A Paris supports A Burgundy: A Burgundy was not ordered so",
        "A BRE": "A Brest - Belgium by convoy: bounced with F Belgium",
    },
    "boris": {
        "A BUR": "A Bourgogne – Munich : repoussée par A Munich ; délogée par A Ruhr",
        "A PAR": "A Paris soutient A Bourgogne : A Bourgogne n’a pas reçu cet ordre",
        "A BRE": "A Brest – Belgique par convoi : repoussée par F Belgique",
    },
}


@pytest.mark.parametrize("reader", FAILED)
def test_a_failed_order_is_crossed_out_with_its_reason_in_the_viewer_s_language(chapter, reader):
    arrows = {unit: arrow for unit, arrow in arrows_on(chapter, reader).items() if "failed" in arrow[0]}
    assert {unit: re.sub(r"\s", " ", words) for unit, (_, _, words) in arrows.items()} == FAILED[reader]
    for _, more, _ in arrows.values():
        assert 'tabindex="0"' in more
        assert 'role="img"' in more  # its title is its name
    assert chapter.get(reader, "/chapters/1").text.count('class="cross"') == len(FAILED[reader])


def test_orders_that_succeed_are_neither_crossed_nor_stops_for_the_keyboard(chapter):
    classes, more, words = arrows_on(chapter, "anna")["A VIE"]
    assert classes == ["move", "of-austria", "side-first"]
    assert more.strip() == 'aria-hidden="true"'
    assert words == "A Vienna - Galicia"


def test_armies_and_fleets_are_told_apart_by_their_shapes(chapter):
    page = chapter.get("anna", "/chapters/1").text
    shapes = re.findall(
        r'data-unit="([AF]) \w+"[^>]*><title>[^<]*</title>\s*'
        r'<use class="rim" href="([^"]*)"/><use class="body" href="([^"]*)"/>',
        page,
    )
    assert len(shapes) == page.count('class="body"')
    assert set(shapes) == {("A", "#sign-army", "#sign-army"), ("F", "#sign-fleet", "#sign-fleet")}
    drawn = re.findall(r'<path id="sign-(army|fleet)" d="([^"]*)"/>', page)
    assert dict(drawn) == {kind.name.lower(): body for kind, body in BODIES.items()}


def test_stored_orders_are_drawn_only_for_their_own_player(pages):
    duel = pages(start("S1902M"))
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    duel.contest.store(SECOND, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    seen = {
        reader: [unit for _, unit, _, _ in ARROW.findall(duel.get(reader).text)] for reader in duel.readers
    }
    assert seen == {"anna": ["A VIE"], "boris": ["A PAR"], "visitor": []}


def tooltips(fragment):
    """Return the tooltips of provinces in a part of a board, by code."""
    found = re.findall(r'data-province="(\w+)"><title>([^<]*)</title>', fragment)
    return {code: html.unescape(words) for code, words in found}


def moments(duel, ordinal):
    """Return a chapter's tooltips for all provinces under orders, and for the changed ones afterwards."""
    board = duel.get("anna", f"/chapters/{ordinal}").text.partition('<g class="spaces"')[2]
    before, _, later = board.partition('<g class="ground"')[0].partition('<g class="spaces after"')
    return tooltips(before), tooltips(later)


def test_province_titles_describe_the_position_before_and_after_the_orders(pages):
    duel = pages(start("S1902M"))
    duel.contest.resolve({"orders": {}}, {"orders": {}})
    duel.contest.resolve({"orders": {"AUSTRIA": ["A BUD - SER"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    before, after = moments(duel, 1)
    assert len(before) == 75
    assert before["BUD"] == "Budapest (BUD), centre of Austria; army, Budapest (Austria)"
    assert before["SER"] == "Serbia (SER), centre of nobody"
    assert before["BUR"] == "Burgundy (BUR)"
    assert after == {
        "BUD": "Budapest (BUD), centre of Austria",
        "SER": "Serbia (SER), centre of Austria; army, Serbia (Austria)",
        "PAR": "Paris (PAR), centre of France",
        "BUR": "Burgundy (BUR); army, Burgundy (France)",
    }


def test_pieces_are_drawn_for_the_positions_before_and_after_the_phase(chapter):
    page = chapter.get("anna", "/chapters/1").text
    before, _, after = page.partition('<g class="pieces before"')[2].partition('<g class="pieces after"')
    stood, stand = ({unit for _, unit in PIECE.findall(part)} for part in (before, after))
    assert stood == {unit for units in SCENE["units"].values() for unit in units}
    assert stand == (stood - {"A VIE", "A RUH"}) | {"A GAL"}
    assert [unit for classes, unit in PIECE.findall(after) if "dislodged" in classes] == ["A BUR"]


def test_the_style_sheets_know_how_wide_the_board_is_for_its_height():
    tokens = (Path(__file__).parents[3] / "static" / "css" / "tokens.css").read_text("utf-8")
    width, height = view_box()
    assert float(re.search("--board-width: ([0-9.]+);", tokens)[1]) == pytest.approx(width / height, abs=1e-4)
