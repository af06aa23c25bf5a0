"""The turning point of an analysed duel."""

from itertools import count

from adjudicator import Phase
from intimate.entries import Sheet
from intimate.players import Player
from opponent.judging import Judgement, Plan
from services.analysis.seen import JudgedChapter, turning_point

FIRST, SECOND = Player


def chapters(*figures):
    """Return chapters of (share of the first player, loss by the first's entry, loss by the second's)."""
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


def test_the_turning_point_is_where_the_loser_gave_up_most_and_then_stood_worse():
    duel = chapters((0.5, 0.1, 0.4), (0.45, 0.3, 0), (0.3, 0.2, 0), (0.2, 0.5, 0), (0.35, 0, 0))
    found = turning_point(duel, SECOND, 0.0)
    assert (found.ordinal, found.player, round(found.given_up, 2)) == (2, FIRST, 0.3)
    assert turning_point(duel, FIRST, 1.0).player is SECOND


def test_the_turning_point_is_the_entry_that_cost_most_rather_than_gave_up_most():
    """If the opponent erred as much, it is no turning point, however good the best plan was."""
    duel = chapters((0.71, 0.4, 0.3), (0.64, 0.03, 0), (0.4, 0.2, 0), (0.11, 0.1, 0))
    found = turning_point(duel, SECOND, 0.0)
    assert (found.ordinal, round(found.cost, 2)) == (3, 0.2)


def test_the_turning_point_is_not_a_moment_the_loser_recovered_from():
    duel = chapters((0.6, 0.4, 0), (0.4, 0, 0), (0.62, 0, 0), (0.5, 0.1, 0), (0.3, 0, 0))
    found = turning_point(duel, SECOND, 0.0)
    assert (found.ordinal, round(found.given_up, 2)) == (4, 0.1)


def test_if_no_entry_gave_up_much_the_turning_point_is_the_loser_s_greatest_fall():
    duel = chapters((0.5, 0.02, 0), (0.6, 0.01, 0), (0.25, 0, 0))
    assert turning_point(duel, SECOND, None)[:5:2] == (2, FIRST, 0.35)
    assert turning_point(duel, SECOND, None).given_up == 0
    assert turning_point(duel, SECOND, 0.0).ordinal == 2
    assert turning_point(duel, FIRST, 1.0).ordinal == 3


def test_the_turning_point_of_a_draw_is_the_greatest_change():
    duel = chapters((0.5, 0.5, 0), (0.6, 0, 0), (0.9, 0, 0), (0.7, 0, 0))
    found = turning_point(duel, None, 0.5)
    assert (found.ordinal, found.player, found.given_up) == (2, SECOND, 0)


def test_a_duel_without_great_changes_has_no_turning_point():
    assert turning_point([], SECOND, 0.0) is None
    assert turning_point(chapters((0.5, 0.4, 0), (0.52, 0, 0)), SECOND, None) is None


def test_a_player_without_an_entry_gave_nothing_up():
    [chapter] = chapters((0.5, 0, 0))
    absent = JudgedChapter(1, chapter.phase, Judgement(0.5, chapter.judgement.plans, {}, 0))
    assert absent.given_up(FIRST) is None
    assert absent.best(FIRST) == 0.6
    assert JudgedChapter(1, chapter.phase, Judgement(0.5, {}, {}, 0)).best(FIRST) is None
