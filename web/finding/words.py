"""What the pages of finding an opponent say: ratings, points, and why something is refused."""

from datetime import datetime

from clocks.terms import Clock
from services.challenges.challenges import MOST_MADE, MOST_WAITING
from services.challenges.errors import (
    Blocked,
    ChallengeRefused,
    Expired,
    HasBlocked,
    NotTheChallenger,
    NotTheOpponent,
    OfAnotherKind,
    OpponentClosed,
    OutOfRange,
    OwnChallenge,
    RepeatedTooSoon,
    TooManyMade,
    TooManyWaiting,
    WithdrawnTooOften,
)
from services.finding.limits import TooManyDuels
from web.frame.login import member
from web.frame.translation import gettext
from web.words.times import relative

Refusal = ChallengeRefused | TooManyDuels


def points_words(points: int) -> str:
    """Write points that are counted in halves."""
    whole, half = divmod(points, 2)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"


def why_not(error: Refusal, name: str, wanted: tuple[int | None, int | None] = (None, None)) -> str:
    """Explain in the reader's language why a challenge is refused.

    name: of the other one. wanted: the lowest and the highest rating that may accept.
    """
    match error:
        case TooManyDuels():
            return why_no_room(error, name)
        case OutOfRange():
            return gettext(
                "%(name)s looks for a rating from %(low)d to %(high)d; yours is %(rating)d.",
                name=name,
                low=wanted[0],
                high=wanted[1],
                rating=error.rating,
            )
        case RepeatedTooSoon():
            return why_not_again(error.again_at, name)
        case OfAnotherKind():
            return why_not_together(error.theirs, name)
    return why_not_plainly(error, name)


def why_not_plainly(error: ChallengeRefused, name: str) -> str:
    """Explain a refusal that holds nothing but its kind."""
    reasons = {
        OwnChallenge: gettext("This challenge is your own."),
        NotTheChallenger: gettext("Only who made a challenge can withdraw it."),
        NotTheOpponent: gettext("Only who is challenged by name can decline."),
        OpponentClosed: gettext("This account is closed."),
        Expired: gettext("This challenge has expired: it was not accepted in time."),
        Blocked: gettext("%(name)s takes no challenge from you.", name=name),
        HasBlocked: gettext(
            "You have blocked %(name)s. The page of your account takes the block back.", name=name
        ),
        WithdrawnTooOften: gettext(
            "You have withdrawn several challenges to %(name)s within a day. Wait until tomorrow.", name=name
        ),
        TooManyMade: gettext(
            "You have made %(most)d challenges within a day: wait before you make another.", most=MOST_MADE
        ),
        TooManyWaiting: gettext(
            "You have %(most)d challenges waiting: withdraw one first.", most=MOST_WAITING
        ),
    }
    return reasons.get(type(error), gettext("Somebody was faster: this challenge is settled."))


def why_not_together(theirs: str, name: str) -> str:
    """Explain that people and programs play each other unrated; theirs: who plays by the other account."""
    if theirs == "person":
        return gettext(
            "%(name)s is a person: rated duels are between people, or between programs.", name=name
        )
    return gettext("%(name)s is a program: rated duels are between people, or between programs.", name=name)


def why_not_again(again_at: datetime, name: str) -> str:
    """Explain that somebody has declined a short while ago."""
    return gettext(
        "%(name)s has declined a challenge of yours. You can challenge them again %(when)s.",
        name=name,
        when=relative(again_at),
    )


def why_no_room(error: TooManyDuels, name: str = "") -> str:
    """Explain that the reader, or the other one, plays enough duels."""
    reader = member()
    if name and not (reader and reader.id == error.user_id):
        return gettext("%(name)s plays as many duels as they want.", name=name)
    return gettext(
        "You play as many duels at once as you may. End one first; your account says how many you want."
    )


def what_begins(clock: Clock) -> str:
    """Say to whoever has accepted a challenge that its duel begins, or what it waits for."""
    if clock.is_live:
        return gettext("You are here. The duel begins once your opponent is, too.")
    return gettext("The duel begins.")


def has_accepted(clock: Clock, name: str) -> str:
    """Say to whoever has made a challenge that somebody has accepted it."""
    if clock.is_live:
        return gettext("%(name)s has accepted your challenge.", name=name)
    return gettext("%(name)s has accepted your challenge: the duel begins.", name=name)


def when_second_begins(clock: Clock) -> str:
    """Say when the second duel of a match begins."""
    if clock.is_live:
        return gettext("The second duel, with the home powers exchanged, begins when the first is over.")
    return gettext(
        "The second duel, with the home powers exchanged, begins when the home powers of the first are known."
    )
