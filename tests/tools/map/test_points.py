"""There is room on the drawn board for what stands in each space."""

from itertools import combinations

import pytest
from shapely import Point, union_all

from adjudicator.units import Kind
from tests.tools.map.drawn import around, board, points, region

NAMES = sorted(board().spaces)
TOLERANCE = 1.0
OVER_SEA = 10.0
MOSTLY = 0.6


def sizes():
    return points()["sizes"]


def things(name):
    """List (what it is, its box) for all that stands in a space at once."""
    what = points()["spaces"][name]
    yield from ((place, around(point, sizes()["unit"])) for place, point in what["unit"].items())
    yield from ((part, around(what[part], sizes()[part])) for part in ("label", "centre") if part in what)


def dislodged(name):
    return around(points()["spaces"][name]["dislodged"], sizes()["unit"])


def test_every_space_has_its_points():
    assert sorted(points()["spaces"]) == NAMES


def test_things_have_the_sizes_that_pages_draw():
    assert sizes() == {"unit": [32, 24], "label": [38, 17], "centre": [12, 12]}


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_point_for_each_location_and_for_the_army(name):
    space = board().spaces[name]
    wanted = {*space.locations} | ({name} if space.admits(Kind.ARMY) else set())
    assert points()["spaces"][name]["unit"].keys() == wanted


@pytest.mark.parametrize("name", NAMES)
def test_supply_centres_and_no_others_have_a_mark(name):
    assert ("centre" in points()["spaces"][name]) == board().spaces[name].centre


@pytest.mark.parametrize("name", NAMES)
def test_what_stands_in_a_space_lies_inside_it(name):
    near = region(name).buffer(TOLERANCE)
    assert [part for part, box in things(name) if "/" not in part and not near.contains(box)] == []


@pytest.mark.parametrize("place", [place for place in board().borders[Kind.FLEET] if "/" in place])
def test_a_fleet_on_a_named_coast_lies_there_or_a_little_over_its_sea(place):
    home = region(place[:3])
    seas = [region(sea) for sea in board().borders[Kind.FLEET][place] if sea in board().seas]
    room = union_all([home, *(sea.intersection(home.buffer(OVER_SEA)) for sea in seas)]).buffer(TOLERANCE)
    box = dict(things(place[:3]))[place]
    assert room.contains(box)
    assert min(box.distance(sea) for sea in seas) < OVER_SEA


@pytest.mark.parametrize("name", NAMES)
def test_what_stands_in_a_space_does_not_overlap(name):
    boxes = dict(things(name))
    assert [pair for pair in combinations(boxes, 2) if boxes[pair[0]].intersects(boxes[pair[1]])] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_dislodged_unit_covers_no_other_and_lies_mostly_in_its_space(name):
    box = dislodged(name)
    units = [unit for part, unit in things(name) if part not in {"label", "centre"}]
    assert not any(box.intersects(unit) for unit in units)
    assert box.intersection(region(name)).area > MOSTLY * box.area


@pytest.mark.parametrize("name", NAMES)
def test_a_space_is_found_again_from_each_of_its_points(name):
    what = points()["spaces"][name]
    places = [what["label"], what["dislodged"], *what["unit"].values()]
    assert all(region(name).buffer(OVER_SEA).contains(Point(place)) for place in places)
