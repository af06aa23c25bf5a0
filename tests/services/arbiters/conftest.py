"""Duels with an arbiter."""

import pytest

from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.services.arbiters.bench import Bench

SHEETS = ({"bids": {"ITALY": 5}}, {"bids": {"GERMANY": 6}})
SPRING = ({"orders": {"AUSTRIA": ["A VIE - GAL"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}})


@pytest.fixture
def bench(begun):
    """Return a duel of three chapters with an arbiter."""
    return played_bench(begun())


@pytest.fixture
def bench_with(begun):
    """Return a function that makes such a duel with other terms."""
    return lambda **terms: played_bench(begun(**terms))


def played_bench(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve(*SHEETS)
    contest.resolve(*SPRING)
    return Bench(contest)
