"""The words of the game in the reader's language."""

from datetime import UTC, datetime, timedelta
from typing import Literal

from babel.dates import format_datetime, format_timedelta
from babel.lists import format_list
from flask import Flask
from flask_babel import get_locale, gettext
from flask_babel import lazy_gettext as _l
from markupsafe import Markup

from web.session import now

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
POWER_NAMES = {
    "AUSTRIA": _l("Austria"),
    "ENGLAND": _l("England"),
    "FRANCE": _l("France"),
    "GERMANY": _l("Germany"),
    "ITALY": _l("Italy"),
    "RUSSIA": _l("Russia"),
    "TURKEY": _l("Turkey"),
}
Unit = Literal["day", "hour", "minute"]
ListStyle = Literal["standard", "or", "unit"]
DAY, HOUR, MINUTE = 86400, 3600, 60
UNITS: tuple[tuple[Unit, int], ...] = (("day", DAY), ("hour", HOUR), ("minute", MINUTE))


def init_app(app: Flask) -> None:
    """Let the templates of an application use these words."""
    app.jinja_env.globals["POWERS"] = POWERS
    app.jinja_env.filters |= {
        "power": power_name,
        "phase": phase_name,
        "duration": duration,
        "relative": relative,
        "instant": instant,
        "deadline": deadline,
        "listed": listed,
    }


def power_name(code: str) -> str:
    """The name of a power."""
    return str(POWER_NAMES[code])


def phase_name(code: str) -> str:
    """The name of a phase: Spring 1901, movement."""
    if code == "HOMES":
        return gettext("Choice of home powers")
    season, year, kind = code[0], code[1:-1], code[-1]
    names = {
        "SB": gettext("Auction of %(year)s", year=year),
        "SM": gettext("Spring %(year)s, movement", year=year),
        "SR": gettext("Spring %(year)s, retreats", year=year),
        "FM": gettext("Autumn %(year)s, movement", year=year),
        "FR": gettext("Autumn %(year)s, retreats", year=year),
        "WA": gettext("Winter %(year)s, adjustments", year=year),
    }
    return names[season + kind]


def duration(seconds: int) -> str:
    """A length of time in its two largest units: 1 day, 12 hours; a minute at the least."""
    parts: list[str] = []
    rest = max(MINUTE, int(seconds))
    for unit, size in UNITS:
        count, rest = divmod(rest, size)
        if count and len(parts) < 2:  # noqa: PLR2004 -- a third unit would say no more
            parts.append(spoken(timedelta(seconds=count * size), unit))
    return listed(parts, "unit")


def spoken(delta: timedelta, unit: Unit) -> str:
    """So many of one unit."""
    return format_timedelta(delta, granularity=unit, threshold=10_000, locale=locale())


def relative(moment: datetime) -> str:
    """How long ago, or in how long, as of now."""
    if abs((moment - now()).total_seconds()) < MINUTE:
        return gettext("just now")
    return format_timedelta(moment - now(), granularity="minute", add_direction=True, locale=locale())


def exact(moment: datetime) -> str:
    """The moment itself, in UTC."""
    written = format_datetime(moment.astimezone(UTC), "d MMM y, HH:mm", locale=locale())
    return gettext("%(moment)s UTC", moment=written)


def instant(moment: datetime) -> Markup:
    """A moment on a page: how far away, with the moment itself at hand."""
    return timed(moment, relative(moment))


def deadline(moment: datetime) -> Markup:
    """What is left until a moment, with the moment itself at hand."""
    seconds = int((moment - now()).total_seconds())
    left = gettext("%(time)s left", time=duration(seconds))
    return timed(moment, left if seconds >= MINUTE else gettext("any moment now"))


def timed(moment: datetime, words: str) -> Markup:
    """Words on a page that stand for a moment."""
    stamp = moment.astimezone(UTC).isoformat(timespec="seconds")
    return Markup('<time datetime="{}" title="{}">{}</time>').format(stamp, exact(moment), words)


def listed(items: list[str], style: ListStyle = "standard") -> str:
    """Several things in one phrase: a, b and c."""
    return format_list(items, style=style, locale=locale())


def locale() -> str:
    """The language of the page as dates and lists are written in it."""
    code = str(get_locale() or "en")
    return {"en": "en_GB"}.get(code, code)
