"""A duel with past chapters and a sealed entry."""

import pytest

from tests.fixtures_duels import FIRST, LISTS, SECOND

SHEETS = ({"bids": {"ITALY": 5}}, {"bids": {"GERMANY": 6}})


@pytest.fixture
def played(contest):
    """Return a duel after two chapters, an offer, and an entry that is sealed."""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve(*SHEETS)
    contest.happen(SECOND, "draw_offered")
    contest.enter(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    return contest
