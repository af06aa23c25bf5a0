"""The turning point of a judged duel."""

from itertools import count

from adjudicator import Phase
from intimate.entries import Sheet
from intimate.players import Player
from opponent.judging import Judgement, Plan
from services.analysis.seen import JudgedChapter, turning_point

FIRST, SECOND = Player


def chapters(*figures):
    """Return chapters of (share of the first player, what the first gave up, what the second did)."""
    numbers = count(1)
    return [
        JudgedChapter(
            next(numbers),
            Phase.parse("S1901M"),
            Judgement(
                share,
                {player: [Plan(Sheet(), 1.0, 0.6)] for player in Player},
                {FIRST: 0.6 - first, SECOND: 0.6 - second},
                0,
            ),
        )
        for share, first, second in figures
    ]


def test_it_is_where_the_losers_entry_gave_up_most_and_they_stood_worse_afterwards():
    duel = chapters((0.5, 0.1, 0.4), (0.45, 0.3, 0), (0.3, 0.2, 0), (0.2, 0.5, 0), (0.35, 0, 0))
    found = turning_point(duel, SECOND, 0.0)
    assert (found.ordinal, found.player, round(found.given_up, 2)) == (2, FIRST, 0.3)
    assert turning_point(duel, FIRST, 1.0).player is SECOND


def test_an_entry_that_gave_up_much_and_cost_little_decided_less_than_one_that_cost_more():
    """What the other one did as badly is no turning point, however much better the best plan was."""
    duel = chapters((0.71, 0.4, 0.3), (0.64, 0.03, 0), (0.4, 0.2, 0), (0.11, 0.1, 0))
    found = turning_point(duel, SECOND, 0.0)
    assert (found.ordinal, round(found.cost, 2)) == (3, 0.2)


def test_it_is_nowhere_that_the_loser_recovered_from():
    duel = chapters((0.6, 0.4, 0), (0.4, 0, 0), (0.62, 0, 0), (0.5, 0.1, 0), (0.3, 0, 0))
    found = turning_point(duel, SECOND, 0.0)
    assert (found.ordinal, round(found.given_up, 2)) == (4, 0.1)


def test_where_no_entry_gave_up_much_it_is_where_the_loser_fell_most():
    duel = chapters((0.5, 0.02, 0), (0.6, 0.01, 0), (0.25, 0, 0))
    assert turning_point(duel, SECOND, None)[:5:2] == (2, FIRST, 0.35)
    assert turning_point(duel, SECOND, None).given_up == 0
    assert turning_point(duel, SECOND, 0.0).ordinal == 2
    assert turning_point(duel, FIRST, 1.0).ordinal == 3


def test_of_a_draw_it_is_the_greatest_change_for_either():
    duel = chapters((0.5, 0.5, 0), (0.6, 0, 0), (0.9, 0, 0), (0.7, 0, 0))
    found = turning_point(duel, None, 0.5)
    assert (found.ordinal, found.player, found.given_up) == (2, SECOND, 0)


def test_where_nothing_changed_much_there_is_none():
    assert turning_point([], SECOND, 0.0) is None
    assert turning_point(chapters((0.5, 0.4, 0), (0.52, 0, 0)), SECOND, None) is None


def test_nothing_is_given_up_where_nothing_was_entered():
    [chapter] = chapters((0.5, 0, 0))
    absent = JudgedChapter(1, chapter.phase, Judgement(0.5, chapter.judgement.plans, {}, 0))
    assert absent.given_up(FIRST) is None
    assert absent.best(FIRST) == 0.6
    assert JudgedChapter(1, chapter.phase, Judgement(0.5, {}, {}, 0)).best(FIRST) is None
