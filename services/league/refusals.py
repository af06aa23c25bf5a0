"""What the league refuses."""

from enum import StrEnum

from services.refused import Refused


class LeagueRefusal(StrEnum):
    """Why an account cannot enter the league, or gets no duels there."""

    FOR_BOTS = "for_bots"
    NOT_ENTERED = "not_entered"
    PAUSED = "paused"
    NO_ROOM = "no_room"
    """The value `most` is how many league duels an entrant may have running."""
    NOBODY_FREE = "nobody_free"


class LeagueRefused(Refused):
    """An account cannot enter the league, or gets no duels there."""
