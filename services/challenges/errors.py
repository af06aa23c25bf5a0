"""What stands in the way of a challenge."""

from datetime import datetime


class ChallengeRefused(Exception):
    """Something asked of a challenge cannot be done."""


class UnknownChallenge(ChallengeRefused):
    """There is no such challenge, or none that this reader may see."""


class OwnChallenge(ChallengeRefused):
    """Nobody plays against themselves."""


class OpponentClosed(ChallengeRefused):
    """The account of the opponent is closed."""


class NotTheChallenger(ChallengeRefused):
    """Only who made a challenge may withdraw it."""


class NotTheOpponent(ChallengeRefused):
    """Only who is challenged by name may answer."""


class NotWaiting(ChallengeRefused):
    """Somebody was first: the challenge is accepted, declined, withdrawn or expired."""


class Expired(NotWaiting):
    """The challenge has waited as long as it may."""


class TooManyWaiting(ChallengeRefused):
    """This player already has as many challenges waiting as one may have."""


class TooManyMade(ChallengeRefused):
    """This player has made as many challenges within a day as one may make."""


class RepeatedTooSoon(ChallengeRefused):
    """The opponent declined one within a day; again_at: when they may be challenged again."""

    def __init__(self, again_at: datetime) -> None:
        super().__init__(again_at)
        self.again_at = again_at


class WithdrawnTooOften(ChallengeRefused):
    """This player has withdrawn as many challenges to the same opponent within a day as one may withdraw."""


class Blocked(ChallengeRefused):
    """The other one wants no duel with this player."""


class HasBlocked(ChallengeRefused):
    """This player wants no duel with the other one."""


class OutOfRange(ChallengeRefused):
    """The rating of who would accept is not among those that the challenger wants; rating: what it is."""

    def __init__(self, rating: int) -> None:
        super().__init__(rating)
        self.rating = rating


class OfAnotherKind(ChallengeRefused):
    """A rated duel is between two people or between two programs, and these are one of each.

    theirs: who plays by the other account.
    """

    def __init__(self, theirs: str) -> None:
        super().__init__(theirs)
        self.theirs = theirs
