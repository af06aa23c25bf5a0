"""Whether an answer is better than the played entry, by the stored analysis."""

import pytest

from adjudicator import Phase, read_orders
from intimate.entries import NO_ORDERS, Orders, Sheet
from intimate.errors import EntryError
from intimate.players import Player
from intimate.settings import rules
from intimate.start import set_up
from opponent.judging import Judgement, Plan, compared
from services.analysis.mistakes import is_better, worst_moments
from services.analysis.seen import AnalysisProgress, Course, JudgedChapter

FIRST, SECOND = Player.FIRST, Player.SECOND
START = {
    "phase": "F1902M",
    "homes": {"first": "AUSTRIA", "second": "ITALY"},
    "credits": {"first": 20, "second": 20},
    "units": {"AUSTRIA": ["A VIE", "A BUD", "F TRI"], "ITALY": ["A VEN", "A APU", "F NAP"]},
    "centers": {"AUSTRIA": ["VIE", "BUD", "TRI"], "ITALY": ["VEN", "ROM", "NAP"], "RUSSIA": ["WAR"]},
}


def given(orders):
    return Orders(read_orders(orders))


LEFT = given({"AUSTRIA": ["F TRI - ALB", "A VIE - GAL"]})
STAYED = given({"AUSTRIA": ["F TRI H", "A VIE S F TRI"]})
ALSO = given({"AUSTRIA": ["F TRI H", "A VIE - TYR"]})
ATTACK = given({"ITALY": ["A VEN - TRI"]})


def chapter(own, theirs, played, phase="F1902M"):
    plans = {FIRST: [Plan(own, 1.0, 0.6)], SECOND: [Plan(theirs, 1.0, 0.6)]}
    return JudgedChapter(3, Phase.parse(phase), Judgement(0.5, plans, {FIRST: played, SECOND: 0.6}, 0))


def test_a_plan_that_keeps_the_home_centre_is_better_than_one_that_left_it():
    before = set_up(rules("intimate", {}), START)
    judged = chapter(STAYED, ATTACK, 0.1)
    for answer, better in ((STAYED, True), (ALSO, True), (LEFT, False)):
        assert is_better(judged, before, {FIRST: LEFT}, FIRST, answer) is better


def test_both_sides_are_measured_alike():
    before = set_up(rules("intimate", {}), START)
    first = compared(before, FIRST, [LEFT, STAYED], [(ATTACK, 1.0)])
    second = compared(before, SECOND, [ATTACK], [(LEFT, 1.0)]) + compared(
        before, SECOND, [ATTACK], [(STAYED, 0)]
    )
    assert first[0] < first[1]
    assert second == pytest.approx([1 - share for share in first])


@pytest.mark.parametrize("phase", ["W1902A", "S1902B"])
def test_winters_and_auctions_are_measured_too(phase):
    units = START["units"] | {"AUSTRIA": ["A VIE"], "RUSSIA": ["A WAR"]}
    before = set_up(rules("intimate", {}), START | {"phase": phase, "units": units})
    if phase == "W1902A":
        entries = [NO_ORDERS, given({"AUSTRIA": ["A BUD B", "F TRI B"]})]
    else:
        entries = [Sheet(), Sheet({"RUSSIA": 1})]
    nothing, something = compared(before, FIRST, entries, [(entries[0], 1.0)])
    assert nothing < something


def test_an_entry_of_the_wrong_kind_is_refused():
    before = set_up(rules("intimate", {}), START)
    with pytest.raises(EntryError):
        compared(before, FIRST, [Sheet()], [(NO_ORDERS, 1.0)])


def test_the_worst_three_moments_come_worst_first_and_only_once_all_is_judged():
    chapters = [chapter(STAYED, ATTACK, own) for own in (0.5, 0.58, 0.1, 0.3, 0.4)]
    done = Course(AnalysisProgress(5, 5), chapters)
    assert [each.judgement.played[FIRST] for each in worst_moments(done, FIRST)] == [0.1, 0.3, 0.4]
    assert worst_moments(done, SECOND) == []
    assert worst_moments(Course(AnalysisProgress(6, 5), chapters), FIRST) == []
