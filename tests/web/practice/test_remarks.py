"""Remarks of the site's opponent during a practice duel."""

import pytest

from intimate.codec import read_entry
from intimate.entries import Orders
from intimate.play import play
from intimate.players import Player
from learning.course import course
from learning.judging import judge
from opponent.levels import LEVELS
from services.history.chapters import Past
from tests.builders import duel_at, start
from web.practice.words import REMARKS, Occasion, occasion_of


def occasion(key, answer):
    """Find the occasion for a remark after an answer to a lesson; the player is the first."""
    before, chapter = judge(course()[key], answer).last
    return occasion_of(chapter.after, Player.FIRST, Past(1, chapter, before))


@pytest.mark.parametrize(
    ("key", "is_solution", "said"),
    [
        ("overbid", False, (Occasion.OVERBID, None)),
        ("heir", True, (Occasion.INHERITED, None)),
        ("auction", True, (Occasion.HIRED_ALIKE, None)),
        ("overbid", True, (Occasion.HIRED_MORE, None)),
        ("equal-bids", True, (None, None)),
        ("two-against-one", True, (Occasion.DROVE_OUT, None)),
        ("support-hold", False, (Occasion.DRIVEN_OUT, None)),
        ("square-you-leave", True, (Occasion.THREATENED, "MAR")),
        ("army-moves", True, (Occasion.THREATENS, "MUN")),
        ("coasts-petersburg", True, (None, None)),
    ],
)
def test_the_opponent_speaks_of_what_a_phase_has_brought(key, is_solution, said):
    lesson = course()[key]
    assert occasion(key, lesson.solution if is_solution else lesson.wrong.answer) == said


def test_every_level_has_a_sentence_of_its_own_on_what_happens_during_a_duel():
    for occasion in Occasion:
        assert set(REMARKS[occasion]) == set(LEVELS)
        if occasion not in {Occasion.WON, Occasion.LOST, Occasion.DRAWN}:
            assert len({str(said) for said in REMARKS[occasion].values()}) == len(LEVELS)


def test_a_remark_is_one_that_is_read_at_a_glance():
    said = {str(words) for by_level in REMARKS.values() for words in by_level.values()}
    assert [words for words in said if len(words.split()) > 16] == []


def test_the_opponent_takes_no_credit_for_a_unit_that_the_player_drove_out():
    begin = start(
        "S1902M",
        control={"RUSSIA": "first"},
        units={"AUSTRIA": ["A BUD", "A VIE"], "FRANCE": ["F BRE"], "RUSSIA": ["A GAL"]},
    )
    before = duel_at(begin)
    orders = read_entry({"orders": {"AUSTRIA": ["A BUD - GAL", "A VIE S A BUD - GAL"]}}, before.kind)
    chapter = play(before, {Player.FIRST: orders, Player.SECOND: Orders({})})
    assert chapter.after.position.dislodged
    assert occasion_of(chapter.after, Player.FIRST, Past(1, chapter, before)) == (None, None)
