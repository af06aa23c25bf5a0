"""What the page says of an entry compared with the plans of its player."""

import pytest

from adjudicator import Phase
from intimate.codec import read_stored_entry
from intimate.players import Player
from intimate.settings import rules
from opponent.judging import Judgement, Plan
from services.analysis.seen import JudgedChapter
from web.analysis.comparison import side_of
from web.core.translation import in_language

PLAYED, BEST, SECOND = ({"bids": {"ITALY": bid}} for bid in (3, 5, 6))


@pytest.fixture
def remark_on(site):
    """Return the comment on a sheet that promised a share, beside two plans of given weights and worths."""

    def say(own, best, second, *, punished=None):
        plans = [Plan(read_stored_entry(sheet), *each) for sheet, each in ((BEST, best), (SECOND, second))]
        judgement = Judgement(0.5, {Player.FIRST: plans, Player.SECOND: plans}, {Player.FIRST: own}, 0)
        chapter = JudgedChapter(1, Phase.parse("S1902B"), judgement)
        entry = read_stored_entry(PLAYED)
        side = side_of(chapter, Player.FIRST, entry, rules("intimate", {}).edition, punished)
        assert [column.worth for column in side.columns[1:]] == sorted(
            (column.worth for column in side.columns[1:]), key=lambda worth: -int(worth[:-1])
        )
        return side.said

    with site.test_request_context(), in_language("en"):
        yield say


def test_if_every_plan_loses_none_is_advised(remark_on):
    words = remark_on(0.001, (0.5, 0.002), (0.5, 0.001))
    assert (
        words
        == "What was played promises as much as the best plan: 0%. Nothing could save the duel any more."
    )


def test_the_played_entry_never_ranks_above_the_best_plan(remark_on):
    """This also holds for analyses stored before played entries counted among the plans."""
    assert remark_on(0.602, (0.9, 0.6), (0.01, 0.5)) == "What was played is the best plan: 60%."
    assert (
        remark_on(0.598, (0.9, 0.6), (0.01, 0.5)) == "What was played promises as much as the best plan: 60%."
    )
    assert remark_on(0.25, (0.9, 0.22), (0.01, 0.2)) == "What was played is the best plan: 25%."


def test_the_cost_against_the_opponent_s_entry_is_a_sentence_of_its_own(remark_on):
    words = remark_on(0.43, (1.0, 0.44), (0.0, 0.2), punished=0.02)
    assert words == (
        "Played: 43%; best: 44%. Against what the other side really entered, it left 2%: 41 points less."
    )


@pytest.mark.parametrize(
    ("own", "verdict"),
    [(0.6, "good"), (0.56, "good"), (0.54, "inaccuracy"), (0.46, "inaccuracy"), (0.44, "mistake")],
)
def test_the_verdict_depends_on_the_points_given_away(own, verdict):
    plans = [Plan(read_stored_entry(BEST), 1.0, 0.6)]
    judged = JudgedChapter(
        1, Phase.parse("S1902B"), Judgement(0.5, {Player.FIRST: plans}, {Player.FIRST: own}, 0)
    )
    assert (judged.verdict(Player.FIRST), judged.verdict(Player.SECOND)) == (verdict, None)
