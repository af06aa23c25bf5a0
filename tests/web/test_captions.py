"""The animated duel of the front page says what happens in each scene, and why."""

import pytest

from intimate.record import load
from intimate.replay import chapters_of
from services.history.replay import ReplayScene, bundled_scenes
from tests.builders import moves, record, sheets, start
from web.pages.captions import about


@pytest.fixture(autouse=True)
def english(site):
    """Set a visitor's language to English."""
    with site.test_request_context(headers={"Accept-Language": "en"}):
        yield


def caption_of(begin, last):
    """Return the caption of the last chapter of a duel from a given start."""
    before = load(record(begin=begin)).start
    (played,) = chapters_of(load(record(last, begin=begin)))
    return about(ReplayScene(played.phase, played.after, {}, played, before))


@pytest.mark.parametrize(
    ("begin", "last", "words"),
    [
        (
            start("S1902B"),
            sheets("S1902B", {"ITALY": 5, "RUSSIA": 3}, {"TURKEY": 4}),
            "Austria hires Italy and Russia. France hires Turkey.",
        ),
        (
            start("S1902B"),
            sheets("S1902B", {"ITALY": 25}, {"TURKEY": 4}),
            "Overbid: Austria bid more than it has, and commands nobody this year.",
        ),
        (
            start("S1902M", units={"AUSTRIA": ["A BUD", "A SER"], "FRANCE": ["A RUM"]}),
            moves("S1902M", {"AUSTRIA": ["A BUD - RUM", "A SER S A BUD - RUM"]}),
            "A Budapest, supported by A Serbia, dislodges A Rumania.",
        ),
        (
            start("S1902M", units={"AUSTRIA": ["A BUD"], "FRANCE": ["A UKR"]}),
            moves("S1902M", {"AUSTRIA": ["A BUD - RUM"]}, {"FRANCE": ["A UKR - RUM"]}),
            "A Budapest and A Ukraine are equally strong: neither gets in.",
        ),
        (
            start("F1902M", units={"AUSTRIA": ["A BUL"], "FRANCE": ["A PAR"]}),
            moves("F1902M"),
            "Austria takes the supply centre of Bulgaria.",
        ),
        (
            start("S1902M", units={"AUSTRIA": ["A BUR"], "FRANCE": ["A GAS"]}),
            moves("S1902M", {"AUSTRIA": ["A BUR - PAR"]}),
            "A unit of Austria stands on a home centre of France: the duel is won.",
        ),
        (
            start("S1902M", units={"AUSTRIA": ["A BUD"], "FRANCE": ["A PAR"]}),
            moves("S1902M", {"AUSTRIA": ["A BUD - RUM"]}),
            "Both sides move at the same moment.",
        ),
    ],
    ids=["auction", "overbid", "dislodged", "bounce", "taken", "won", "nothing"],
)
def test_the_caption_says_what_matters_most_and_why(begin, last, words):
    assert caption_of(begin, last) == words


def test_every_scene_of_the_bundled_duel_has_something_to_say():
    captions = [about(scene) for scene in bundled_scenes()]
    assert all(captions)
    assert captions[-1].endswith("the duel is won.")


def test_the_front_page_leads_to_learning_first(visit):
    page = visit().get("/").text
    actions = page.split('class="actions"')[1]
    order = ["Learn in five minutes", "Play now against the site", "Play a friend"]
    assert sorted(order, key=actions.index) == order
