"""What cannot be said."""

from enum import StrEnum

from services.refused import Refused


class TalkRefusal(StrEnum):
    """Why something cannot be said in a duel."""

    NOT_A_PLAYER = "not_a_player"
    NO_TALK = "no_talk"
    """The duel is against the site's own opponent."""
    MUTED = "muted"
    """One of the two players has switched talk off."""
    PHRASES_ONLY = "phrases_only"
    """One of the two players takes phrases only."""
    EMPTY = "empty"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    """Too much was said within ten minutes, or a day."""
    ACCOUNT_CLOSED = "account_closed"
    OVER = "over"
    """A diary is written only while the duel runs."""
    STILL_RUNNING = "still_running"
    """A duel is commented on only once it is over."""
    BLOCKED = "blocked"
    """One of the players has blocked the member."""


class TalkRefused(Refused):
    """This cannot be said here now."""
