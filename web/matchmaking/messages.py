"""Words about points, duels that begin, and refused challenges."""

from clocks.terms import Clock
from web.core.translation import gettext


def points_words(points: int) -> str:
    """Write points counted in halves."""
    whole, half = divmod(points, 2)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"


def what_begins(clock: Clock) -> str:
    """Tell a player who has accepted a challenge that the duel begins, or what it waits for."""
    if clock.is_live:
        return gettext("You are here. The duel begins once your opponent is, too.")
    return gettext("The duel begins.")


def has_accepted(clock: Clock, name: str) -> str:
    """Tell a challenger that somebody has accepted."""
    if clock.is_live:
        return gettext("%(name)s has accepted your challenge.", name=name)
    return gettext("%(name)s has accepted your challenge: the duel begins.", name=name)


def when_second_begins(clock: Clock) -> str:
    """Say when the second duel of a match begins."""
    if clock.is_live:
        return gettext("The second duel, with the home powers exchanged, begins when the first is over.")
    return gettext(
        "The second duel, with the home powers exchanged, begins when the home powers of the first are known."
    )
