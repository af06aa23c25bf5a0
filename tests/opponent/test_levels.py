"""The levels: what each leaves out, and that they win won positions."""

import pytest

from adjudicator import Convoy, Support
from intimate.entries import Sheet
from intimate.play import awaits
from intimate.view import View
from lab.matches.match import Match
from lab.matches.playing import Outcome
from opponent.choosing import choose, forgetting
from opponent.levels import LEVELS, STRENGTHS, Level
from tests.opponent.drawn import MOVEMENT, duels, lots


def entries_given():
    """List a greedy player's orders in some movement phases."""
    views = [View(duel, player) for duel in duels(12, MOVEMENT) for player in sorted(awaits(duel))]
    return [choose(view, Level.CAPTAIN, lots(1)).entry for view in views]


def test_each_level_has_its_strength_and_a_stronger_one_thinks_no_less():
    assert list(STRENGTHS) == list(LEVELS) == list(Level)
    strengths = [STRENGTHS[level] for level in LEVELS]
    assert [one.work for one in strengths] == sorted(one.work for one in strengths)
    assert [one.forgets for one in strengths] == sorted((one.forgets for one in strengths), reverse=True)
    assert all(one.searches == bool(one.work) for one in strengths)
    assert strengths[-1].bargains
    assert len(set(strengths)) == len(strengths)


def test_only_orders_that_serve_another_unit_are_forgotten():
    forgotten = 0
    for entry in entries_given():
        kept = [order for order in entry.all if not isinstance(order, Support | Convoy)]
        assert forgetting(entry, 1.0, lots(2)).all == kept
        assert set(kept) <= set(forgetting(entry, 0.5, lots(2)).all) <= set(entry.all)
        assert forgetting(entry, 0.0, lots(2)) is entry
        forgotten += len(entry.all) - len(kept)
    assert forgotten > 10
    sheet = Sheet({"ITALY": 3})
    assert forgetting(sheet, 1.0, lots(2)) is sheet


@pytest.mark.parametrize(
    ("name", "numbers"), [("captain", range(0, 84, 7)), ("marshal:50", range(1, 84, 11))]
)
def test_a_random_player_loses_every_time(name, numbers):
    """In each seat and with many pairs of home powers; little work is enough."""
    played = list(Match((name, "random"), seed=3).duels(numbers))
    assert [duel.outcome for duel in played] == [Outcome.WON] * len(numbers)
    assert all(duel.years <= 12 for duel in played)
