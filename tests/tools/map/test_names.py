"""On a board with names, each name lies in its space and hides nothing there."""

import json
from itertools import combinations

import pytest
from shapely import union_all

from adjudicator.notation import LANGUAGES
from adjudicator.notation.writing import province_name
from tests.quality.project import ROOT
from tests.tools.map.drawn import around, points, region, shapes
from tools.map.__main__ import write_names
from tools.map.names import BASELINE, LINE
from web.board.points import shapes as drawn_in_sequence

FOLDER = ROOT / "static" / "board"
MOST_WITHOUT = 6


def placed(language):
    """Return the spaces with their own names: the letter size and the lines of each."""
    found = json.loads((FOLDER / f"names-{language}.json").read_text("utf-8"))
    assert len(found) == len(shapes())
    return {code: (name["size"], name["lines"]) for code, name in zip(shapes(), found, strict=True) if name}


def boxes(size, lines):
    return [around((x, y - size * BASELINE), (wide, size * LINE)) for _, x, y, wide in lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nearly_every_space_has_its_name_in_letters_that_can_be_read(language):
    found = placed(language)
    assert len(shapes()) - len(found) <= MOST_WITHOUT
    for code, (size, lines) in found.items():
        assert " ".join(line[0] for line in lines) == province_name(code, language)
        assert size >= 11


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_lies_within_its_space_off_its_units_and_its_centre(language):
    for code, (size, lines) in placed(language).items():
        at = points()["spaces"][code]
        things = [around(point, points()["sizes"]["unit"]) for point in at["unit"].values()]
        if "centre" in at:
            things.append(around(at["centre"], points()["sizes"]["centre"]))
        for box in boxes(size, lines):
            assert region(code).buffer(1).covers(box), code
            assert not any(thing.intersects(box) for thing in things), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_names_touch(language):
    found = {code: union_all(boxes(*name)) for code, name in placed(language).items()}
    assert [pair for pair in combinations(found, 2) if found[pair[0]].intersection(found[pair[1]]).area] == []


def test_the_names_are_those_of_the_board_as_it_is_drawn_in_its_sequence(tmp_path):
    assert [*drawn_in_sequence()] == [*shapes()]
    for name in ("standard.svg", "standard.json"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    write_names(tmp_path)
    for language in LANGUAGES:
        name = f"names-{language}.json"
        assert (tmp_path / name).read_text("utf-8") == (FOLDER / name).read_text("utf-8")
