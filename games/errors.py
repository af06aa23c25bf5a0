"""The errors of ordinary games, and their codes."""

from enum import StrEnum, auto

from adjudicator import DiplomacyError


class GameFault(StrEnum):
    """Why something is refused; pages have a message for each."""

    PLAYERS = auto()
    """Fewer than two players, more than seven, or a number that the variant does not allow."""
    NO_POWER = auto()
    TWICE = auto()
    """Two players with one power."""
    UNKNOWN_POWER = auto()
    """A power that nobody has, or that takes no part in the variant."""
    NO_NAME = auto()
    LONG_NAME = auto()
    SAME_NAME = auto()
    NUMBER = auto()
    """A number outside its limits."""
    LAST_YEAR = auto()
    """The last year cannot be brought forward: the game has reached it."""
    OVER = auto()
    NOT_NOW = auto()
    WRONG_PHASE = auto()
    NO_PHASE = auto()
    """Orders in a text before the name of any phase."""
    NO_PLAYER = auto()
    NOT_YOURS = auto()
    """A sheet for a power that no present player has."""
    CHOSEN_FIRST = auto()
    """A game of Escalation must begin with the choice of centres."""
    FROM_START = auto()
    """A game of World War One must begin at the opening."""
    NOT_A_CENTRE = auto()
    TAKEN = auto()
    """A centre that somebody has chosen already."""
    NOT_OWNED = auto()
    TURN = auto()
    """It is another player's turn to choose."""
    HOMES = auto()
    """The wrong number of home centres."""
    AWAY = auto()
    PRESENT = auto()
    NO_UNITS = auto()
    PLAYS_ALREADY = auto()
    NOT_ALL = auto()
    """Somebody who still has units has not agreed."""
    TOO_EARLY = auto()
    NO_TIME = auto()
    """No hours were agreed."""
    VOTE = auto()
    """A vote that cannot be held; the value `vote` says why."""


class GameError(DiplomacyError):
    """A game refuses something; `values` are the numbers and names in its message."""

    def __init__(self, fault: GameFault, field: str, message: str, **values: object) -> None:
        super().__init__(field, message)
        self.fault = fault
        self.values = values
