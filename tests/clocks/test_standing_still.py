"""Time that does not run: time off, pauses, live duels before their start, outages; and granted time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adjudicator import Phase
from clocks.running import (
    LONGEST_PAUSE,
    MOST_TIME_OFF,
    arrive,
    begin_phase,
    come_back,
    end_phase,
    give_back,
    grant,
    hand_in,
    may_be_granted,
    may_take_time_off,
    open_doors,
    pause,
    resume,
    take_back,
    take_time_off,
)
from clocks.terms import DAY, HOUR, MINUTE, PRESETS, WEEKEND, Clock
from clocks.times import Times, read_times, write_times
from intimate.players import Player

FIRST, SECOND = Player
BOTH = frozenset(Player)
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
DAYS = Clock(DAY, DAY, DAY // 2, time_off=4 * HOUR)
BANKS = Clock(HOUR, HOUR, HOUR, bank=10 * HOUR, cap=12 * HOUR, time_off=4 * HOUR)
LIVE = PRESETS["live"]
MOVEMENT = Phase.parse("S1902M")
LENGTH = LIVE.length(MOVEMENT, 1901)


def after(**length):
    return NOON + timedelta(**length)


def in_phase(clock, times, phase, awaited, now):
    return begin_phase(clock, times, clock.length(phase, 1901), awaited, now)


def begun(clock=DAYS, **known):
    return in_phase(clock, Times(**known), MOVEMENT, BOTH, NOON)


def with_time_off(clock=DAYS, hours=48):
    return begun(clock, time_off={FIRST: timedelta(hours=hours)})


def test_a_day_of_play_gives_time_off_to_both_and_no_more_than_two_weeks():
    times = end_phase(DAYS, begun(), BOTH, (), after(days=1))
    assert times.time_off == dict.fromkeys(Player, timedelta(hours=4))
    rich = begun(time_off=dict.fromkeys(Player, MOST_TIME_OFF - timedelta(hours=1)))
    assert end_phase(DAYS, rich, BOTH, (), after(days=1)).time_off == dict.fromkeys(Player, MOST_TIME_OFF)


def test_during_time_off_the_time_of_a_player_stands_still_and_that_of_the_other_does_not():
    times = take_time_off(DAYS, with_time_off(), FIRST, after(hours=6))
    assert times.due == {FIRST: after(days=3), SECOND: after(days=1)}
    back = come_back(DAYS, times, FIRST, after(hours=16))
    assert back.due == {FIRST: after(hours=34), SECOND: after(days=1)}
    assert back.time_off[FIRST] == timedelta(hours=38)
    assert back.away == {}


def test_a_player_back_with_hardly_any_time_left_gets_some_for_their_time_off():
    times = take_time_off(DAYS, with_time_off(), FIRST, after(days=1))
    back = come_back(DAYS, times, FIRST, after(days=2))
    assert back.due[FIRST] == after(days=2, hours=3)
    assert back.time_off[FIRST] == timedelta(hours=21)
    spent = come_back(DAYS, times, FIRST, after(days=3))
    assert (spent.due[FIRST], spent.time_off[FIRST]) == (after(days=3), timedelta())


def test_time_off_costs_nothing_at_weekends_on_which_no_time_runs():
    clock = replace(DAYS, rest_days=WEEKEND, zone="Europe/Paris")
    friday = datetime(2026, 11, 6, 22, tzinfo=UTC)  # an hour before Saturday in Paris
    times = in_phase(clock, Times(time_off={FIRST: timedelta(hours=48)}), MOVEMENT, BOTH, friday)
    away = take_time_off(clock, times, FIRST, friday)
    back = come_back(clock, away, FIRST, friday + timedelta(days=2))
    assert back.time_off[FIRST] == timedelta(hours=47)


def test_while_both_have_time_off_the_time_that_stands_still_is_counted_once():
    times = in_phase(DAYS, Times(time_off=dict.fromkeys(Player, timedelta(hours=48))), MOVEMENT, BOTH, NOON)
    for player in Player:
        times = take_time_off(DAYS, times, player, NOON)
    for player in Player:
        times = come_back(DAYS, times, player, after(hours=12))
    assert times.began == after(hours=12)


def test_nobody_gets_more_time_during_time_off_or_a_pause():
    missed = in_phase(
        DAYS,
        Times(misses={FIRST: 1}, time_off={FIRST: timedelta(hours=48)}),
        MOVEMENT,
        BOTH,
        NOON,
    )
    assert may_be_granted(DAYS, missed, FIRST)
    assert not may_be_granted(DAYS, take_time_off(DAYS, missed, FIRST, NOON), FIRST)
    assert not may_be_granted(DAYS, pause(DAYS, missed, NOON), FIRST)


def test_time_off_ends_by_itself_when_there_is_no_more_of_it():
    times = take_time_off(DAYS, with_time_off(), FIRST, after(hours=6))
    assert not times.is_out(FIRST, after(days=3) - timedelta(seconds=1))
    assert times.is_out(FIRST, after(days=3))
    ended = end_phase(DAYS, times, BOTH, {FIRST}, after(days=3))
    assert (ended.away, ended.misses[FIRST]) == ({}, 1)
    assert ended.time_off[FIRST] == timedelta(hours=4)  # a day was played; the time off itself grants none


def test_time_off_must_be_earned_and_is_not_for_players_off_already_or_not_awaited():
    assert not may_take_time_off(begun(), FIRST)
    assert may_take_time_off(with_time_off(), FIRST)
    assert not may_take_time_off(take_time_off(DAYS, with_time_off(), FIRST, NOON), FIRST)
    retreats = in_phase(
        DAYS, Times(time_off={FIRST: timedelta(hours=9)}), Phase.parse("S1902R"), {SECOND}, NOON
    )
    assert not may_take_time_off(retreats, FIRST)


def test_handing_in_ends_time_off_and_a_bank_keeps_the_rest():
    times = take_time_off(BANKS, with_time_off(BANKS), FIRST, after(hours=4))
    ready = hand_in(BANKS, times, FIRST, after(hours=14))
    assert (ready.away, ready.banks[FIRST]) == ({}, timedelta(hours=7))
    assert FIRST not in ready.due


def test_a_pause_stops_all_time_and_gives_it_back():
    times = pause(DAYS, begun(), after(hours=6))
    assert (times.deadline, times.wakes_at) == (None, after(hours=6) + LONGEST_PAUSE)
    assert not times.is_out(FIRST, after(days=20))
    again = resume(DAYS, times, after(days=10))
    assert again.due == dict.fromkeys(Player, after(days=10, hours=18))
    assert again.began == after(days=9, hours=18)


def test_after_a_pause_everybody_has_notice():
    times = resume(DAYS, pause(DAYS, begun(), after(hours=23, minutes=59)), after(days=5))
    assert times.due == dict.fromkeys(Player, after(days=5, hours=3))


def test_a_pause_that_nobody_ends_ends_by_itself_at_its_instant():
    times = pause(DAYS, begun(), after(hours=6))
    assert resume(DAYS, times, after(days=60)).due == dict.fromkeys(Player, after(days=30, hours=24))


def test_a_bank_stands_still_in_a_pause_even_if_somebody_hands_in():
    times = pause(BANKS, begun(BANKS), after(hours=2))
    ready = hand_in(BANKS, times, FIRST, after(hours=5))
    assert ready.banks[FIRST] == timedelta(hours=9)
    assert take_back(BANKS, ready, FIRST, after(hours=6)).due[FIRST] == times.due[FIRST]
    ended = end_phase(BANKS, hand_in(BANKS, ready, SECOND, after(hours=8)), BOTH, (), after(hours=8))
    assert (ended.pause, ended.banks) == (None, dict.fromkeys(Player, timedelta(hours=9)))


def test_a_pause_ends_the_time_off_of_the_player_who_agrees_to_it():
    times = pause(DAYS, take_time_off(DAYS, with_time_off(), FIRST, NOON), after(hours=2))
    assert (times.away, times.time_off[FIRST]) == ({}, timedelta(hours=46))


def test_a_live_duel_starts_its_clocks_once_both_have_arrived():
    times = open_doors(LIVE, NOON)
    assert (times.due, times.wakes_at) == ({}, after(minutes=15))
    assert in_phase(LIVE, times, MOVEMENT, BOTH, NOON) == times
    one = arrive(LIVE, times, SECOND, LENGTH, BOTH, after(minutes=1))
    assert (one.here, one.due) == ({SECOND}, {})
    assert arrive(LIVE, one, SECOND, LENGTH, BOTH, after(minutes=2)) == one
    both = arrive(LIVE, one, FIRST, LENGTH, BOTH, after(minutes=3))
    assert (both.opens_until, both.due) == (None, dict.fromkeys(Player, after(minutes=18)))
    assert arrive(LIVE, both, FIRST, LENGTH, BOTH, after(minutes=4)) == both


def test_a_duel_by_days_waits_for_nobody():
    assert open_doors(DAYS, NOON) == Times()


@pytest.mark.parametrize(
    ("clock", "is_live"),
    [
        (Clock(59 * MINUTE, MINUTE, MINUTE), True),
        (Clock(HOUR, HOUR, HOUR), False),
        (PRESETS["live_bank"], True),
        (Clock(MINUTE, MINUTE, MINUTE, bank=7 * HOUR, cap=7 * HOUR), False),
        *((PRESETS[name], True) for name in ("blitz", "live")),
        *((PRESETS[name], False) for name in ("day", "two_days", "week", "days_bank")),
    ],
)
def test_a_clock_is_live_if_both_players_sit_at_the_board(clock, is_live):
    assert clock.is_live is is_live


def test_more_time_is_given_once_in_a_phase_to_a_player_who_missed_one():
    assert not may_be_granted(DAYS, begun(), SECOND)
    missed = begun(misses={SECOND: 1})
    assert may_be_granted(DAYS, missed, SECOND)
    assert not may_be_granted(replace(DAYS, grants=False), missed, SECOND)
    given = grant(DAYS, missed, SECOND, timedelta(days=1))
    assert given.due == {FIRST: after(days=1), SECOND: after(days=2)}
    assert not may_be_granted(DAYS, given, SECOND)
    assert end_phase(DAYS, given, BOTH, BOTH, after(days=2)).granted == frozenset()


def test_every_running_time_gets_an_outage_back():
    hours = timedelta(hours=5)
    gone, back = after(hours=7), after(hours=12)
    assert give_back(DAYS, begun(), gone, back).due == dict.fromkeys(Player, after(days=1, hours=5))
    away = give_back(DAYS, take_time_off(DAYS, with_time_off(), FIRST, after(hours=6)), gone, back)
    assert come_back(DAYS, away, FIRST, after(hours=21)).time_off[FIRST] == timedelta(hours=38)
    paused = pause(DAYS, begun(), after(hours=6))
    later = give_back(DAYS, paused, gone, back)
    assert later.pause.until == paused.pause.until + hours
    assert resume(DAYS, later, after(days=1)) == resume(DAYS, paused, after(days=1))
    opened = give_back(LIVE, open_doors(LIVE, NOON), NOON, after(hours=5))
    assert opened.opens_until == after(hours=5, minutes=15)


def test_an_outage_at_a_weekend_on_which_no_time_runs_has_cost_nobody_anything():
    clock = replace(DAYS, rest_days=WEEKEND)
    friday = datetime(2026, 11, 6, 12, tzinfo=UTC)
    times = in_phase(clock, Times(), MOVEMENT, BOTH, friday)
    saturday = friday + timedelta(days=1)
    assert give_back(clock, times, saturday, saturday + timedelta(hours=8)).due == times.due


STATES = {
    "new": Times(),
    "begun": begun(misses={FIRST: 1, SECOND: 0}),
    "banks": hand_in(BANKS, begun(BANKS), FIRST, after(hours=3, seconds=1)),
    "away": take_time_off(DAYS, with_time_off(), FIRST, after(hours=6)),
    "paused": pause(DAYS, begun(), after(hours=6)),
    "offered": replace(begun(), pause_offer=SECOND),
    "granted": grant(DAYS, begun(misses={SECOND: 1}), SECOND, timedelta(days=1)),
    "open": arrive(LIVE, open_doors(LIVE, NOON), SECOND, LENGTH, BOTH, NOON),
}


@pytest.mark.parametrize("name", STATES)
def test_a_state_is_read_as_it_was_written(name):
    times = STATES[name]
    assert write_times(read_times(write_times(times))) == write_times(times)
    again = read_times(write_times(times))
    assert {**times.misses} | {**again.misses} == {**times.misses}
    assert (again.due, again.banks, again.away, again.pause) == (
        times.due,
        times.banks,
        times.away,
        times.pause,
    )
