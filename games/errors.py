"""What an ordinary game refuses, by codes."""

from enum import StrEnum, auto

from adjudicator import DiplomacyError


class GameFault(StrEnum):
    """Why something cannot be; pages have a sentence for each."""

    PLAYERS = auto()
    """Not between two and seven of them, or not as many as the variant has."""
    NO_POWER = auto()
    TWICE = auto()
    """Two players with one power."""
    UNKNOWN_POWER = auto()
    """A power that nobody has, or that takes no part in the variant."""
    NO_NAME = auto()
    LONG_NAME = auto()
    SAME_NAME = auto()
    NUMBER = auto()
    """A number beyond its limits."""
    LAST_YEAR = auto()
    """The game is in its last year: none is sooner."""
    OVER = auto()
    NOT_NOW = auto()
    WRONG_PHASE = auto()
    NO_PHASE = auto()
    """Orders in a text before the name of any phase."""
    NO_PLAYER = auto()
    NOT_YOURS = auto()
    """A sheet for a power that nobody plays now."""
    CHOSEN_FIRST = auto()
    """A game of Escalation that would not begin with the choice of centres."""
    FROM_START = auto()
    """A game of World War One that would begin in the middle."""
    NOT_A_CENTRE = auto()
    TAKEN = auto()
    """A centre that somebody has chosen already."""
    NOT_OWNED = auto()
    TURN = auto()
    """It is another player's turn to choose."""
    HOMES = auto()
    """Not as many home centres as have to be named."""
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
    """A vote that cannot be held; `vote` among the values says why."""


class GameError(DiplomacyError):
    """What a game refuses; `values` are the figures and names that its sentence is about."""

    def __init__(self, fault: GameFault, field: str, message: str, **values: object) -> None:
        super().__init__(field, message)
        self.fault = fault
        self.values = values
