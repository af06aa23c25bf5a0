"""The running time of a duel, by deadlines and by banks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import Phase
from clocks.running import absentees, advance, begin_phase, counted, end_phase, hand_in, phase_end, take_back
from clocks.terms import DAY, HOUR, MINUTE, WEEKEND, Clock
from clocks.times import Times
from intimate.players import Player

FIRST, SECOND = Player
BOTH = frozenset(Player)
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DEADLINES = Clock(DAY, DAY, HOUR)
BANKS = Clock(HOUR, HOUR, MINUTE, bank=10 * HOUR, cap=12 * HOUR)
MOVEMENT, RETREATS = Phase.parse("S1902M"), Phase.parse("S1902R")


def after(**length):
    return NOON + timedelta(**length)


def in_phase(clock, times, phase, awaited, now):
    return begin_phase(clock, times, clock.length(phase, 1901), awaited, now)


def test_the_kind_of_phase_and_the_awaited_players_decide_the_deadlines():
    moves = in_phase(DEADLINES, Times(), MOVEMENT, BOTH, NOON)
    assert moves.due == {FIRST: after(days=1), SECOND: after(days=1)}
    retreats = in_phase(DEADLINES, Times(), RETREATS, {SECOND}, NOON)
    assert retreats.due == {SECOND: after(hours=1)}
    assert retreats.deadline == after(hours=1)


def test_a_deadline_stays_when_a_player_hands_in_or_takes_it_back():
    times = in_phase(DEADLINES, Times(), MOVEMENT, BOTH, NOON)
    ready = hand_in(DEADLINES, times, FIRST, after(hours=3))
    assert ready == times
    assert take_back(DEADLINES, ready, FIRST, after(hours=4)) == times


def test_a_bank_is_filled_up_to_its_cap_when_a_phase_awaits_its_player_and_runs_then():
    times = in_phase(BANKS, Times(), MOVEMENT, BOTH, NOON)
    assert times.due == {FIRST: after(hours=11), SECOND: after(hours=11)}
    rich = Times(banks={FIRST: timedelta(hours=11, minutes=30), SECOND: timedelta(hours=1)})
    assert in_phase(BANKS, rich, MOVEMENT, BOTH, NOON).due == {
        FIRST: after(hours=12),
        SECOND: after(hours=2),
    }


def test_a_bank_stands_still_in_a_phase_that_does_not_await_its_player_and_gets_nothing():
    before = Times(banks={FIRST: timedelta(hours=5), SECOND: timedelta(hours=4)})
    times = in_phase(BANKS, before, RETREATS, {SECOND}, NOON)
    assert times.banks[FIRST] == timedelta(hours=5)
    assert times.due == {SECOND: after(hours=4, minutes=1)}


def test_a_bank_stops_when_its_player_hands_in_and_goes_on_when_they_take_it_back():
    times = in_phase(BANKS, Times(), MOVEMENT, BOTH, NOON)
    times = hand_in(BANKS, times, FIRST, after(hours=4))
    assert times.due == {SECOND: after(hours=11)}
    assert times.banks[FIRST] == timedelta(hours=7)
    times = take_back(BANKS, times, FIRST, after(hours=9))
    assert times.due == {FIRST: after(hours=16), SECOND: after(hours=11)}
    assert times.deadline == after(hours=16)


def test_time_is_up_at_its_very_instant_and_not_before():
    times = in_phase(BANKS, Times(), MOVEMENT, {FIRST}, NOON)
    last = times.due[FIRST]
    assert not times.is_out(FIRST, last - timedelta(microseconds=1))
    assert times.is_out(FIRST, last)
    assert not times.is_out(SECOND, last)


def test_a_bank_is_never_less_than_nothing_and_the_next_phase_fills_it():
    times = in_phase(BANKS, Times(), MOVEMENT, BOTH, NOON)
    times = end_phase(BANKS, times, BOTH, (), after(hours=30))
    assert times.banks == {FIRST: timedelta(), SECOND: timedelta()}
    times = in_phase(BANKS, times, MOVEMENT, BOTH, after(hours=30))
    assert times.due[FIRST] == after(hours=31)


def test_only_phases_missed_in_a_row_while_awaited_count_as_absence():
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
    """Handing in and taking back neither adds nor loses time."""
    times, now, ran, running = in_phase(clock, Times(), MOVEMENT, {FIRST}, NOON), NOON, 0, True
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


PARIS = ZoneInfo("Europe/Paris")
A_DAY, HALF = timedelta(days=1), timedelta(hours=12)
WORKDAYS = Clock(zone="Europe/Paris", rest_days=WEEKEND)
ON_SUNDAYS = Clock(rest_days=(0, 1, 2, 3, 4, 5), zone="Europe/Paris")
AT_EIGHT = Clock(ends_at=20 * 60, zone="Europe/Paris")
AT_EIGHT_WORKDAYS = Clock(ends_at=20 * 60, zone="Europe/Paris", rest_days=WEEKEND)


def paris(text):
    """Return an instant by the clocks of Paris."""
    return datetime.fromisoformat(text).replace(tzinfo=PARIS).astimezone(UTC)


def at_paris(moment):
    return moment.astimezone(PARIS).strftime("%a %d %b %H:%M")


def test_time_that_would_run_into_a_weekend_goes_on_on_monday():
    friday = paris("2026-11-20 18:00")
    assert at_paris(advance(WORKDAYS, friday, A_DAY)) == "Mon 23 Nov 18:00"
    assert at_paris(advance(WORKDAYS, friday, timedelta(hours=6))) == "Sat 21 Nov 00:00"
    assert at_paris(advance(WORKDAYS, friday, timedelta(days=6))) == "Mon 30 Nov 18:00"


def test_a_phase_that_begins_at_a_weekend_has_its_whole_time_from_monday():
    for begun in ("2026-11-21 00:00", "2026-11-21 13:00", "2026-11-22 23:59"):
        assert at_paris(advance(WORKDAYS, paris(begun), A_DAY)) == "Tue 24 Nov 00:00"


@pytest.mark.parametrize(
    ("days", "begun", "ends"),
    [
        ((2,), "2026-11-24 20:00", "Thu 26 Nov 20:00"),
        ((2,), "2026-11-25 10:00", "Fri 27 Nov 00:00"),
        ((2, 4), "2026-11-26 20:00", "Sat 28 Nov 20:00"),
        ((0, 6), "2026-11-28 20:00", "Tue 01 Dec 20:00"),
        ((0, 1, 2, 3, 4, 5), "2026-11-22 20:00", "Sun 29 Nov 20:00"),
    ],
)
def test_a_deadline_that_would_fall_on_a_day_of_rest_falls_on_the_next_day_of_play(days, begun, ends):
    clock = Clock(rest_days=days, zone="Europe/Paris")
    assert at_paris(phase_end(clock, paris(begun), A_DAY)) == ends


def test_a_fixed_hour_on_a_day_of_rest_is_that_of_the_next_day_of_play():
    clock = Clock(ends_at=20 * 60, rest_days=(2, 3), zone="Europe/Paris")
    assert at_paris(phase_end(clock, paris("2026-11-24 20:00"), A_DAY)) == "Fri 27 Nov 20:00"
    assert at_paris(phase_end(clock, paris("2026-11-25 12:00"), A_DAY)) == "Fri 27 Nov 20:00"


def test_a_weekend_is_that_of_the_zone():
    late_on_friday = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)  # Saturday in Paris
    assert counted(WORKDAYS, late_on_friday, late_on_friday + A_DAY) == timedelta()
    assert counted(Clock(rest_days=WEEKEND), late_on_friday, late_on_friday + A_DAY) == timedelta(minutes=30)


def test_no_time_is_counted_if_the_end_is_before_the_start():
    friday = paris("2026-11-20 18:00")
    assert (
        counted(WORKDAYS, friday, friday - A_DAY) == counted(Clock(), friday, friday - A_DAY) == timedelta()
    )


@pytest.mark.parametrize(
    "clock",
    [
        WORKDAYS,
        ON_SUNDAYS,
        Clock(),
        Clock(zone="America/New_York", rest_days=WEEKEND),
        Clock(zone="Europe/Paris", rest_days=(0, 3, 6)),
    ],
)
@given(
    start=st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001  # the zone is the next argument
    minutes=st.integers(1, 60 * 24 * 40),
)
def test_counting_the_time_until_the_end_of_a_phase_gives_its_length(clock, start, minutes):
    length = timedelta(minutes=minutes)
    end = advance(clock, start, length)
    assert counted(clock, start, end) == length
    assert end >= start + length
    assert advance(clock, advance(clock, start, length / 2), length - length / 2) == end


@pytest.mark.parametrize(
    ("begun", "ends"),
    [
        ("2026-11-20 20:00:01", "Sat 21 Nov 20:00"),  # resolved a second late: not a day more
        ("2026-11-20 19:59:00", "Sat 21 Nov 20:00"),
        ("2026-11-20 07:59:00", "Fri 20 Nov 20:00"),
        ("2026-11-20 08:01:00", "Sat 21 Nov 20:00"),  # half of the time at least
    ],
)
def test_a_phase_ends_at_its_hour_that_is_nearest_to_its_time(begun, ends):
    assert at_paris(phase_end(AT_EIGHT, paris(begun), A_DAY)) == ends


def test_longer_and_shorter_phases_end_at_the_hour_too():
    begun = paris("2026-11-23 20:00:01")
    assert at_paris(phase_end(AT_EIGHT, begun, timedelta(days=7))) == "Mon 30 Nov 20:00"
    assert at_paris(phase_end(AT_EIGHT, begun, HALF)) == "Tue 24 Nov 20:00"
    assert at_paris(phase_end(AT_EIGHT, paris("2026-11-23 13:00"), HALF)) == "Mon 23 Nov 20:00"
    assert at_paris(phase_end(AT_EIGHT, paris("2026-11-23 15:00"), HALF)) == "Tue 24 Nov 20:00"


def test_no_phase_ends_at_a_weekend_if_so_agreed():
    assert at_paris(phase_end(AT_EIGHT_WORKDAYS, paris("2026-11-20 20:00:01"), A_DAY)) == "Mon 23 Nov 20:00"
    assert at_paris(phase_end(AT_EIGHT_WORKDAYS, paris("2026-11-21 12:00"), A_DAY)) == "Mon 23 Nov 20:00"
    two = phase_end(AT_EIGHT_WORKDAYS, paris("2026-11-19 20:00:01"), 2 * A_DAY)
    assert at_paris(two) == "Mon 23 Nov 20:00"


@pytest.mark.parametrize(
    ("begun", "hours"),
    [("2026-03-28 20:00:01", 23), ("2026-10-24 20:00:01", 25), ("2026-06-24 20:00:01", 24)],
)
def test_the_hour_stays_the_same_on_the_wall_when_clocks_change(begun, hours):
    start = paris(begun)
    end = phase_end(AT_EIGHT, start, A_DAY)
    assert end.astimezone(PARIS).strftime("%H:%M") == "20:00"
    assert end - start == timedelta(hours=hours, seconds=-1)


def test_an_hour_that_the_clocks_skip_comes_an_hour_later_and_the_first_counts_of_a_repeated_one():
    at_half_past_two = Clock(ends_at=150, zone="Europe/Paris")
    spring = phase_end(at_half_past_two, paris("2026-03-28 02:30"), A_DAY)
    assert at_paris(spring) == "Sun 29 Mar 03:30"
    autumn = phase_end(at_half_past_two, paris("2026-10-24 02:30"), A_DAY)
    assert autumn == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert at_paris(phase_end(at_half_past_two, spring, A_DAY)) == "Mon 30 Mar 02:30"


@pytest.mark.parametrize(
    "clock",
    [
        AT_EIGHT,
        AT_EIGHT_WORKDAYS,
        Clock(ends_at=150, zone="Europe/Paris"),
        Clock(ends_at=20 * 60, zone="Europe/Paris", rest_days=(1, 4)),
    ],
)
@pytest.mark.parametrize("length", [6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY])
@given(start=st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001  # as above
def test_a_phase_ends_at_its_fixed_hour_after_at_least_half_of_its_time(clock, length, start):
    time = timedelta(seconds=length)
    end = phase_end(clock, start, time)
    shown = end.astimezone(PARIS)
    gap = timedelta(hours=1) if clock.ends_at == 150 and shown.hour == 3 else timedelta()
    assert timedelta(hours=shown.hour, minutes=shown.minute) - gap == timedelta(minutes=clock.ends_at)
    assert counted(clock, start, end) >= time / 2 - timedelta(hours=1)  # the clocks may have been changed
    assert shown.weekday() not in clock.rest_days


def test_a_length_in_minutes_is_added_exactly():
    start, minute = paris("2026-11-20 18:00"), timedelta(minutes=1)
    assert phase_end(Clock(MINUTE, MINUTE, MINUTE), start, minute) == start + minute
