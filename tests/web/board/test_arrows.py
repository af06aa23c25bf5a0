"""Orders as arrows: where they begin, end, bend and are crossed out."""

import re

import pytest

from adjudicator import Waive
from adjudicator.notation import read
from web.board.arrows import ASIDE, CENTRED, CROSSED, HEAD, HIGH, SHORT, WIDE, Drawer, frame
from web.board.points import Point, dislodged_point, unit_point, view_box

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
STEP = re.compile(r"([MLQmlahvqzZ])([^MLQmlahvqzZ]*)")
KINDS = {
    "A PAR - BUR": "move",
    "F MAO - SPA/NC": "move",
    "A LON - BEL VIA": "convoyed",
    "A BUR S A PAR - GAS": "support",
    "A BUR S A PAR": "hold",
    "F NTH C A LON - BEL": "convoy",
    "A BUR R PAR": "retreat",
    "F STP/SC B": "build",
    "A BUR D": "disband",
    "A PAR H": "stay",
}


def drawn(text, *others, occupied=()):
    """Return the arrow of an order, drawn with others."""
    orders = [read(each, "en") for each in (text, *others)]
    return Drawer(orders, occupied).drawn(orders[0], "FRANCE")


def points(path):
    """List the points of a path of absolute steps."""
    found = [float(number) for number in NUMBER.findall(path)]
    return [Point(*pair) for pair in zip(found[::2], found[1::2], strict=True)]


def reached(path):
    """List the points of a path with absolute or relative steps; curves count by their ends."""
    here, start, places = Point(0, 0), Point(0, 0), []
    for step, figures in STEP.findall(path):
        if step in "zZ":
            here = start
            continue
        numbers = [float(number) for number in NUMBER.findall(figures)]
        across = {"h": lambda at: [at, 0], "v": lambda at: [0, at]}
        steps = across[step](*numbers) if step in across else numbers[-2:] if step in "Qqa" else numbers
        for x, y in zip(steps[::2], steps[1::2], strict=True):
            here = Point(x, y) if step.isupper() else Point(here.x + x, here.y + y)
            places.append(here)
        start = here if step in "mM" else start
    return places


@pytest.mark.parametrize("text", KINDS)
def test_each_kind_of_order_is_drawn_in_its_own_way_for_its_unit_and_power(text):
    arrow = drawn(text)
    assert (arrow.kind, arrow.power, arrow.unit) == (KINDS[text], "FRANCE", read(text, "en").unit)
    assert arrow.head
    assert (arrow.failed, arrow.words) == (False, "")
    assert bool(arrow.path) == (arrow.kind not in {"build", "disband", "stay"})


@pytest.mark.parametrize("text", KINDS)
def test_all_that_is_drawn_of_an_order_is_on_the_board(text):
    arrow = drawn(text)
    width, height = view_box()
    assert len(reached(arrow.head)) >= 3
    for place in (*reached(arrow.path), *reached(arrow.head), arrow.cross):
        assert 0 <= place.x <= width
        assert 0 <= place.y <= height


def test_a_unit_ordered_to_hold_has_an_eight_cornered_frame():
    corners = reached(drawn("A PAR H").head)
    assert len(corners) == 8
    assert all(corner.far(unit_point("PAR")) > WIDE / 2 for corner in corners)


def test_a_build_that_is_waived_has_no_arrow():
    assert Drawer([Waive()], ()).drawn(Waive(), "FRANCE") is None


def is_at_the_edge(point, middle):
    """Whether a point lies on the edge of the box around a unit and its rim."""
    across, down = abs(point.x - middle.x) / (WIDE / 2), abs(point.y - middle.y) / (HIGH / 2)
    return max(across, down) == pytest.approx(1, abs=0.02)


def test_a_move_leaves_its_unit_and_ends_where_it_goes():
    arrow = drawn("A PAR - BUR")
    first, last = points(arrow.path)
    tip = points(arrow.head)[0]
    assert is_at_the_edge(first, unit_point("PAR"))
    assert tip.far(unit_point("BUR")) == pytest.approx(CENTRED, abs=0.2)
    assert last.far(tip) < HEAD


def test_a_move_to_a_province_with_a_unit_ends_beside_it():
    tip, middle = points(drawn("A PAR - BUR", occupied=["BUR"]).head)[0], unit_point("BUR")
    assert abs(tip.x - middle.x) > WIDE / 2 or abs(tip.y - middle.y) > HIGH / 2


def test_a_move_to_a_coast_ends_at_that_coast():
    north, south = (points(drawn(f"F MAO - SPA/{coast}").head)[0] for coast in ("NC", "SC"))
    assert north.far(unit_point("SPA/NC")) < 5
    assert south.far(unit_point("SPA/SC")) < 5


def test_a_retreat_begins_at_the_dislodged_unit():
    assert is_at_the_edge(points(drawn("A BUR R PAR").path)[0], dislodged_point("BUR"))


def test_an_army_that_is_convoyed_passes_by_the_fleets_in_their_order():
    fleets = ["F WES C A LON - TUN", "F ENG C A LON - TUN", "F MAO C A LON - TUN", "F NTH C A LON - NWY"]
    arrow = drawn("A LON - TUN VIA", *fleets)
    passed = points(arrow.path)
    seas = [unit_point(sea) for sea in ("ENG", "MAO", "WES")]
    nearest = [min(range(len(passed)), key=lambda at, sea=sea: passed[at].far(sea)) for sea in seas]
    assert arrow.kind == "convoyed"
    assert nearest == sorted(nearest)
    assert all(passed[at].far(sea) < 1 for at, sea in zip(nearest, seas, strict=True))
    assert min(place.far(unit_point("NTH")) for place in passed) > 40


def test_an_army_without_fleets_goes_by_the_shortest_chain_of_seas():
    passed = points(drawn("A LON - TUN VIA").path)
    assert all(min(place.far(unit_point(sea)) for place in passed) < 1 for sea in ("ENG", "MAO", "WES"))


def test_an_army_that_waits_for_fleets_goes_over_seas_with_fleets_rather_than_without():
    by = {sea: drawn("A NWY - LON VIA", occupied=[sea]).path for sea in ("NTH", "SKA")}
    over = {sea: min(place.far(unit_point("NTH")) for place in points(path)) for sea, path in by.items()}
    assert over == {"NTH": pytest.approx(0, abs=1), "SKA": pytest.approx(0, abs=1)}
    longer = drawn("A NWY - EDI VIA", "F NWG C A NWY - EDI", occupied=["NTH"])
    assert min(place.far(unit_point("NWG")) for place in points(longer.path)) < 1


def test_a_support_ends_on_the_way_of_the_move_that_it_helps_and_bends():
    arrow = drawn("A BUR S A PAR - GAS", "A PAR - GAS")
    first, bend, last = points(arrow.path)
    start, end = unit_point("PAR"), unit_point("GAS")
    assert start.far(last) + last.far(end) == pytest.approx(start.far(end), abs=0.5)
    assert min(start.far(last), last.far(end)) > HEAD
    assert bend.far(first.between(last, 0.5)) > 3


def test_a_support_to_hold_goes_to_a_ring_around_the_unit():
    arrow = drawn("A BUR S A PAR")
    assert arrow.head == frame(unit_point("PAR"))
    last, middle = points(arrow.path)[1], unit_point("PAR")
    assert abs(last.x - middle.x) > WIDE / 2 or abs(last.y - middle.y) > HIGH / 2


def test_a_convoy_joins_army_fleet_and_goal_over_the_sea():
    arrow = drawn("F NTH C A LON - BEL")
    passed = points(arrow.path)
    assert is_at_the_edge(passed[0], unit_point("LON"))
    assert min(place.far(unit_point("NTH")) for place in passed) < 1
    assert passed[-1].far(unit_point("BEL")) < 60
    assert arrow.head == frame(unit_point("NTH"))
    assert abs(arrow.cross.x - unit_point("NTH").x) > WIDE / 2


def test_the_convoy_of_an_army_that_is_far_away_is_drawn_over_other_seas_too():
    passed = points(drawn("F MAO C A LON - TUN").path)
    assert all(min(place.far(unit_point(sea)) for place in passed) < 1 for sea in ("ENG", "MAO", "WES"))


def test_a_build_has_the_outline_of_what_is_built_where_it_will_stand():
    fleet, army = drawn("F STP/SC B"), drawn("A STP B")
    assert fleet.head.startswith(f"M{unit_point('STP/SC')}m")
    assert army.head.startswith(f"M{unit_point('STP')}m")
    assert fleet.head.partition("m")[2] != army.head.partition("m")[2]


def test_a_removal_crosses_its_unit_out():
    middle = unit_point("BUR")
    places = [(place.x - middle.x, place.y - middle.y) for place in reached(drawn("A BUR D").head)]
    wide, high = CROSSED
    corners = [(-wide, -high), (wide, high), (wide, -high), (-wide, high)]
    assert places == [pytest.approx(corner) for corner in corners]
    assert (wide, high) > (WIDE / 2, HIGH / 2)


def test_two_moves_against_each_other_lie_side_by_side():
    both = ["PAR", "BUR"]
    there = drawn("A PAR - BUR", "A BUR - PAR", occupied=both)
    back = drawn("A BUR - PAR", "A PAR - BUR", occupied=both)
    assert points(there.head)[0].far(points(back.head)[0]) > HEAD
    assert there.cross.far(back.cross) > 8


def test_a_fleet_whose_army_goes_by_it_is_only_ringed():
    arrow = drawn("F NTH C A LON - BEL", "A LON - BEL VIA")
    assert (arrow.path, arrow.head) == ("", frame(unit_point("NTH")))


@pytest.mark.parametrize("text", ["A MOS - UKR", "A BUR S A PAR - GAS", "A BUR R PAR"])
def test_a_failed_order_is_crossed_out_on_its_arrow_and_not_on_a_unit(text):
    arrow = drawn(text)
    first, last = reached(arrow.path)[0], reached(arrow.path)[-1]
    assert first.far(arrow.cross) + arrow.cross.far(last) < first.far(last) + 3
    assert min(first.far(arrow.cross), arrow.cross.far(last)) > 2
    assert all(arrow.cross.far(unit_point(place)) > 8 for place in ("PAR", "BUR"))


@pytest.mark.parametrize("text", ["A PAR - BUR", "A BUR S A PAR", "A BEL - HOL"])
def test_a_short_arrow_is_crossed_beside_it_so_that_it_is_seen(text):
    arrow = drawn(text, occupied=["BUR", "HOL"])
    first, last = reached(arrow.path)[0], reached(arrow.path)[-1]
    along = first.far(last)
    assert along < SHORT
    aside = abs(
        (last.x - first.x) * (first.y - arrow.cross.y) - (first.x - arrow.cross.x) * (last.y - first.y)
    )
    assert aside / along == pytest.approx(ASIDE, abs=2)
