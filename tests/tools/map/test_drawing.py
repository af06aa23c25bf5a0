"""The drawn board is complete: 75 valid shapes that cover it, small enough for a phone."""

import gzip

import pytest
from shapely import Polygon, coverage_is_valid

from tests.tools.map.drawn import SVG, board, nobodys, points, region, shapes
from tools.map.neighbours import read

NAMES = sorted(board().spaces)


def test_every_space_is_drawn_and_nothing_else():
    assert sorted(shapes()) == NAMES


def test_a_space_says_what_may_stand_there(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            assert shapes()[name].kind == board().spaces[name].terrain.value


def test_a_shape_is_sound(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            lines = shapes()[name].rings
            assert [line for line in lines if len(line) != len(set(line)) or not Polygon(line).is_valid] == []
            assert region(name).is_valid


def test_shapes_do_not_overlap_and_share_their_borders_exactly():
    assert coverage_is_valid([region(name) for name in NAMES])


def test_a_shape_lies_within_the_drawing(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            left, top, right, bottom = region(name).bounds
            assert left >= 0
            assert top >= 0
            assert right <= points()["viewBox"][2]
            assert bottom <= points()["viewBox"][3]


def test_spaces_closed_lands_and_lakes_cover_the_drawing():
    _, _, width, height = points()["viewBox"]
    parts = [*map(region, NAMES), nobodys("closed"), nobodys("lake")]
    assert coverage_is_valid(parts)
    assert sum(part.area for part in parts) == pytest.approx(width * height)


def test_the_drawing_and_its_points_have_one_size():
    size = " ".join(f"{number:g}" for number in points()["viewBox"])
    assert f'viewBox="{size}"' in SVG.read_text("utf-8")


def test_the_drawing_is_light():
    assert len(gzip.compress(SVG.read_bytes())) < 45_000


def test_the_drawing_has_no_text_and_no_colours():
    text = SVG.read_text("utf-8")
    assert [word for word in ("<text", "fill", "stroke", "style", "#") if word in text] == []


def test_the_coast_the_closed_lands_and_the_waters_of_nobody_are_drawn_too():
    text = SVG.read_text("utf-8") + (SVG.parent / "coast.svg").read_text("utf-8")
    names = ("coast", "shore", "closed", "strait", "lake")
    assert [name for name in names if f'<path id="{name}" class="{name}" d="M' not in text] == []


def test_paths_are_read_as_they_are_written():
    shape = read('<svg><path id="AAA" data-kind="sea" d="M1.5 2l3.5.5-.5 0zM9 9l1 0 0 1z"/></svg>')["AAA"]
    assert shape.rings == (((15, 20), (50, 25), (45, 25)), ((90, 90), (100, 90), (100, 100)))
