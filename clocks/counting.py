"""Counting time: lengths that leave weekends out, and the ends of phases at one hour of the day.

Lengths are of real time, but for the nearest hour of the day, which is found by the clock on the wall: a day
on which the clocks change is a day all the same.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from clocks.terms import Clock, zone_of

SATURDAY = 5
DAY, HALF_A_DAY = timedelta(days=1), timedelta(hours=12)
NOTHING = timedelta()


def advance(clock: Clock, start: datetime, length: timedelta) -> datetime:
    """Return the instant at which a length of counted time is over."""
    if clock.weekends:
        return start + length
    rest, work = _weekend(clock, start)
    while start >= rest or length > rest - start:
        length -= max(NOTHING, rest - start)
        start = work
        rest, work = _weekend(clock, start)
    return start + length


def counted(clock: Clock, start: datetime, end: datetime) -> timedelta:
    """Return the counted time between two instants, nothing where the end is not later."""
    if clock.weekends:
        return max(NOTHING, end - start)
    total = NOTHING
    while start < end:
        rest, work = _weekend(clock, start)
        total += max(NOTHING, min(rest, end) - start)
        start = work
    return total


def phase_end(clock: Clock, start: datetime, length: timedelta) -> datetime:
    """Return the deadline of a phase: at its hour of the day, the one nearest to its length."""
    if clock.ends_at is None:
        return advance(clock, start, length)
    return nearest_hour(clock, start, max(length - HALF_A_DAY, length / 2))


def nearest_hour(clock: Clock, start: datetime, least: timedelta) -> datetime:
    """Return the first instant at the hour of a clock's phases that leaves so much time on the wall.

    An hour that the clocks leave out comes an hour later; of one that they repeat the first counts.
    """
    zone = zone_of(clock.zone)
    wall = start.astimezone(zone).replace(tzinfo=None)
    hour = timedelta(minutes=clock.ends_at or 0)
    day = wall.date()
    while True:
        end = _midnight(day) + hour
        if _on_the_wall(clock, wall, end) >= least and end > wall and (clock.weekends or not _rests(day)):
            return end.replace(tzinfo=zone).astimezone(UTC)
        day += DAY


def _on_the_wall(clock: Clock, start: datetime, end: datetime) -> timedelta:
    """The time between two readings of the clock on the wall, without whole days of rest in between."""
    if clock.weekends or end <= start:
        return end - start
    days = (start.date() + DAY * number for number in range((end.date() - start.date()).days + 1))
    total = NOTHING
    for day in days:
        if not _rests(day):
            total += min(end, _midnight(day) + DAY) - max(start, _midnight(day))
    return total


def _rests(day: date) -> bool:
    return day.weekday() >= SATURDAY


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def _weekend(clock: Clock, at: datetime) -> tuple[datetime, datetime]:
    """The beginning and the end of the weekend of the week in which an instant lies."""
    zone = zone_of(clock.zone)
    day = at.astimezone(zone).date()
    saturday = day + DAY * (SATURDAY - day.weekday())
    return _instant(saturday, zone), _instant(saturday + 2 * DAY, zone)


def _instant(day: date, zone: ZoneInfo) -> datetime:
    return _midnight(day).replace(tzinfo=zone).astimezone(UTC)
