"""Lines of orders on the whole board: visible, with ends in the open, and convoys only across their seas."""

import re

from shapely import LineString, Point, Polygon, union_all

from adjudicator import Convoy, Kind, Location, Move, Province, Unit, province_of, standard
from tests.tools.map.drawn import around, points, region
from tools.map.heads import DRAWN_UNIT
from tools.map.labels import label_size
from web.board.arrows import Drawer, chain, corners_between, head, sea_way
from web.board.points import unit_point

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
SEAS = sorted(standard().seas)
COASTS = sorted(
    code for code, space in standard().spaces.items() if space.admits(Kind.FLEET) - (code in SEAS)
)
CROSS, MOST_UNDER = 16, 15
"""The width of the cross of a failed order, and how much of a head (98 square units) it may touch."""
LEAST_SEEN = 6
"""The least visible length of a line besides its head: two pixels of a small phone."""
MOVES = sorted(
    {
        (here, there)
        for kind, borders in standard().borders.items()
        for here, others in borders.items()
        for there in others
    }
)


def places(path):
    found = [float(number) for number in NUMBER.findall(path)]
    return list(zip(found[::2], found[1::2], strict=True))


def unit_at(place):
    sea = province_of(place) in standard().seas
    return Unit(Kind.FLEET if sea or "/" in place else Kind.ARMY, place)


def drawn_to(here, there):
    """Return the arrow of a move to an occupied place."""
    kind = Kind.ARMY if there in standard().borders[Kind.ARMY].get(here, ()) else Kind.FLEET
    return Drawer([], [province_of(there)]).drawn(Move(Unit(kind, here), there), "FRANCE")


def arrow(here, there):
    """Return the line and the head of such a move."""
    drawn = drawn_to(here, there)
    return LineString(places(drawn.path)), Polygon(places(drawn.head))


def things(province):
    """List the boxes in a space: units with their rims, its code, its centre."""
    what = points()["spaces"][province]
    yield from (around(place, DRAWN_UNIT) for place in what["unit"].values())
    yield around(what["label"], label_size(standard().spaces[province]))
    if "centre" in what:
        yield around(what["centre"], points()["sizes"]["centre"])


def test_a_move_to_a_unit_has_its_tip_in_the_space_and_its_head_in_the_open(subtests):
    """The head may begin in the space before if the unit stands close to the border."""
    everything = [box.buffer(-1) for province in standard().spaces for box in things(province)]
    for here, there in MOVES:
        with subtests.test(here=here, there=there):
            found = drawn_to(here, there)
            tip, head = Point(places(found.head)[0]), Polygon(places(found.head))
            assert region(province_of(there)).buffer(1).contains(tip)
            assert [box for box in everything if box.intersects(head)] == []


def test_a_move_to_a_unit_ends_at_its_rim_or_as_near_as_there_is_room():
    """Beyond a small space nobody would see where it goes."""
    off = sorted(
        around(unit_point(there), DRAWN_UNIT).distance(Point(places(drawn_to(here, there).head)[0]))
        for here, there in MOVES
    )
    assert off[len(off) * 3 // 4] < 4
    assert off[len(off) * 9 // 10] < 10
    assert off[-1] < 31


def test_no_head_lies_under_the_cross_of_its_own_move(subtests):
    for here, there in MOVES:
        with subtests.test(here=here, there=there):
            found = drawn_to(here, there)
            cross = around(found.cross, (CROSS, CROSS))
            assert cross.intersection(Polygon(places(found.head))).area < MOST_UNDER


def test_of_each_move_a_line_is_seen(subtests):
    for here, there in MOVES:
        with subtests.test(here=here, there=there):
            line, head = arrow(here, there)
            units = [around(unit_point(place), DRAWN_UNIT) for place in (here, there)]
            assert line.difference(union_all([*units, head])).length >= LEAST_SEEN


def test_moves_against_each_other_lie_side_by_side(subtests):
    for here, there in [(one, two) for one, two in MOVES if one < two and (two, one) in MOVES]:
        with subtests.test(here=here, there=there):
            (one, head), (two, back) = arrow(here, there), arrow(there, here)
            units = union_all([around(unit_point(place), DRAWN_UNIT) for place in (here, there)])
            assert not head.intersects(back)
            assert not one.difference(units).crosses(two.difference(units))


def test_a_convoyed_army_ends_in_the_open_at_its_coast(subtests):
    for sea in SEAS:
        with subtests.test(sea=sea):
            for coast in (code for code in COASTS if code in standard().neighbours[sea]):
                *_, before, tip = sea_way(start_of(sea, coast), [sea], coast)
                found = Polygon(places(head(tip, before)))
                assert region(coast).buffer(1).contains(found)
                assert [box for box in things(coast) if box.buffer(-1).intersects(found)] == []


def start_of(sea, coast):
    return next(code for code in COASTS if code in standard().neighbours[sea] and code != coast)


def chains():
    """List the start, the chain of one to three seas, and the end of every convoy."""
    near = {code: sorted(standard().neighbours[code]) for code in standard().spaces}
    for start in COASTS:
        ways = [(sea,) for sea in near[start] if sea in SEAS]
        for _ in range(3):
            for seas in ways:
                yield from ((start, seas, end) for end in near[seas[-1]] if end in COASTS and end != start)
            ways = [
                (*seas, sea) for seas in ways for sea in near[seas[-1]] if sea in SEAS and sea not in seas
            ]


CHAINS = list(chains())


def test_there_are_many_convoys_over_at_most_three_seas():
    assert len(CHAINS) > 1500
    assert ("LON", ("NTH",), "BEL") in CHAINS


def test_a_convoyed_army_stays_on_the_seas_of_its_chain(subtests):
    for start in COASTS:
        with subtests.test(start=start):
            rooms = {}
            for _, seas, end in (each for each in CHAINS if each[0] == start):
                order = Move(Unit(Kind.ARMY, Location(start)), Location(end), via=True)
                fleets = [Convoy(Unit(Kind.FLEET, Location(sea)), order.unit, order.to) for sea in seas]
                used = chain(start, end, set(seas))
                assert set(used) <= set(seas)
                drawn = Drawer([order, *fleets], ()).drawn(order, "FRANCE")
                line = LineString([*places(drawn.path), places(drawn.head)[0]])
                key = (frozenset(used), end)
                if key not in rooms:
                    rooms[key] = union_all([region(code) for code in (start, *used, end)]).buffer(1)
                assert rooms[key].contains(line), (start, used, end)


def test_seas_that_are_no_chain_have_no_line():
    assert sea_way(Province("LON"), [Province("BLA")], Province("SEV")) == ()
    assert sea_way(Province("LON"), [], Province("BEL")) == ()
    assert chain(Province("PAR"), Province("LON"), ()) == ()


def test_a_move_that_no_unit_can_make_ends_where_a_head_has_its_place():
    tip = corners_between(Location("PAR"), Location("MOS"))[-1]
    assert tip == tuple(points()["spaces"]["MOS"]["head"]["MOS"])
