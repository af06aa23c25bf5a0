"""How the time of a duel runs, by deadlines and by banks."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import PhaseKind
from clocks.running import absentees, begin_phase, end_phase, hand_in, take_back
from clocks.terms import DAY, HOUR, MINUTE, Clock
from clocks.times import Times
from intimate.players import Player

FIRST, SECOND = Player
BOTH = frozenset(Player)
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DEADLINES = Clock(DAY, DAY, HOUR)
BANKS = Clock(HOUR, HOUR, MINUTE, bank=10 * HOUR, cap=12 * HOUR)
MOVEMENT, RETREATS = PhaseKind.MOVEMENT, PhaseKind.RETREATS


def after(**length):
    return NOON + timedelta(**length)


def test_a_deadline_is_that_of_the_kind_of_phase_and_of_whom_it_awaits():
    moves = begin_phase(DEADLINES, Times(), MOVEMENT, BOTH, NOON)
    assert moves.due == {FIRST: after(days=1), SECOND: after(days=1)}
    retreats = begin_phase(DEADLINES, Times(), RETREATS, {SECOND}, NOON)
    assert retreats.due == {SECOND: after(hours=1)}
    assert retreats.deadline == after(hours=1)


def test_a_deadline_stays_when_a_player_hands_in_or_takes_it_back():
    times = begin_phase(DEADLINES, Times(), MOVEMENT, BOTH, NOON)
    ready = hand_in(DEADLINES, times, FIRST, after(hours=3))
    assert ready == times
    assert take_back(DEADLINES, ready, FIRST, after(hours=4)) == times


def test_a_bank_is_filled_up_to_its_cap_when_a_phase_awaits_its_player_and_runs_then():
    times = begin_phase(BANKS, Times(), MOVEMENT, BOTH, NOON)
    assert times.due == {FIRST: after(hours=11), SECOND: after(hours=11)}
    rich = Times(banks={FIRST: timedelta(hours=11, minutes=30), SECOND: timedelta(hours=1)})
    assert begin_phase(BANKS, rich, MOVEMENT, BOTH, NOON).due == {
        FIRST: after(hours=12),
        SECOND: after(hours=2),
    }


def test_a_bank_stands_still_in_a_phase_that_does_not_await_its_player_and_gets_nothing():
    before = Times(banks={FIRST: timedelta(hours=5), SECOND: timedelta(hours=4)})
    times = begin_phase(BANKS, before, RETREATS, {SECOND}, NOON)
    assert times.banks[FIRST] == timedelta(hours=5)
    assert times.due == {SECOND: after(hours=4, minutes=1)}


def test_a_bank_stops_when_its_player_hands_in_and_goes_on_when_they_take_it_back():
    times = begin_phase(BANKS, Times(), MOVEMENT, BOTH, NOON)
    times = hand_in(BANKS, times, FIRST, after(hours=4))
    assert times.due == {SECOND: after(hours=11)}
    assert times.banks[FIRST] == timedelta(hours=7)
    times = take_back(BANKS, times, FIRST, after(hours=9))
    assert times.due == {FIRST: after(hours=16), SECOND: after(hours=11)}
    assert times.deadline == after(hours=16)


def test_time_is_up_at_its_very_instant_and_not_before():
    times = begin_phase(BANKS, Times(), MOVEMENT, {FIRST}, NOON)
    last = times.due[FIRST]
    assert not times.is_out(FIRST, last - timedelta(microseconds=1))
    assert times.is_out(FIRST, last)
    assert not times.is_out(SECOND, last)


def test_a_bank_is_never_less_than_nothing_and_the_next_phase_fills_it():
    times = begin_phase(BANKS, Times(), MOVEMENT, BOTH, NOON)
    times = end_phase(BANKS, times, BOTH, (), after(hours=30))
    assert times.banks == {FIRST: timedelta(), SECOND: timedelta()}
    times = begin_phase(BANKS, times, MOVEMENT, BOTH, after(hours=30))
    assert times.due[FIRST] == after(hours=31)


def test_only_what_is_missed_in_a_row_counts_and_only_where_a_player_was_awaited():
    times = end_phase(DEADLINES, Times(), BOTH, {FIRST}, NOON)
    assert times.misses == {FIRST: 1, SECOND: 0}
    assert absentees(DEADLINES, times) == set()
    waited = end_phase(DEADLINES, times, {SECOND}, (), NOON)
    assert waited.misses == {FIRST: 1, SECOND: 0}
    assert end_phase(DEADLINES, waited, BOTH, (), NOON).misses == {FIRST: 0, SECOND: 0}
    assert absentees(DEADLINES, end_phase(DEADLINES, waited, BOTH, BOTH, NOON)) == {FIRST}


def test_both_may_be_away_at_once():
    times = end_phase(DEADLINES, Times(misses={FIRST: 1, SECOND: 1}), BOTH, BOTH, NOON)
    assert absentees(DEADLINES, times) == BOTH


acts = st.lists(st.tuples(st.sampled_from(["ready", "back"]), st.integers(0, 7200)), max_size=12)


@given(acts)
@pytest.mark.parametrize("clock", [BANKS, DEADLINES], ids=["banks", "deadlines"])
def test_a_bank_loses_exactly_the_time_for_which_it_ran(clock, acts):
    """Whatever a player hands in and takes back, time is neither made nor lost."""
    times, now, ran, running = begin_phase(clock, Times(), MOVEMENT, {FIRST}, NOON), NOON, 0, True
    whole = times.due[FIRST] - NOON
    for act, seconds in acts:
        now += timedelta(seconds=seconds)
        ran += seconds * running
        times = (hand_in if act == "ready" else take_back)(clock, times, FIRST, now)
        running = act == "back"
    if timedelta(seconds=ran) >= whole or not clock.has_banks:
        return
    left = times.due[FIRST] - now if FIRST in times.due else times.banks[FIRST]
    assert left == whole - timedelta(seconds=ran)
