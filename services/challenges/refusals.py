"""What cannot be done with a challenge."""

from enum import StrEnum

from services.refused import Refused


class ChallengeRefusal(StrEnum):
    """Why a challenge cannot be made, answered or withdrawn, or why there is no rematch."""

    OWN = "own"
    NOT_THE_CHALLENGER = "not_the_challenger"
    NOT_THE_OPPONENT = "not_the_opponent"
    OPPONENT_CLOSED = "opponent_closed"
    SETTLED = "settled"
    """Another player was first: it is accepted, declined or withdrawn."""
    EXPIRED = "expired"
    BLOCKED = "blocked"
    """The other player wants no duel with this one."""
    HAS_BLOCKED = "has_blocked"
    """This player wants no duel with the other one."""
    OUT_OF_RANGE = "out_of_range"
    """The `rating` of the player is not between `low` and `high`."""
    OTHER_KIND = "other_kind"
    """A rated duel is between two people or two bots; the other account's kind is `theirs`."""
    NEEDS_ACCOUNT = "needs_account"
    """Guests play the friends whose link they have, and nobody else."""
    DECLINED_LATELY = "declined_lately"
    """The opponent has declined one; they can be challenged again from `again_at` on."""
    WITHDRAWN_TOO_OFTEN = "withdrawn_too_often"
    TOO_MANY_MADE = "too_many_made"
    TOO_MANY_WAITING = "too_many_waiting"
    STILL_RUNNING = "still_running"
    PRACTICE = "practice"
    MATCH_RUNNING = "match_running"


class ChallengeRefused(Refused):
    """A challenge cannot be made, answered or withdrawn, or there is no rematch."""
