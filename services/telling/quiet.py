"""Quiet hours: instants moved out of the hours in which an account is told nothing."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from models import User
from services.accounts.zones import zone_of

DAY = timedelta(days=1)
MARGIN = timedelta(minutes=5)
"""How long before quiet hours begin a reminder is due, so that it is not sent within them."""


class Quiet(NamedTuple):
    """Quiet hours as instants, from the first one to the first one after them."""

    begins: datetime
    ends: datetime


def quiet_around(user: User, instant: datetime) -> Quiet | None:
    """Return the quiet hours of an account in which an instant falls, or None."""
    begins, ends = user.quiet_from, user.quiet_to
    if begins is None or ends is None or begins == ends:
        return None
    zone = zone_of(user.zone)
    today = instant.astimezone(zone).date()
    for day in (today - DAY, today):
        quiet = Quiet(
            min(_instants(day, begins, zone)), max(_instants(day + DAY * (ends < begins), ends, zone))
        )
        if quiet.begins <= instant < quiet.ends:
            return quiet
    return None


def _instants(day: date, minutes: int, zone: tzinfo) -> list[datetime]:
    """Return the instants at which clocks show a time: two where they are put back, or forward over it."""
    shown = time(*divmod(minutes, 60))
    return [datetime.combine(day, shown.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1)]


def out_of_quiet(user: User, instant: datetime, deadline: datetime | None = None) -> datetime:
    """Move an instant that falls into quiet hours to their end.

    deadline: where it is not after their end, the instant is moved before they begin instead.
    """
    quiet = quiet_around(user, instant)
    if quiet is None:
        return instant
    return quiet.ends if deadline is None or quiet.ends < deadline else quiet.begins - MARGIN
