"""What cannot be done at a table; refusals by the rules have the codes of `games.GameFault`."""

from enum import StrEnum

from games import GameError
from services.refused import Refused


class TableRefusal(StrEnum):
    """Why something cannot be done at a table."""

    NOT_ORGANISER = "not_organiser"
    TOO_MANY = "too_many"
    TOO_LONG = "too_long"
    """The table has no room for more phases and events; the value `most` is their number."""
    NAME = "name"
    CHANGED = "changed"
    """Another window of the organiser has changed the table meanwhile."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    NEXT_BEGUN = "next_begun"
    ENDED = "ended"
    NOT_AWAITED = "not_awaited"
    TYPED = "typed"
    """The organiser has already typed the sheet of that power."""
    REVEALED = "revealed"
    """The sheet was revealed and taken back."""
    NO_CLOCK = "no_clock"
    UNREADABLE = "unreadable"
    """The text of a game to go on from; the value `why` says what is wrong."""
    POWER = "power"
    """The value `word` is not the name of a power, or of one that is free."""
    NAMES = "names"
    """More or fewer names than players; the values `given` and `players` count them."""


class TableRefused(Refused):
    """Something cannot be done at a table."""


def refused_by_rules(error: GameError) -> TableRefused:
    """Turn a refusal by the rules into one of the site."""
    return TableRefused(error.fault, error.field, **error.values)
