"""What cannot be done with duels."""

from enum import StrEnum

from services.refused import Refused


class DuelRefusal(StrEnum):
    """Why a duel cannot begin, or why something cannot be done in it."""

    TOO_MANY_DUELS = "too_many_duels"
    """The account `user_id` plays as many duels as it may, or as its owner wants."""
    NOT_A_PLAYER = "not_a_player"
    PHASE_OVER = "phase_over"
    """The entry is for a phase that is not awaited any more, or not yet."""
    NOT_AWAITED = "not_awaited"
    """The phase asks nothing of this player."""
    TIME_OFF = "time_off"
    """The player has to say that they are back before they enter anything."""
    ANOTHER_ENTRY = "another_entry"
    """The stored entry is not the one that the player saw last, perhaps from another window."""
    NOTHING_TO_HAND_IN = "nothing_to_hand_in"
    """The phase needs a list of powers, and none is stored."""
    DUEL_MOVED_ON = "duel_moved_on"
    """The awaited phase is not the one that the player saw when they decided."""
    TOO_MANY_ACTS = "too_many_acts"
    """The player has changed their mind often enough in this phase."""
    CLOCKS_CHANGED = "clocks_changed"
    """The present state of the clocks does not allow the act."""


class DuelRefused(Refused):
    """A duel cannot begin, or something cannot be done in it."""
