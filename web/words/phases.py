"""Phases in the reader's language."""

from functools import lru_cache

from adjudicator import Phase, PhaseKind, Season
from web.frame.translation import gettext, language


def phase_name(phase: Phase) -> str:
    """The name of a phase: Spring 1901, movement."""
    return _name(phase, language())


@lru_cache(maxsize=4096)
def _name(phase: Phase, _: str) -> str:
    spring, year = phase.season is Season.SPRING, phase.year
    match phase.kind:
        case PhaseKind.HOMES:
            return gettext("Choice of home powers")
        case PhaseKind.AUCTION:
            return gettext("Auction of %(year)s", year=year)
        case PhaseKind.MOVEMENT:
            words = gettext("Spring %(year)s, movement") if spring else gettext("Autumn %(year)s, movement")
        case PhaseKind.RETREATS:
            words = gettext("Spring %(year)s, retreats") if spring else gettext("Autumn %(year)s, retreats")
        case PhaseKind.ADJUSTMENTS:
            words = gettext("Winter %(year)s, adjustments")
    return words % {"year": year}


def phase_mark(phase: Phase) -> str:
    """A phase in the line of its year: one word."""
    match phase.season, phase.kind:
        case _, PhaseKind.HOMES:
            return gettext("powers")
        case _, PhaseKind.AUCTION:
            return gettext("auction")
        case _, PhaseKind.RETREATS:
            return gettext("retreats")
        case Season.SPRING, _:
            return gettext("spring")
        case Season.AUTUMN, _:
            return gettext("autumn")
    return gettext("winter")
