"""Times, durations and lists in the viewer's language."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Literal

from babel import Locale
from babel.dates import (
    format_date,
    format_datetime,
    format_time,
    format_timedelta,
    get_day_names,
    get_timezone_gmt,
    get_timezone_location,
)
from babel.lists import format_list
from markupsafe import Markup

from clocks.terms import WEEK
from models import User
from services.zones import zone_of, zones
from web.core.i18n import TimeStyle, time_style
from web.core.session import now
from web.core.translation import gettext, language

PATTERNS = {"24": "HH:mm", "12": "h:mm a"}
"""How hours are written; by default, as the account's language does."""


def exact_in(moment: datetime, zone: str, hours: str, locale: str, *, is_named: bool = True) -> str:
    """Write an instant with its day: 20 Nov 2026, 13:05 (Paris); in UTC for an unknown zone.

    zone: an IANA name. hours: one of `models.account.HOURS`. locale: of dates, from `locale_of`. is_named:
    add the name of the zone; otherwise only an hour that occurs twice gets its offset.
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
    """Tell whether clocks show this time twice because they are put back."""
    return local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()


Unit = Literal["day", "hour", "minute"]
ListStyle = Literal["standard", "or", "unit"]
DAY, HOUR, MINUTE = 86400, 3600, 60
UNITS: tuple[tuple[Unit, int], ...] = (("day", DAY), ("hour", HOUR), ("minute", MINUTE))
LOCALES = {"en": "en_GB"}


def duration(seconds: int) -> str:
    """A length of time in its two largest units: 1 day, 12 hours; at least a minute."""
    return _duration(max(MINUTE, int(seconds)) // MINUTE, locale())


@lru_cache(maxsize=8192)
def _duration(minutes: int, written_in: str) -> str:
    parts: list[str] = []
    rest = minutes * MINUTE
    for unit, size in UNITS:
        count, rest = divmod(rest, size)
        if count and len(parts) < 2:  # noqa: PLR2004 -- a third unit would say no more
            length = timedelta(seconds=count * size)
            parts.append(format_timedelta(length, granularity=unit, threshold=10_000, locale=written_in))
    return format_list(parts, style="unit", locale=written_in)


def relative(moment: datetime) -> str:
    """Write how far a moment is from now."""
    seconds = (moment - now()).total_seconds()
    return gettext("just now") if abs(seconds) < MINUTE else _relative(round(seconds / MINUTE), locale())


@lru_cache(maxsize=8192)
def _relative(minutes: int, written_in: str) -> str:
    length = timedelta(minutes=minutes)
    return format_timedelta(length, granularity="minute", add_direction=True, locale=written_in)


def exact(moment: datetime) -> str:
    """Write a moment with its day, in the viewer's zone and hours."""
    return _in_style(moment, time_style(), locale())


def _in_style(moment: datetime, style: TimeStyle, written_in: str) -> str:
    return exact_in(moment, style.zone, style.hours, written_in, is_named=style.is_named)


def instant(moment: datetime) -> Markup:
    """A moment on a page: its distance from now, with the exact moment on hover."""
    return timed(moment, relative(moment), locale(), time_style())


def hour(moment: datetime) -> Markup:
    """The hour of a moment of today, in the viewer's zone, with the exact moment on hover."""
    return timed(moment, _hour(moment, time_style()), locale(), time_style())


def hour_alone(moment: datetime) -> str:
    """Write the hour of a moment within a sentence, in the viewer's zone; in UTC if that is unknown."""
    style = time_style()
    said = _hour(moment, style)
    return said if style.zone in zones() else f"{said} UTC"


def _hour(moment: datetime, style: TimeStyle) -> str:
    local = moment.astimezone(zone_of(style.zone))
    return format_time(local.time(), PATTERNS.get(style.hours) or "short", locale=locale())


def day(moment: datetime) -> Markup:
    """The day of a moment, in the viewer's zone, with the exact moment on hover."""
    style = time_style()
    local = moment.astimezone(zone_of(style.zone))
    return timed(moment, format_date(local.date(), "d MMM y", locale=locale()), locale(), style)


def deadline(moment: datetime) -> Markup:
    """Write the time left until a moment, with the exact moment on hover."""
    return timed(
        moment, _left(int((moment - now()).total_seconds()) // MINUTE, locale()), locale(), time_style()
    )


def clock(moment: datetime) -> Markup:
    """The time left until a moment as a clock shows it; a script lets it tick (static/js/clocks.js)."""
    seconds = max(0, int((moment - now()).total_seconds()))
    return Markup('<time data-clock data-left="{}" data-face="{}" datetime="{}" title="{}">{}</time>').format(
        seconds,
        clock_of_days("{days}", "{time}"),
        moment.astimezone(UTC).isoformat(timespec="seconds"),
        exact(moment),
        clock_face(seconds),
    )


def clock_face(seconds: int) -> str:
    """Write a length of time as clocks do: 12:05, 2:59:12; of days without seconds: 3 d 04:10."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    if days:
        return clock_of_days(str(days), f"{hours:02}:{minutes:02}")
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def clock_of_days(days: str, time: str) -> str:
    """Write a number of days with hours and minutes."""
    return gettext("%(days)s d %(time)s", days=days, time=time)


@lru_cache(maxsize=8192)
def _left(minutes: int, written_in: str) -> str:
    if minutes < 1:
        return gettext("any moment now")
    return gettext("%(time)s left", time=_duration(minutes, written_in))


@lru_cache(maxsize=8192)
def timed(moment: datetime, words: str, written_in: str, style: TimeStyle) -> Markup:
    """A text on a page for a moment, with the exact moment in the viewer's zone and hours."""
    stamp = moment.astimezone(UTC).isoformat(timespec="seconds")
    title = _in_style(moment, style, written_in)
    return Markup('<time datetime="{}" title="{}">{}</time>').format(stamp, title, words)


def listed(items: Iterable[str], style: ListStyle = "standard") -> str:
    """Several things in one phrase: a, b and c."""
    return format_list(list(items), style=style, locale=locale())


def weekdays() -> Sequence[str]:
    """The days of the week in the viewer's language, Monday first."""
    names = get_day_names("wide", locale=locale())
    return [names[day] for day in WEEK]


def locale() -> str:
    """The language of the page as dates and lists are written in it."""
    return locale_of(language())


def locale_of(code: str) -> str:
    """A language of the site as dates and lists are written in it."""
    return LOCALES.get(code, code)


def moment_for(user: User, instant: datetime) -> str:
    """Write an instant for the owner of an account, in UTC if their zone is unknown."""
    return exact_in(instant, user.zone, user.hours, locale_of(user.language))
