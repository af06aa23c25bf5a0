"""On a small phone each space has room for everything in it, at the size of the pages."""

import re
from itertools import combinations

from shapely import Point, STRtree, box, union_all

from adjudicator.notation import LANGUAGES, province_code
from adjudicator.units import Kind
from tests.quality.project import ROOT
from tests.tools.map.drawn import around, board, points, region
from tools.map.heads import DRAWN_UNIT, HALF_WIDE, LONG
from tools.map.labels import FONT_SIZE, label_size
from web.board import arrows, signs

NAMES = sorted(board().spaces)
TOLERANCE = 1.0
OVER_SEA = 10.0
MOSTLY = 0.6
NARROW = 360
"""The width of a small phone, in pixels; the whole board is this wide."""
DRAWING = (ROOT / "templates" / "board" / "board.html").read_text("utf-8")
SHEET = "".join((ROOT / "static" / "css" / f"{name}.css").read_text("utf-8") for name in ("board", "pieces"))


def pixels(units):
    return units * NARROW / points()["viewBox"][2]


def declared(selector, name):
    """Return the first number of a declaration in the style sheet."""
    body = re.search(rf"\n{re.escape(selector)} {{(.*?)\n}}", SHEET, re.DOTALL)[1]
    return float(re.search(rf"{name}: (?:\d00 )?([\d.]+)", body)[1])


def drawn(pattern):
    """Return the numbers of a place in the template."""
    return [float(number) for number in re.search(pattern, DRAWING).groups()]


BODY = [45.0, 31.0]
"""The width and height of a unit."""
RIM = declared(".board .piece .rim", "stroke-width")
EMBLEM = 13.2
"""The height of an emblem."""


def sizes():
    return points()["sizes"]


def label_box(name):
    return around(points()["spaces"][name]["label"], label_size(board().spaces[name]))


def units(name):
    """Return, for each place of a unit in a space, its box without the rim."""
    return {
        place: around(point, sizes()["unit"]) for place, point in points()["spaces"][name]["unit"].items()
    }


def things(name):
    """List (kind, box) for everything in a space at once."""
    what = points()["spaces"][name]
    yield from units(name).items()
    yield "label", label_box(name)
    yield from ((part, around(what[part], sizes()[part])) for part in ("centre",) if part in what)
    yield from ((f"head {place}", around(point, sizes()["head"])) for place, point in what["head"].items())


def rimmed(name):
    """Return, for each place of a unit in a space, its box with the rim."""
    return {place: around(point, DRAWN_UNIT) for place, point in points()["spaces"][name]["unit"].items()}


def dislodged(name):
    return around(points()["spaces"][name]["dislodged"], sizes()["unit"])


def emblems(point):
    """Return the boxes around the emblems of an army and of a fleet there."""
    (x, y), half = point, EMBLEM / 2
    places = [(x + each.x, y + each.y) for each in signs.EMBLEM_AT.values()]
    return union_all([box(left - half, top - half, left + half, top + half) for left, top in places])


def test_every_space_has_its_points():
    assert sorted(points()["spaces"]) == NAMES


def test_on_a_small_phone_a_unit_is_16_pixels_wide_and_its_emblem_its_commander_and_its_coin_are_seen():
    assert pixels(BODY[0]) >= 16
    assert pixels(BODY[1]) >= 11
    assert pixels(EMBLEM) >= 4.5
    assert pixels(RIM / 2) >= 1
    assert pixels(2 * drawn(r'class="coin"[^>]* r="([\d.]+)"')[0] + 1.6) >= 5


def test_on_a_small_phone_codes_have_7_pixels_and_centres_5():
    on_phones = re.search(r"\.board \.codes :is\(text, \.at-sea\) {\s*font-size: ([\d.]+)px", SHEET)
    assert float(on_phones[1]) == FONT_SIZE
    assert pixels(FONT_SIZE) >= 7
    radius = drawn(r'class="centre\{\{ owner \}\}"[^>]* r="([\d.]+)"')[0]
    assert pixels(2 * radius + declared(".board .centre", "stroke-width")) >= 5


def test_codes_have_the_font_size_that_was_measured_for_room():
    sizes_of_codes = re.findall(r"\.codes[^{]*{[^}]*font(?:-size)?: [^;]*?([\d.]+)px", SHEET)
    assert len(sizes_of_codes) == 4
    assert max(map(float, sizes_of_codes)) == FONT_SIZE


def test_things_have_the_sizes_that_pages_draw():
    unit, drawn_unit = sizes()["unit"], DRAWN_UNIT
    edge = declared(".board .piece .body", "stroke-width")
    assert all(side + edge <= most for side, most in zip(BODY, unit, strict=True))
    assert [BODY[0] + RIM, BODY[1] + RIM] == list(drawn_unit)
    assert (arrows.HEAD, arrows.HALF_HEAD) == (LONG, HALF_WIDE)
    assert sizes()["head"][0] >= LONG
    (radius,) = drawn(r'class="coin"[^>]* r="([\d.]+)"')
    for spot in signs.COIN_AT.values():
        assert abs(spot.x) + radius <= drawn_unit[0] / 2
        assert abs(spot.y) + radius <= drawn_unit[1] / 2


def test_outlines_of_armies_and_fleets_fill_the_body_around_its_middle(subtests):
    for body in signs.BODIES.values():
        with subtests.test(body=body):
            places = ends_of_steps(body)
            across, down = ([place[axis] for place in places] for axis in (0, 1))
            assert max(map(abs, across)) <= BODY[0] / 2 + 0.5
            assert max(map(abs, down)) <= BODY[1] / 2 + 1
            assert max(across) - min(across) >= BODY[0] - 1
            assert max(down) - min(down) >= BODY[1] - 2


def ends_of_steps(path):
    """List the ends of a path's relative steps; a closing step leads back to the start."""
    x, y, start, places = 0.0, 0.0, (0.0, 0.0), []
    for step, text in re.findall(r"([a-z])([^a-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if step == "z":
            x, y = start
            continue
        across = {"h": lambda at: [at, 0], "v": lambda at: [0, at]}
        steps = across[step](*numbers) if step in across else numbers[-2:] if step in "qa" else numbers
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            places.append((x, y))
        start = (x, y) if step == "m" else start
    return places


def test_there_is_a_point_for_each_location_and_for_the_army(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            space = board().spaces[name]
            wanted = {*space.locations} | ({name} if space.admits(Kind.ARMY) else set())
            assert points()["spaces"][name]["unit"].keys() == wanted
            assert points()["spaces"][name]["head"].keys() == wanted


def test_supply_centres_and_no_others_have_a_mark(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            assert ("centre" in points()["spaces"][name]) == board().spaces[name].centre


def test_a_label_has_room_for_the_code_in_every_language(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            codes = {province_code(name, language) for language in LANGUAGES}
            assert all(2 <= len(code) <= 4 for code in codes)
            assert label_size(board().spaces[name])[0] >= 10 * min(map(len, codes))


def test_units_labels_and_centres_lie_inside_their_space(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            near = region(name).buffer(TOLERANCE)
            assert [part for part, box in things(name) if "/" not in part and not near.contains(box)] == []


def test_units_on_a_named_coast_lie_there_or_a_little_over_its_sea(subtests):
    for place in [place for place in board().borders[Kind.FLEET] if "/" in place]:
        for part in ["{}", "head {}"]:
            with subtests.test(place=place, part=part):
                home = region(place[:3])
                seas = [region(sea) for sea in board().borders[Kind.FLEET][place] if sea in board().seas]
                room = union_all([home, *(sea.intersection(home.buffer(OVER_SEA)) for sea in seas)]).buffer(
                    TOLERANCE
                )
                box = dict(things(place[:3]))[part.format(place)]
                assert room.contains(box)
                assert "head" in part or min(box.distance(sea) for sea in seas) < OVER_SEA


def test_units_labels_and_centres_of_a_space_do_not_overlap(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            boxes = dict(things(name))
            assert [
                pair for pair in combinations(boxes, 2) if boxes[pair[0]].intersects(boxes[pair[1]])
            ] == []


def test_the_rim_of_a_unit_touches_nothing_else_in_its_space(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            rims = rimmed(name)
            others = [(part, box) for part, box in things(name) if part not in rims]
            assert [
                (place, part) for place, rim in rims.items() for part, box in others if rim.overlaps(box)
            ] == []


def test_with_any_34_units_on_the_board_nothing_covers_a_unit_a_code_or_a_centre_of_another_space():
    placed = [(name, part, box) for name in NAMES for part, box in things(name) if "head" not in part]
    tree = STRtree([box for _, _, box in placed])
    pairs = {tuple(sorted(pair)) for pair in tree.query(tree.geometries, "intersects").T.tolist()}
    assert [(placed[one], placed[two]) for one, two in pairs if placed[one][0] != placed[two][0]] == []


def test_with_any_34_units_and_others_dislodged_beside_them_every_letter_is_seen():
    spaces = points()["spaces"]
    standing = {place: point for name in NAMES for place, point in spaces[name]["unit"].items()}
    routed = {f"dislodged {name}": spaces[name]["dislodged"] for name in NAMES}
    every = standing | routed
    boxes = [around(point, DRAWN_UNIT) for point in every.values()]
    tree, names = STRtree(boxes), list(every)
    hidden = [
        (name, names[other])
        for name, point in every.items()
        for other in tree.query(emblems(point), "intersects")
        if names[other] != name
    ]
    assert hidden == []


def test_a_dislodged_unit_covers_no_other_and_lies_mostly_in_its_space(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            box = dislodged(name)
            assert not any(box.intersects(unit) for unit in units(name).values())
            assert box.intersection(region(name)).area > MOSTLY * box.area


def test_a_space_is_found_again_from_each_of_its_points(subtests):
    for name in NAMES:
        with subtests.test(name=name):
            what = points()["spaces"][name]
            places = [what["label"], what["dislodged"], *what["unit"].values()]
            assert all(region(name).buffer(OVER_SEA).contains(Point(place)) for place in places)
