"""Positions as pictures: SVG from the package alone."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from adjudicator import BoardError, Game, Position, read_orders, read_position, standard

SVG = "{http://www.w3.org/2000/svg}"
ORDERS = {
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - ENG", "nonsense"],
    "GERMANY": ["A MUN - BUR"],
    "ENGLAND": ["F LON C A YOR - BEL", "A LVP H"],
}


def titles(text):
    return [found.text for found in ET.fromstring(text).iter(f"{SVG}title")]  # noqa: S314  # just drawn


def test_every_space_and_unit_of_a_position_is_drawn():
    game = Game.start()
    told = titles(game.position.svg())
    assert {space.name for space in standard().spaces.values()} <= set(told)
    assert {f"{power} {unit}" for unit, power in game.position.units.items()} <= set(told)


def test_notebooks_show_games_positions_and_pictures():
    game = Game.start()
    picture = game.position.svg()
    assert game._repr_svg_() == game.position._repr_svg_() == picture._repr_svg_() == picture


def test_the_picture_names_each_order_with_its_outcome():
    game, orders = Game.start(), read_orders(ORDERS)
    told = titles(game.position.svg(orders, game.resolve(orders).result.outcomes))
    assert "FRANCE: A PAR - BUR" in told
    assert "GERMANY: A MUN - BUR (bounce)" in told
    assert "ENGLAND: F LON C A YOR - BEL (void)" in told


def test_failed_orders_are_crossed_out():
    game, orders = Game.start(), read_orders({"GERMANY": ["A MUN - BUR"]})
    failing = read_orders({"GERMANY": ["A MUN - BUR"], "FRANCE": ["A PAR - BUR"]})
    crossed = game.position.svg(failing, game.resolve(failing).result.outcomes).count("#c01820")
    assert (game.position.svg(orders, game.resolve(orders).result.outcomes).count("#c01820"), crossed) == (
        0,
        2,
    )


def test_retreats_builds_and_removals_are_drawn_too():
    routed = read_position({}, None, {"FRANCE": {"A PAR": ["BUR"], "F SPA/NC": []}})
    told = titles(routed.svg(read_orders({"FRANCE": ["A PAR R BUR", "F SPA/NC D", "WAIVE"]})))
    assert "FRANCE A PAR dislodged" in told
    assert {"FRANCE: A PAR R BUR", "FRANCE: F SPA/NC D"} <= set(told)
    winter = read_position({}, {"RUSSIA": ["STP"]})
    assert "RUSSIA: F STP/NC B" in titles(winter.svg(read_orders({"RUSSIA": ["F STP/NC B"]})))


def test_an_order_that_names_no_place_of_the_board_is_not_drawn():
    texts = ["A XYZ - BUR", "A PAR S A XYZ - BUR", "A PAR - XYZ", "F BRE - PAR/NC", "A MAR S F STP - LVN"]
    told = titles(Game.start().position.svg(read_orders({"FRANCE": texts})))
    assert [text for text in texts if f"FRANCE: {text}" in told] == ["A MAR S F STP - LVN"]


def test_two_pictures_stand_on_one_page():
    assert " id=" not in Game.start().position.svg()


def test_another_board_has_no_picture():
    board = replace(standard(), spaces={})
    with pytest.raises(BoardError, match="only the standard board can be drawn"):
        Position(board=board).svg()
