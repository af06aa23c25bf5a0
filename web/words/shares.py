"""Shares of a win in the reader's language."""

from babel.numbers import format_percent

from web.frame.translation import ngettext
from web.words.times import locale


def share_words(share: float) -> str:
    """A share in whole per cents."""
    return format_percent(round(share, 2), locale=locale())


def points_words(share: float) -> str:
    """A difference between two shares, in points."""
    return ngettext("%(num)d point", "%(num)d points", points(share))


def points(share: float) -> int:
    """Count the points of a share: a hundred of them make the whole."""
    return round(100 * share)
