"""The exact time of an instant, on pages and where there is no request, as in mails."""

from datetime import datetime
from functools import lru_cache

from babel import Locale
from babel.dates import format_datetime, get_timezone_gmt, get_timezone_location

from services.accounts.zones import zone_of, zones

PATTERNS = {"24": "HH:mm", "12": "h:mm a"}
"""How the hour is written; where an account has chosen neither, as its language does."""


def exact_in(moment: datetime, zone: str, hours: str, locale: str, *, is_named: bool = True) -> str:
    """Write an instant with its day: 20 Nov 2026, 13:05 (Paris); in UTC for a zone that is none.

    zone: an IANA name. hours: one of `models.account.HOURS`. locale: of dates, as `locale_of` has it.
    is_named: with the name of the zone; without it only the hour that comes twice says which it is.
    """
    return _exact(moment, zone, hours, locale, is_named or zone not in zones())


@lru_cache(maxsize=8192)
def _exact(moment: datetime, zone: str, hours: str, locale: str, is_named: bool) -> str:  # noqa: FBT001  # a cache counts named arguments apart
    local = moment.astimezone(zone_of(zone))
    pattern = PATTERNS.get(hours) or Locale.parse(locale).time_formats["short"].pattern
    said = format_datetime(local, f"d MMM y, {pattern}", locale=locale)
    if local.tzname() == "UTC":
        return f"{said} UTC" if is_named else said
    marks = [_place(local, zone, locale)] * is_named + [get_timezone_gmt(local, locale=locale)] * _is_twofold(
        local
    )
    return f"{said} ({', '.join(marks)})" if marks else said


def _place(local: datetime, zone: str, locale: str) -> str:
    if zone.startswith("Etc/"):
        return get_timezone_gmt(local, locale=locale)
    return get_timezone_location(local.tzinfo, locale=locale, return_city=True)


def _is_twofold(local: datetime) -> bool:
    """Tell whether clocks show this time twice, as they are put back."""
    return local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
