"""What arbiters, and those who call them, cannot do."""

from enum import StrEnum

from services.refused import Refused


class ArbiterRefusal(StrEnum):
    """Why a ruling, a call or an answer is refused."""

    NOT_ARBITER = "not_arbiter"
    NO_REASON = "no_reason"
    LONG_REASON = "long_reason"
    BAD_LENGTH = "bad_length"
    BAD_PAUSE = "bad_pause"
    NOTHING_RUNS = "nothing_runs"
    NOT_BEGUN = "not_begun"
    NOT_PAUSED = "not_paused"
    NO_SUCH_CHAPTER = "no_such_chapter"
    HOMES_IN_USE = "homes_in_use"
    """The other duel of the match has begun with these home powers."""
    SAME_ENTRY = "same_entry"
    CALLED_ALREADY = "called_already"
    NO_TEXT = "no_text"
    LONG_TEXT = "long_text"
    ANSWERED = "answered"
    """Another arbiter has answered the call."""


class ArbiterRefused(Refused):
    """A ruling, a call or an answer is refused."""
