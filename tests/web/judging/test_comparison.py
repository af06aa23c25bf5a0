"""What is said of an entry beside the plans of its player."""

import re

import pytest

from adjudicator import Phase
from intimate.codec import read_stored_entry
from intimate.players import Player
from intimate.settings import rules
from opponent.judging import Judgement, Plan
from services.judging.turning import JudgedChapter
from web.frame.translation import in_language
from web.judging.comparison import side_of

PLAYED, BEST, SECOND = ({"bids": {"ITALY": bid}} for bid in (3, 5, 6))


@pytest.fixture
def said(site):
    """Return what is said of a sheet that promised so much, beside two plans of such weights and worths."""

    def say(own, best, second, *, alone=False):
        plans = [Plan(read_stored_entry(sheet), *each) for sheet, each in ((BEST, best), (SECOND, second))]
        others = {} if alone else {Player.SECOND: plans}
        judgement = Judgement(0.5, {Player.FIRST: plans, **others}, {Player.FIRST: own}, 0)
        chapter = JudgedChapter(1, Phase.parse("S1902B"), judgement)
        entry = read_stored_entry(PLAYED)
        return side_of(chapter, Player.FIRST, entry, rules("intimate", {}).edition).said

    with site.test_request_context(), in_language("en"):
        yield say


def test_how_often_either_plan_would_be_chosen_is_told_where_a_good_player_varies(said):
    both = said(0.4, (0.7, 0.6), (0.3, 0.5))
    assert both.startswith("Played: 40%; best: 60%. As both enter in secret, a good player varies:")
    assert both.endswith("the best plan 70% of the time, the second best 30%.")
    for best, second in ((0.99, 0.01), (0.97, 0.0)):
        assert said(0.4, (best, 0.6), (second, 0.5)) == "Played: 40%; best: 60%."


def test_what_a_good_player_would_else_choose_is_told_where_they_would(said):
    assert said(0.4, (0.3, 0.6), (0.2, 0.5)).endswith(
        "best plan 30% of the time, the second best 20%, others 50%."
    )


@pytest.mark.parametrize("weights", [(0.675, 0.296), (0.284, 0.324), (0.704, 0.2915), (0.505, 0.495)])
def test_how_often_plans_would_be_chosen_adds_up_to_the_whole(said, weights):
    told = said(0.4, *((weight, 0.6) for weight in weights)).partition("varies:")[2]
    assert sum(map(int, re.findall(r"(\d+)%", told))) == 100


def test_where_the_other_player_enters_nothing_nobody_needs_to_vary(said):
    assert said(0.4, (0.7, 0.6), (0.3, 0.5), alone=True) == "Played: 40%; best: 60%."


def test_where_every_plan_loses_nothing_is_advised(said):
    words = said(0.001, (0.5, 0.002), (0.5, 0.001))
    assert (
        words
        == "What was played promises as much as the best plan: 0%. Nothing could save the duel any more."
    )


def test_an_entry_that_promises_as_much_as_the_best_plan_or_more_is_not_set_against_it(said):
    assert said(0.602, (0.9, 0.6), (0.01, 0.5)) == "What was played promises as much as the best plan: 60%."
    assert said(0.64, (0.9, 0.6), (0.01, 0.5)) == "What was played promises more than either plan: 64%."
