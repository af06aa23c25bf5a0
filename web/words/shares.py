"""Shares of a win in the reader's language."""

from collections.abc import Sequence

from babel.numbers import format_percent

from web.frame.translation import ngettext
from web.words.times import locale


def share_words(share: float) -> str:
    """A share in whole per cents."""
    return format_percent(points(share) / 100, locale=locale())


def whole_parts(parts: Sequence[float]) -> list[int]:
    """Round parts of a whole to per cents that add up to 100: those cut off most are made up for first."""
    found = [int(100 * part) for part in parts]
    left = 100 - sum(found)
    for place in sorted(range(len(parts)), key=lambda place: found[place] - 100 * parts[place])[:left]:
        found[place] += 1
    return found


def points_words(share: float) -> str:
    """A difference between two shares, in points."""
    return ngettext("%(num)d point", "%(num)d points", points(share))


def points(share: float) -> int:
    """Count the points of a share, a hundred for the whole: its own and those of the rest add up to that."""
    return round(round(100 * share, 6))
