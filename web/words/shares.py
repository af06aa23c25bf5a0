"""Shares of a win in the reader's language."""

from babel.numbers import format_percent

from web.frame.translation import ngettext
from web.words.times import locale


def share_words(share: float) -> str:
    """A share in whole per cents."""
    return format_percent(points(share) / 100, locale=locale())


def points_words(share: float) -> str:
    """A difference between two shares, in points."""
    return ngettext("%(num)d point", "%(num)d points", points(share))


def points(share: float) -> int:
    """Count the points of a share, a hundred for the whole: its own and those of the rest add up to that."""
    return round(round(100 * share, 6))
