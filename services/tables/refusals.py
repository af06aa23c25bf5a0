"""What cannot be done at a table; what the rules refuse has the codes of `games.GameFault`."""

from enum import StrEnum

from games import GameError
from services.refused import Refused


class TableRefusal(StrEnum):
    """Why something cannot be done at a table."""

    NOT_ORGANISER = "not_organiser"
    TOO_MANY = "too_many"
    TOO_LONG = "too_long"
    """More phases and events than one table has room for; the value `most` says how many."""
    NAME = "name"
    CHANGED = "changed"
    """Another window, or another helper, has gone on meanwhile."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    NEXT_BEGUN = "next_begun"
    ENDED = "ended"
    NOT_AWAITED = "not_awaited"
    TYPED = "typed"
    """The organiser has typed the sheet of that power already."""
    REVEALED = "revealed"
    """The sheet was revealed and taken back."""
    NO_CLOCK = "no_clock"
    UNREADABLE = "unreadable"
    """A game that was to be gone on from; the value `why` says more."""
    POWER = "power"
    """A name of a power that means nothing; the value `word` is it."""
    NAMES = "names"
    """More or fewer names than players; the values `given` and `players` count them."""


class TableRefused(Refused):
    """Something cannot be done at a table."""


def refused_by_rules(error: GameError) -> TableRefused:
    """What the rules refuse, as a refusal of the site."""
    return TableRefused(error.fault, error.field, **error.values)
