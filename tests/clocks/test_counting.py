"""Counted time: weekends that are left out, and phases that end at one hour of the day."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clocks.counting import advance, counted, phase_end
from clocks.terms import DAY, HOUR, MINUTE, Clock

PARIS = ZoneInfo("Europe/Paris")
A_DAY, HALF = timedelta(days=1), timedelta(hours=12)
WORKDAYS = Clock(zone="Europe/Paris", weekends=False)
AT_EIGHT = Clock(ends_at=20 * 60, zone="Europe/Paris")
AT_EIGHT_WORKDAYS = Clock(ends_at=20 * 60, zone="Europe/Paris", weekends=False)


def paris(text):
    """Return an instant by what the clocks in Paris show."""
    return datetime.fromisoformat(text).replace(tzinfo=PARIS).astimezone(UTC)


def at_paris(moment):
    return moment.astimezone(PARIS).strftime("%a %d %b %H:%M")


def test_time_that_would_run_into_a_weekend_goes_on_on_monday():
    friday = paris("2026-11-20 18:00")
    assert at_paris(advance(WORKDAYS, friday, A_DAY)) == "Mon 23 Nov 18:00"
    assert at_paris(advance(WORKDAYS, friday, timedelta(hours=6))) == "Sat 21 Nov 00:00"
    assert at_paris(advance(WORKDAYS, friday, timedelta(days=6))) == "Mon 30 Nov 18:00"


def test_what_begins_at_a_weekend_has_its_whole_time_from_monday_on():
    for begun in ("2026-11-21 00:00", "2026-11-21 13:00", "2026-11-22 23:59"):
        assert at_paris(advance(WORKDAYS, paris(begun), A_DAY)) == "Tue 24 Nov 00:00"


def test_a_weekend_is_that_of_the_zone():
    late_on_friday = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)  # Saturday in Paris
    assert counted(WORKDAYS, late_on_friday, late_on_friday + A_DAY) == timedelta()
    assert counted(Clock(weekends=False), late_on_friday, late_on_friday + A_DAY) == timedelta(minutes=30)


def test_nothing_is_counted_backwards():
    friday = paris("2026-11-20 18:00")
    assert (
        counted(WORKDAYS, friday, friday - A_DAY) == counted(Clock(), friday, friday - A_DAY) == timedelta()
    )


@pytest.mark.parametrize("clock", [WORKDAYS, Clock(), Clock(zone="America/New_York", weekends=False)])
@given(
    start=st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001  # the zone is the next argument
    minutes=st.integers(1, 60 * 24 * 40),
)
def test_what_is_counted_up_to_the_end_of_a_length_is_that_length(clock, start, minutes):
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


def test_an_hour_that_the_clocks_leave_out_comes_an_hour_later_and_of_two_the_first_counts():
    at_half_past_two = Clock(ends_at=150, zone="Europe/Paris")
    spring = phase_end(at_half_past_two, paris("2026-03-28 02:30"), A_DAY)
    assert at_paris(spring) == "Sun 29 Mar 03:30"
    autumn = phase_end(at_half_past_two, paris("2026-10-24 02:30"), A_DAY)
    assert autumn == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert at_paris(phase_end(at_half_past_two, spring, A_DAY)) == "Mon 30 Mar 02:30"


@pytest.mark.parametrize("clock", [AT_EIGHT, AT_EIGHT_WORKDAYS, Clock(ends_at=150, zone="Europe/Paris")])
@pytest.mark.parametrize("length", [6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY])
@given(start=st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001  # as above
def test_a_phase_has_half_of_its_time_at_least_and_one_hour_of_the_day(clock, length, start):
    time = timedelta(seconds=length)
    end = phase_end(clock, start, time)
    shown = end.astimezone(PARIS)
    gap = timedelta(hours=1) if clock.ends_at == 150 and shown.hour == 3 else timedelta()
    assert timedelta(hours=shown.hour, minutes=shown.minute) - gap == timedelta(minutes=clock.ends_at)
    assert counted(clock, start, end) >= time / 2 - timedelta(hours=1)  # the clocks may have been changed
    assert clock.weekends or shown.weekday() < 5


def test_lengths_of_minutes_are_as_they_are():
    start, minute = paris("2026-11-20 18:00"), timedelta(minutes=1)
    assert phase_end(Clock(MINUTE, MINUTE, MINUTE), start, minute) == start + minute
