"""The board as a picture of its own: SVG without references, PNG with our own fonts."""

import os
import re
import threading
from xml.etree import ElementTree as ET

import pytest

from adjudicator import standard
from tests.builders import CENTRES, UNITS, start
from tests.quality.project import ROOT
from tests.web.board.png import edges, pixels, size
from web.board import painter
from web.board.points import unit_point, view_box
from web.board.still import LOCK, LOOKS, DiskCache, palette

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {f"{SVG}{tag}" for tag in ["svg", "title", "defs", "pattern", "rect", "g", "path", "circle", "text"]}
ORDERS = {
    "AUSTRIA": ["A BUD - SER", "A VIE - GAL", "F TRI - VEN"],
    "RUSSIA": ["A WAR - UKR", "A MOS S A WAR - UKR"],
}


@pytest.fixture
def duel(pages):
    """Return a duel after an auction and moves: some failed, and Germany is in anarchy."""
    duel = pages(start("S1902B"))
    bids = {"RUSSIA": 1, "ENGLAND": 1}, {"ITALY": 1, "TURKEY": 1}
    duel.contest.resolve(*({"bids": sheet} for sheet in bids))
    duel.contest.resolve(
        {"orders": {**ORDERS, "ENGLAND": ["F LON - NTH", "F EDI - NTH", "A LVP - WAL"]}},
        {"orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "ITALY": ["A VEN H"]}},
    )
    return duel


def drawing(answer):
    assert answer.status_code == 200
    return ET.fromstring(answer.text)  # noqa: S314  # our own


def units(tree):
    return sorted(each.get("data-unit") for each in tree.iter(f"{SVG}g") if each.get("data-unit"))


def test_it_draws_75_spaces_34_centres_and_every_unit(duel):
    tree = drawing(duel.get("visitor", "/board.svg"))
    spaces = {each.get("id") for each in tree.iter(f"{SVG}path") if each.get("id")}
    assert spaces == {str(code) for code in standard().spaces}
    assert len(spaces) == 75
    codes = [each.text for each in tree.iter(f"{SVG}text")]
    assert spaces <= set(codes)
    moved = {"A BUD": "A SER", "A VIE": "A GAL", "A PAR": "A BUR", "A WAR": "A UKR", "A LVP": "A WAL"}
    assert units(tree) == sorted(moved.get(unit, unit) for listed in UNITS.values() for unit in listed)
    assert len(codes) == 75
    homes = [each for each in tree.iter(f"{SVG}path") if each.get("d").startswith("M0-8")]
    assert len(homes) == len(CENTRES["AUSTRIA"] + CENTRES["FRANCE"])


@pytest.mark.parametrize("page", ["/board.svg", "/chapters/1/board.svg", "/chapters/1/board.svg?after=yes"])
def test_it_refers_to_nothing_outside_and_has_neither_scripts_nor_style(duel, page):
    answer = duel.get("visitor", page)
    tree = drawing(answer)
    assert {each.tag for each in tree.iter()} <= DRAWN
    names = {name for each in tree.iter() for name in each.attrib}
    assert not [name for name in names if name.startswith(("on", "class", "style")) or "href" in name]
    assert set(re.findall(r"url\([^)]*\)", answer.text)) <= {"url(#hatch-GERMANY)"}
    assert set(re.findall(r"\w+://[^\"]*", answer.text)) == {"http://www.w3.org/2000/svg"}
    assert "var(" not in answer.text


def test_lands_have_the_colour_of_their_owner_and_anarchy_is_hatched(duel):
    answer = duel.get("visitor", "/board.svg")
    fills = {each.get("id"): each.get("fill") for each in drawing(answer).iter(f"{SVG}path")}
    paint = palette(dark=False)
    assert fills["PAR"] == paint.tint["FRANCE"]
    assert fills["BUR"] == paint.base["land"]
    assert fills["NTH"] == paint.base["sea"]
    assert answer.text.count("url(#hatch-GERMANY)") == len(CENTRES["GERMANY"])
    assert answer.text.count(f'fill="{paint.base["hollow"]}"') == len(UNITS["GERMANY"])


def test_it_is_light_unless_dark_is_asked_for(duel):
    light, dark, other = (
        duel.get("visitor", f"/board.svg{theme}").text for theme in ("", "?theme=dark", "?theme=x")
    )
    assert palette(dark=True).base["land"] in dark
    assert palette(dark=True).base["land"] not in light
    assert light == other
    assert len(light) < 200_000


@pytest.mark.parametrize("look", LOOKS)
def test_another_look_of_the_board_is_asked_for_by_its_name(duel, look):
    asked = duel.get("visitor", f"/board.svg?board={look}").text
    assert f'fill="{palette(dark=False, look=look).base["land"]}"' in asked
    assert palette(dark=False).base["far_water"] not in asked
    both = duel.get("visitor", f"/board.svg?board={look}&theme=dark").text
    assert f'fill="{palette(dark=True, look=look).base["land"]}"' in both


def test_a_paper_or_dark_board_is_the_same_in_every_theme(duel):
    dark = duel.get("visitor", "/board.svg?theme=dark").text
    assert duel.get("visitor", "/board.svg?board=dark").text == dark
    paper = duel.get("visitor", "/board.svg?board=paper&theme=dark").text
    assert paper == duel.get("visitor", "/board.svg").text


def test_a_chapter_has_its_orders_and_crosses_out_those_that_failed(duel):
    tree = drawing(duel.get("visitor", "/chapters/1/board.svg"))
    assert units(tree) == sorted(unit for listed in UNITS.values() for unit in listed)
    orders = [each for each in tree.iter(f"{SVG}g") if each.get("data-order")]
    crosses = [each for each in tree.iter(f"{SVG}g") if each.get("data-crossed")]
    assert {"A BUD", "A VIE", "F TRI", "A WAR", "A MOS", "F LON", "A LVP", "A PAR", "A MAR"} <= {
        each.get("data-order") for each in orders
    }
    cross = palette(dark=False).base["cross"]
    assert {each.get("data-crossed") for each in crosses} == {"F EDI", "F LON", "F TRI"}
    assert [[part.get("stroke") for part in each][-1] for each in crosses] == [cross] * 3


def test_afterwards_a_chapter_has_the_units_where_they_went_and_no_orders(duel):
    tree = drawing(duel.get("visitor", "/chapters/1/board.svg?after=yes"))
    assert {"A SER", "A GAL", "A BUR", "A UKR"} <= set(units(tree))
    assert not [each for each in tree.iter() if each.get("data-order")]


def test_a_dislodged_unit_stands_beside_the_one_that_drove_it_out(pages):
    duel = pages(start("S1902R", dislodged={"AUSTRIA": {"A SER": ["ALB", "GRE"]}}))
    answer = duel.get("visitor", "/board.svg")
    assert "A SER" in units(drawing(answer))
    assert palette(dark=False).base["dislodged"] in answer.text


@pytest.mark.parametrize("width", [480, 1200, 2400])
def test_a_png_has_the_width_that_was_asked_for(duel, width):
    answer = duel.get("visitor", f"/board.png?theme=light&width={width}")
    assert answer.mimetype == "image/png"
    across, down = size(answer.data)
    assert across == width
    assert abs(down - width * view_box()[1] / view_box()[0]) < 2


@pytest.mark.parametrize(
    ("asked", "width"),
    [("1", 480), ("-5", 480), ("320", 480), ("841", 1200), ("1799", 1200), ("99999", 2400)],
)
def test_any_other_width_gives_the_nearest_available_one(duel, asked, width):
    other = duel.get("visitor", f"/board.png?width={asked}")
    assert other.headers["ETag"] == duel.get("visitor", f"/board.png?width={width}").headers["ETag"]
    assert size(other.data)[0] == width


@pytest.mark.parametrize("asked", ["9" * 5000, "wide", "", "1e3"])
def test_an_invalid_width_gives_the_usual_one(duel, asked):
    assert size(duel.get("visitor", f"/board.png?width={asked}").data)[0] == 1200


@pytest.mark.parametrize("dark", [False, True])
def test_a_png_shows_lands_and_units_in_their_colours(duel, dark):
    picture = pixels(duel.get("visitor", f"/board.png?width=480&theme={'dark' if dark else ''}").data)
    paint, scale = palette(dark=dark), 480 / view_box()[0]
    colours = {colour for row in picture for colour in row}
    led = {colour for power, colour in paint.own.items() if power != "GERMANY"}  # hollow, for anarchy
    assert {
        paint.base["sea"],
        paint.base["land"],
        paint.base["hollow"],
        *paint.tint.values(),
        *led,
    } <= colours
    middle = unit_point("MAR")
    assert picture[round((middle.y + 13) * scale)][round((middle.x - 17) * scale)] == paint.own["FRANCE"]
    assert edges(picture) > 10_000


MORE = {
    "AUSTRIA": ["A SER", "A RUM", "A GRE"],
    "FRANCE": ["A SPA", "F POR", "A BEL"],
    "GERMANY": ["A DEN", "F HOL"],
}
MORE |= {"ENGLAND": ["F NWY", "F SWE"], "TURKEY": ["A BUL"], "ITALY": ["F TUN"]}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_png_of_the_usual_width_is_small_with_a_unit_in_each_centre_and_arrows_between_them(pages, theme):
    full = pages(start("S1902M", units={power: [*own, *MORE.get(power, [])] for power, own in UNITS.items()}))
    austria = ["A SER - ALB", "A BUD - SER", "A VIE - GAL", "F TRI - ADR", "A RUM S A VIE - GAL", "A GRE H"]
    france = [
        "A MAR - PIE",
        "A PAR - BUR",
        "F BRE - ENG",
        "A SPA S A MAR",
        "F POR - MAO",
        "A BEL S A PAR - BUR",
    ]
    full.contest.resolve({"orders": {"AUSTRIA": austria}}, {"orders": {"FRANCE": france}})
    for page in ("/board.png", "/chapters/0/board.png"):
        assert len(full.get("visitor", f"{page}?theme={theme}").data) < 150_000


def test_letters_are_painted_with_the_fonts_of_the_project_and_no_others(duel, tmp_path, monkeypatch):
    document = duel.get("visitor", "/board.svg").text
    silent = re.sub(r">[^<]*</text>", "></text>", document)
    assert painter.painted(document, 640) != painter.painted(silent, 640)
    monkeypatch.setattr(painter, "FONTS", tmp_path)
    assert painter.painted(document, 640) == painter.painted(silent, 640)


def test_the_fonts_are_small_and_free():
    fonts = ROOT / "static" / "fonts"
    assert sum(file.stat().st_size for file in fonts.glob("*.ttf")) < 40_000
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL.txt").read_text("utf-8")


ROOMY = 1000


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "pictures"


@pytest.fixture
def cache(folder):
    """Return a cache of a thousand bytes."""
    return DiskCache(folder, ROOMY)


def store(cache, name, content):
    with cache.locked():
        cache.store(name, content)


def names(folder):
    return {file.name for file in folder.iterdir()} - {LOCK}


def grow_old(folder, name, seconds):
    stat = (folder / name).stat()
    os.utime(folder / name, (stat.st_atime - seconds, stat.st_mtime - seconds))


def test_processes_sharing_a_folder_load_each_other_s_pictures(cache, folder):
    assert cache.load("a") is None
    assert "a" not in cache
    store(cache, "a", b"picture")
    for each in (cache, DiskCache(folder, ROOMY)):
        assert each.load("a") == b"picture"
        assert "a" in each


def test_only_the_owner_reads_them(cache, folder):
    store(cache, "a", b"picture")
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_least_recently_used_are_removed_when_there_is_no_room(cache, folder):
    for age, name in enumerate("cba"):
        store(cache, name, bytes(300))
        grow_old(folder, name, 100 - age)
    assert cache.load("c") == bytes(300)
    store(cache, "d", bytes(300))
    assert names(folder) == {"a", "c", "d"}
    store(cache, "e", bytes(300))
    assert names(folder) == {"c", "d", "e"}


def test_a_picture_larger_than_the_cache_is_not_kept(cache, folder):
    store(cache, "a", bytes(ROOMY + 1))
    assert names(folder) == set()


def test_unfinished_files_of_a_crash_count_and_are_removed_when_oldest(cache, folder):
    store(cache, "a", bytes(10))
    (folder / "b.0.part").write_bytes(bytes(ROOMY))
    grow_old(folder, "b.0.part", 100)
    store(cache, "c", bytes(10))
    assert names(folder) == {"a", "c"}


def test_a_file_that_cannot_be_written_whole_is_not_stored(cache, folder):
    with cache.locked(), pytest.raises(TypeError):
        cache.store("a", "no bytes")
    assert names(folder) == set()


def test_one_at_a_time_holds_the_folder(cache, folder):
    held, order = threading.Event(), []

    def second():
        held.wait()
        with DiskCache(folder, ROOMY).locked():
            order.append("second")

    other = threading.Thread(target=second)
    other.start()
    with cache.locked():
        held.set()
        other.join(0.2)
        order.append("first")
    other.join()
    assert order == ["first", "second"]
