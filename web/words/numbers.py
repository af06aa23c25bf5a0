"""Shares and figures in the viewer's language."""

import unicodedata
from functools import lru_cache

from babel.numbers import format_decimal, format_percent

from competition.shares import Share
from web.core.translation import ngettext, pgettext
from web.words.times import locale


def share_words(share: float) -> str:
    """A share in whole per cents."""
    return format_percent(points(share) / 100, locale=locale())


def points_words(share: float) -> str:
    """A difference between two shares, in points."""
    return ngettext("%(num)d point", "%(num)d points", points(share))


def points(share: float) -> int:
    """Round a share to points out of a hundred; those of the rest are the difference to a hundred."""
    return round(round(100 * share, 6))


@lru_cache(maxsize=16384)
def collation_key(text: str) -> str:
    """Return the sort key of a text: its letters without case and accents."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


MEGABYTE = 10**6


def percent(share: Share) -> str:
    """A share in whole percents; None without cases."""
    return format_percent(round(share.value, 2), locale=locale()) if share.whole else "–"


def interval(share: Share) -> str:
    """The interval that holds the true share in 95 of 100 cases, in whole percents."""
    low, high = share.bounds
    if not share.whole:
        return "–"
    highest = format_percent(round(high, 2), locale=locale())
    return pgettext("from one per cent to another", "%(low)d–%(high)s", low=round(low * 100), high=highest)


def figure(number: float) -> str:
    """A number in the language of the page, with thousands separated."""
    return format_decimal(number, locale=locale())


def megabytes(size: int) -> str:
    """The size of a file in MB, or for a small one in kB."""
    if size < 10**6:
        return pgettext(
            "size of a file", "%(size)s kB", size=format_decimal(max(1, size // 1000), locale=locale())
        )
    return pgettext(
        "size of a file", "%(size)s MB", size=format_decimal(round(size / 10**6, 1), locale=locale())
    )
