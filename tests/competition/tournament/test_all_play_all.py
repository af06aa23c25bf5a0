from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from competition.tournament.drawing import NothingLeftToDraw, TooFew, draw_round, rounds_to_play
from competition.tournament.values import Entry, System
from tests.competition.tournament.building import byes, field, lower_wins, pairs, plan, play_all, play_round

ALL = plan(System.ALL)


@pytest.mark.parametrize("size", range(2, 13))
def test_every_pair_meets_exactly_once(size):
    entries = field(size)
    rounds = size - 1 + size % 2
    assert rounds_to_play(ALL, entries) == rounds
    meetings = play_all(ALL, entries, rounds, lower_wins)
    assert Counter(pairs(meetings)) == Counter(
        frozenset(pair) for pair in combinations(range(1, size + 1), 2)
    )
    assert sorted(byes(meetings)) == ([*range(1, size + 1)] if size % 2 else [])
    with pytest.raises(NothingLeftToDraw):
        draw_round(ALL, entries, meetings, rounds + 1)


@pytest.mark.parametrize("size", range(2, 13))
def test_everybody_is_first_as_often_as_second_but_for_one_time(size):
    meetings = [one for one in play_all(ALL, field(size), size - 1 + size % 2, lower_wins) if one.second]
    firsts, seconds = Counter(one.first for one in meetings), Counter(one.second for one in meetings)
    assert max(abs(firsts[one] - seconds[one]) for one in range(1, size + 1)) <= 1


def test_who_should_have_met_somebody_that_left_has_a_bye():
    entries = field(4)
    entries[1] = replace(entries[1], last_round=1)
    meetings = play_all(ALL, entries, 3, lower_wins)
    others = {1, 3, 4} - {player for pair in pairs(meetings[:2]) if 2 in pair for player in pair}
    assert sorted(byes(meetings)) == sorted(others)
    assert {frozenset(pair) for pair in combinations((1, 3, 4), 2)} <= set(pairs(meetings))


def test_who_joins_late_meets_everybody_too():
    entries = [*field(5), Entry(6, 9, first_round=3)]
    meetings = []
    for number in range(1, 20):
        try:
            meetings += play_round(ALL, entries, meetings, number, lower_wins)
        except NothingLeftToDraw:
            break
    assert Counter(pairs(meetings)) == Counter(frozenset(pair) for pair in combinations(range(1, 7), 2))


def test_one_alone_meets_nobody():
    with pytest.raises(TooFew):
        draw_round(ALL, [*field(1), replace(field(2)[1], last_round=1)], [], 2)
